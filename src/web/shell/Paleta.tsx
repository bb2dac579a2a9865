import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { normalizar } from '#domain/texto.ts'
import { NOMES_DAS_ABAS } from '#web/abas.ts'
import { fraseDe } from '#web/api/erro.ts'
import { sair } from '#web/api/sair.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { SearchOutlined } from '#web/ui/icons/SearchOutlined.tsx'
import { abrirTeclas } from './abrirTeclas.tsx'
import { itensDe } from './itensMenu.tsx'
import { type Achado, achadosQuery } from './paleta.queries.ts'
import { COMANDOS, type Comando, type ComandosDaTela, comandosAgora } from './teclas.ts'
import { escolherTema, TEMAS } from './tema.ts'
import { valorEscrito } from './valorEscrito.ts'
import './paleta.css'

/** One search over screens, commands, customers and bills; ↑ ↓ choose, Enter opens. */
export function Paleta({ aoFechar }: { aoFechar: () => void }) {
  const { role } = useUsuario()
  const navigate = useNavigate()
  const [texto, setTexto] = useState('')
  const procurado = texto.trim()
  const { achados, velhos, buscando, erro } = useAchados(procurado, role)
  const [escolhido, setEscolhido] = useState(0)
  const indice = Math.min(escolhido, Math.max(0, achados.length - 1))
  const id = useId()

  const abrir = ({ para, busca = {}, fazer }: Achado) => {
    // The palette is gone at once, and the focus back where it was.
    flushSync(aoFechar)
    if (fazer) return fazer()
    void navigate({ to: para ?? '.', search: busca })
  }
  const aoTeclar = (evento: KeyboardEvent) => {
    const passo = { ArrowDown: 1, ArrowUp: -1 }[evento.key]
    const atual = achados[indice]
    if (passo && achados.length) setEscolhido((indice + passo + achados.length) % achados.length)
    else if (evento.key === 'Enter' && atual) {
      if (!velhos.includes(atual)) abrir(atual)
    } else return
    evento.preventDefault()
  }

  return (
    <Modal className="paleta" aria-label="Buscar no sistema" aoFechar={aoFechar}>
      <div className="paleta-campo">
        <SearchOutlined aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Buscar telas, comandos, clientes, notas e valores"
          aria-expanded={achados.length > 0}
          aria-controls={id}
          aria-activedescendant={achados[indice] && `${id}-${indice}`}
          placeholder={
            role === 'admin'
              ? 'Buscar telas, clientes, operadores ou um valor'
              : 'Buscar telas, clientes, notas ou um valor'
          }
          maxLength={200}
          value={texto}
          onChange={(evento) => {
            setTexto(evento.target.value)
            setEscolhido(0)
          }}
          onKeyDown={aoTeclar}
        />
        <kbd>Esc</kbd>
      </div>
      <Achados id={id} achados={achados} indice={indice} aoPassar={setEscolhido} aoAbrir={abrir} />
      <div className="paleta-estado" role="status">
        {erro ? fraseDe(erro) : buscando ? 'Buscando…' : achados.length === 0 ? nada(procurado, role) : ''}
      </div>
    </Modal>
  )
}

/** An amount is found as it was billed: what a screen shows of today has charges in it. */
function nada(procurado: string, role: Parameters<typeof telas>[0]): string {
  // Nothing was asked of the server.
  if (procurado.length === 1)
    return `Nenhuma tela nem comando com “${procurado}”. O resto se busca com duas letras ou mais.`
  if (valorEscrito(procurado) === null) return `Nada encontrado para “${procurado}”.`
  return role === 'admin'
    ? `Ninguém deve ao todo ${procurado}, sem contar encargos.`
    : `Nenhuma conta que você vê foi emitida com o valor ${procurado}. Encargos e pagamentos não contam.`
}

interface AchadosProps {
  id: string
  achados: Achado[]
  indice: number
  aoPassar: (indice: number) => void
  aoAbrir: (achado: Achado) => void
}

function Achados({ id, achados, indice, aoPassar, aoAbrir }: AchadosProps) {
  const lista = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is kept in view
  useEffect(() => {
    lista.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [indice])
  return (
    <div id={id} ref={lista} role="listbox" aria-label="Resultados" className="paleta-lista">
      {achados.map((achado, n) => (
        <ItemAchado
          key={achado.chave}
          id={`${id}-${n}`}
          achado={achado}
          comTitulo={achados[n - 1]?.grupo !== achado.grupo}
          escolhido={n === indice}
          aoPassar={() => aoPassar(n)}
          aoAbrir={() => aoAbrir(achado)}
        />
      ))}
    </div>
  )
}

/** Screens and commands for the very text typed, as Enter may follow it at once; what the server finds comes after them. */
function useAchados(procurado: string, role: Parameters<typeof telas>[0]) {
  const adiado = useDeferredValue(procurado)
  const consulta = useQuery(achadosQuery(adiado, role))
  const comandos = useEstado(comandosAgora)
  const doServidor = procurado.length > 1 ? (consulta.data ?? []) : []
  const atrasado = procurado.length > 1 && adiado !== procurado
  return {
    achados: [...telas(role, procurado), ...osComandos(comandos, procurado), ...doServidor],
    /** Found for an earlier text. */
    velhos: atrasado || consulta.isPlaceholderData ? doServidor : [],
    buscando: atrasado || consulta.isFetching,
    erro: consulta.error,
  }
}

interface ItemAchadoProps {
  id: string
  achado: Achado
  comTitulo: boolean
  escolhido: boolean
  aoPassar: () => void
  aoAbrir: () => void
}

function ItemAchado({ id, achado, comTitulo, escolhido, aoPassar, aoAbrir }: ItemAchadoProps) {
  return (
    <>
      {comTitulo && (
        <div className="paleta-grupo" role="presentation">
          {achado.grupo}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus */}
      <div
        id={id}
        role="option"
        aria-selected={escolhido}
        className="paleta-item"
        onMouseMove={aoPassar}
        onClick={aoAbrir}
      >
        <span>{achado.titulo}</span>
        {achado.detalhe && <small>{achado.detalhe}</small>}
      </div>
    </>
  )
}

const comOTexto = (texto: string, procurado: string) => normalizar(texto).includes(normalizar(procurado))

interface Tela extends Pick<Achado, 'busca'> {
  rotulo: string
  para: NonNullable<Achado['para']>
  dentroDe?: string
}

/** Screens without a menu entry of their own, found by name only. */
const FORA_DO_MENU: Record<Parameters<typeof itensDe>[0], Tela[]> = {
  operador: [
    {
      rotulo: 'Importar XML',
      dentroDe: 'Contas a Receber',
      para: '/operador/contas-receber',
      busca: { importar: 'xml' },
    },
    { rotulo: 'Preferências', para: '/operador/preferencias' },
    { rotulo: 'Minha conta', para: '/operador/conta' },
  ],
  admin: [
    ...Object.entries(NOMES_DAS_ABAS).map(([aba, rotulo]) => ({
      rotulo,
      dentroDe: 'Config. Mensagens',
      para: '/admin/mensagens' as const,
      busca: { aba },
    })),
    { rotulo: 'Minha conta', para: '/admin/conta' },
  ],
}

/** The menu's screens; once something is typed, those of FORA_DO_MENU too. */
function telas(role: Parameters<typeof itensDe>[0], procurado: string): Achado[] {
  const todas: Tela[] = [...itensDe(role), ...(procurado ? FORA_DO_MENU[role] : [])]
  return todas
    .filter(({ rotulo }) => comOTexto(rotulo, procurado))
    .map(({ rotulo, para, busca, dentroDe = '' }) => ({
      chave: `${para} ${rotulo}`,
      grupo: 'Telas',
      titulo: rotulo,
      detalhe: dentroDe,
      para,
      ...(busca && { busca }),
    }))
}

/** What can be done here and now, then what can be done anywhere. */
function osComandos(agora: ComandosDaTela, procurado: string): Achado[] {
  const daTela = (Object.keys(COMANDOS) as Comando[]).flatMap((qual) => {
    const { nome, tecla } = COMANDOS[qual]
    const fazer = agora[qual]
    return fazer ? [{ titulo: nome, detalhe: `Tecla ${tecla}`, fazer }] : []
  })
  const sempre = [
    { titulo: 'Atalhos do teclado', detalhe: 'Tecla ?', fazer: abrirTeclas },
    ...TEMAS.map(({ valor, rotulo }) => ({
      titulo: `Tema: ${rotulo.toLowerCase()}`,
      detalhe: '',
      fazer: () => escolherTema(valor),
    })),
    { titulo: 'Sair', detalhe: '', fazer: () => void sair() },
  ]
  return [...daTela, ...(procurado ? sempre : [])]
    .filter(({ titulo }) => comOTexto(titulo, procurado))
    .map((comando) => ({ ...comando, chave: `comando-${comando.titulo}`, grupo: 'Comandos' }))
}
