import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DIAS_DO_PASSO, TIPOS_PASSO } from '#domain/regua.ts'
import { fraseDe } from '#web/api/erro.ts'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { MensagemPreenchida } from '#web/modelos/MensagemPreenchida.tsx'
import { exemploQuery, modelosQuery } from '#web/modelos/modelos.queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, InputBox, Select } from '#web/ui/Field.tsx'
import { soDigitos } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import type { Passo } from './tipos.ts'
import './editor-passo.css'

interface Props {
  passo: Passo
  ocupados: readonly number[]
  aoMudar: (parte: Partial<Passo>) => void
  aoRemover: () => void
}

/** When and with which text a step goes, and what a real customer would read. */
export function EditorPasso({ passo, ocupados, aoMudar, aoRemover }: Props) {
  const { mudar } = useFiltros()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing here is sent as a form
    <div role="group" aria-label="Passo escolhido" className="editor-passo">
      <Quando passo={passo} ocupados={ocupados} aoMudar={aoMudar} />
      <QualModelo passo={passo} aoMudar={aoMudar} />
      <Previa passo={passo} />
      <div className="editor-passo-acoes flex between gap-8">
        <Button onClick={() => mudar({ aba: undefined, tipo: passo.tipo }, { empurrar: true })}>Abrir modelo</Button>
        <Button danger onClick={aoRemover}>
          Remover passo
        </Button>
      </div>
    </div>
  )
}

const { de: MINIMO, ate: MAXIMO } = DIAS_DO_PASSO

function Quando({ passo, ocupados, aoMudar }: Omit<Props, 'aoRemover'>) {
  const id = useId()
  const [texto, setTexto] = useState(String(Math.abs(passo.dias)))
  const [antes, setAntes] = useState(passo.dias < 0)
  const [erro, setErro] = useState<string>()
  const [de, setDe] = useState(passo.dias)
  // A colleague moved it.
  if (de !== passo.dias) {
    setDe(passo.dias)
    if (diasDe(texto, antes) !== passo.dias) {
      setTexto(String(Math.abs(passo.dias)))
      setAntes(passo.dias < 0)
      setErro(undefined)
    }
  }
  const tentar = (novoTexto: string, novoAntes: boolean) => {
    setTexto(novoTexto)
    setAntes(novoAntes)
    const problema = problemaDe(novoTexto, novoAntes, ocupados)
    setErro(problema)
    if (!problema) aoMudar({ dias: diasDe(novoTexto, novoAntes) })
  }
  const comum = { 'aria-describedby': `${id}-ajuda`, 'aria-invalid': Boolean(erro) }
  return (
    <Field id={id} rotulo="Quando" ajuda={`até ${-MINIMO} antes e ${MAXIMO} depois`} erro={erro}>
      <div className="editor-passo-quando grid gap-8">
        <InputBox erro={Boolean(erro)}>
          <input
            {...comum}
            id={id}
            type="text"
            value={texto}
            inputMode="numeric"
            maxLength={3}
            // biome-ignore lint/a11y/noAutofocus: a new step opens at the end of the line, far from the button that made it
            autoFocus={passo.id < 0}
            onChange={({ target }) => tentar(soDigitos(target.value), antes)}
          />
        </InputBox>
        <InputBox erro={Boolean(erro)} className="select">
          <select
            {...comum}
            aria-label="Antes ou depois do vencimento"
            value={antes ? 'antes' : 'depois'}
            onChange={({ target }) => tentar(texto, target.value === 'antes')}
          >
            <option value="antes">{texto === '1' ? 'dia antes' : 'dias antes'}</option>
            <option value="depois">
              {texto === '0' ? 'no vencimento' : texto === '1' ? 'dia depois' : 'dias depois'}
            </option>
          </select>
        </InputBox>
      </div>
    </Field>
  )
}

const diasDe = (texto: string, antes: boolean) => (antes ? -Number(texto) : Number(texto)) || 0

function problemaDe(texto: string, antes: boolean, ocupados: readonly number[]): string | undefined {
  if (texto === '') return 'Informe quantos dias.'
  const dias = diasDe(texto, antes)
  if (dias < MINIMO || dias > MAXIMO) return `Use até ${-MINIMO} dias antes ou ${MAXIMO} depois.`
  return ocupados.includes(dias) ? 'Já há um passo nesse dia.' : undefined
}

function QualModelo({ passo, aoMudar }: Pick<Props, 'passo' | 'aoMudar'>) {
  const { data } = useQuery(modelosQuery)
  const modelo = data?.[passo.tipo]
  const sai = Boolean(modelo?.texto_em_uso)
  const Icone = sai ? CheckOutlined : WarningAmberOutlined
  return (
    <Select
      rotulo="Modelo"
      valor={passo.tipo}
      opcoes={TIPOS_PASSO.map((valor) => ({ valor, rotulo: nomeDoModelo(valor) }))}
      aoMudar={(tipo) => aoMudar({ tipo: tipo as Passo['tipo'] })}
      ajuda={
        modelo && (
          <span className="editor-passo-modelo flex gap-4 forte" data-tom={sai ? 'success' : 'warning'}>
            <Icone aria-hidden size={16} />
            {sai ? 'Aprovado pela Meta' : 'Sem aprovação, nada sai'}
          </span>
        )
      }
    />
  )
}

/** More than stands beside the fields without taking the forecast out of the window. */
const LONGA = /(\n[^\n]*){3}|.{170}/s

function Previa({ passo }: { passo: Passo }) {
  const { data: modelos, error: semModelos } = useQuery(modelosQuery)
  const { data: exemplo, error: semExemplo } = useQuery(exemploQuery(undefined))
  const falha = semModelos ?? semExemplo
  const modelo = modelos?.[passo.tipo]
  const texto = modelo?.texto_em_uso ?? modelo?.texto
  const [aberta, setAberta] = useState(false)
  const titulo = `O que ${exemplo?.clientes[passo.tipo]?.nome ?? 'o cliente'} receberia`
  return (
    <section aria-label={titulo} className="shrink">
      <h3 className="editor-passo-previa-titulo">{titulo}</h3>
      {texto !== undefined && exemplo ? (
        <>
          <div className="editor-passo-balao">
            <div className={!aberta && LONGA.test(texto) ? 'dobrado' : undefined}>
              <MensagemPreenchida texto={texto} valores={exemplo.valores[passo.tipo]} />
            </div>
          </div>
          {LONGA.test(texto) && (
            <button
              type="button"
              className="editor-passo-ver ligacao forte"
              aria-expanded={aberta}
              onClick={() => setAberta(!aberta)}
            >
              {aberta ? 'Ver menos' : 'Ver a mensagem inteira'}
            </button>
          )}
        </>
      ) : falha ? (
        <Alert tom="error">{fraseDe(falha)}</Alert>
      ) : (
        <Skeleton altura={76} />
      )}
    </section>
  )
}
