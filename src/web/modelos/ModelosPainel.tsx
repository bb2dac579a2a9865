import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import type { Modelo } from '#contract/modelos.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { pedeCodigo } from '#domain/na-saida.ts'
import { preencherPartes } from '#domain/partes-preenchidas.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { SyncOutlined } from '#web/ui/icons/SyncOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { Celular } from './Celular.tsx'
import { EditorModelo, usoDoModelo } from './EditorModelo.tsx'
import { ListaModelos } from './ListaModelos.tsx'
import { MensagemPreenchida } from './MensagemPreenchida.tsx'
import { useAcoesModelos } from './modelos.api.ts'
import { exemploQuery, modelosQuery } from './modelos.queries.ts'
import { type Escrito, escritoDe, mesmoEscrito, type Rascunho } from './partes.ts'
import './modelos.css'

// Loaded lazily: it brings the combobox, which the editor does without.
const EscolhaCliente = onDemand(() => import('./EscolhaCliente.tsx'), 'EscolhaCliente', {
  Coming: () => <Skeleton altura={40} />,
})

const QrCode = onDemand(() => import('#web/dinheiro/QrCode.tsx'), 'QrCode', { Coming: () => <Skeleton altura={176} /> })
const TesteDialog = onDemand(() => import('./TesteDialog.tsx'), 'TesteDialog')

interface Props {
  regua: Regua | undefined
  /** What the cadence would send in 30 days, by the step's days. */
  enviosPorPasso: Record<string, number> | undefined
}

/** The templates: list with approval, editor with variables, and the phone that shows what arrives. */
export function ModelosPainel({ regua, enviosPorPasso }: Props) {
  const { data, error, refetch } = useQuery(modelosQuery)
  const { filtros, mudar } = useFiltros()
  const fechar = useVoltar({ tipo: undefined })
  const exemplo = useQuery(exemploQuery(Number(filtros.cliente) || undefined))
  const celular = useMedia('(max-width: 599.95px)')
  const modelos = data && Object.values(data)
  const modelo = modelos && (modelos.find((um) => um.tipo === filtros.tipo) ?? (celular ? undefined : modelos[0]))
  const { rascunhos, guardar, gravacoes, gravar } = useRascunhos(modelo?.tipo)
  const textos = useFocoNaTroca(celular, filtros.tipo)
  useSaida(Object.keys(rascunhos).length > 0, 'Há textos que ainda não foram salvos. Eles se perdem ao sair.')
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os modelos" erro={error} aoTentar={() => void refetch()} />
  const escrito = modelo && (rascunhos[modelo.tipo] ?? escritoDe(modelo))
  return (
    <Page>
      <div className="textos-moldura">
        <div ref={textos} className="textos">
          {celular && modelo ? (
            <Button className="rente" startIcon={<ArrowBackOutlined />} onClick={fechar}>
              Todos os modelos
            </Button>
          ) : (
            <div className="textos-coluna">
              <ListaModelos
                modelos={modelos}
                regua={regua}
                aberto={modelo?.tipo}
                rascunhos={rascunhos}
                aoAbrir={(tipo) => mudar({ tipo }, { empurrar: celular })}
              />
              <Sincronizar />
            </div>
          )}
          {modelo && escrito && (
            <EditorModelo
              key={modelo.tipo}
              modelo={modelo}
              escrito={escrito}
              valores={exemplo.data?.valores[modelo.tipo]}
              uso={usoNaRegua(modelo, regua, enviosPorPasso)}
              mudouDepois={modelo.versao !== (rascunhos[modelo.tipo]?.desde ?? modelo.versao)}
              aoMudar={(novo) => guardar(modelo, novo && mesmoEscrito(novo, modelo) ? undefined : novo)}
              falha={gravacoes[modelo.tipo]?.falha}
              salvando={gravacoes[modelo.tipo]?.salvando ?? false}
              aoSalvar={() => void gravar(modelo, escrito)}
            />
          )}
          {!modelos && CARREGANDO}
          {(modelo || !modelos) && (
            <Previa modelo={modelo} escrito={escrito} exemplo={exemplo} aoEscolher={(cliente) => mudar({ cliente })} />
          )}
        </div>
      </div>
    </Page>
  )
}

interface Gravacao {
  salvando: boolean
  falha?: unknown
}

/** The drafts by template, and the saving of each, which goes on while another is open, or being saved. */
function useRascunhos(aberto: string | undefined) {
  const [rascunhos, setRascunhos] = useState<Record<string, Rascunho>>({})
  const [gravacoes, setGravacoes] = useState<Record<string, Gravacao>>({})
  const { salvar } = useAcoesModelos()
  const aVista = useRef<string>(undefined)
  useEffect(() => {
    aVista.current = aberto
    return () => {
      aVista.current = undefined
    }
  }, [aberto])
  const guardar = ({ tipo, versao }: Modelo, novo: Escrito | undefined) => {
    setRascunhos(({ [tipo]: seu, ...outros }) =>
      novo ? { ...outros, [tipo]: { ...escritoDe(novo), desde: seu?.desde ?? versao } } : outros,
    )
    // Why it was not saved is said of what was sent.
    setGravacoes(({ [tipo]: uma, ...outras }) => (uma?.salvando ? { ...outras, [tipo]: uma } : outras))
  }
  const gravar = async ({ tipo, titulo, versao }: Modelo, escrito: Escrito) => {
    const marcar = (uma: Gravacao) => setGravacoes((agora) => ({ ...agora, [tipo]: uma }))
    marcar({ salvando: true })
    const salvo = await salvar.mutateAsync({ tipo, versao, ...escritoDe(escrito) }).catch((falha: unknown) => {
      marcar({ salvando: false, falha })
      // Why is said beside its text, which may not be the one that is open, or the screen was left.
      if (aVista.current !== tipo) avisar(`“${titulo}” não foi salvo: ${fraseDe(falha)}`)
    })
    if (!salvo) return
    marcar({ salvando: false })
    // What was typed meanwhile stays, as a change.
    setRascunhos((agora) => {
      const { [tipo]: seu, ...outros } = agora
      return !seu || mesmoEscrito(seu, escrito) ? outros : { ...outros, [tipo]: { ...seu, desde: salvo.versao } }
    })
    avisar(`“${titulo}” ${salvo.situacao === 'pendente' ? 'está em análise na Meta' : 'foi salvo'}.`)
  }
  return { rascunhos, guardar, gravacoes, gravar }
}

/** Where a text takes the place of the list, the focus goes to its name, and back to its row once it closes. */
function useFocoNaTroca(troca: boolean, tipo: string | undefined) {
  const textos = useRef<HTMLDivElement>(null)
  const ultimo = useRef(tipo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: turning the phone opens and closes nothing
  useEffect(() => {
    const fechado = ultimo.current
    if (fechado === tipo) return
    ultimo.current = tipo
    if (!troca) return
    textos.current?.querySelector<HTMLElement>(tipo ? 'h2' : `[data-tipo="${fechado}"]`)?.focus()
  }, [tipo])
  return textos
}

function usoNaRegua({ tipo }: Modelo, regua: Regua | undefined, enviosPorPasso: Props['enviosPorPasso']) {
  const passos = regua?.passos.filter((passo) => passo.tipo === tipo && passo.ativo) ?? []
  const envios = enviosPorPasso && passos.reduce((soma, { dias }) => soma + (enviosPorPasso[dias] ?? 0), 0)
  return usoDoModelo(passos.length, envios)
}

const CARREGANDO = (
  <Card folga className="textos-carregando">
    <Skeleton largura={160} altura={28} />
    <Skeleton altura={196} />
  </Card>
)

interface PreviaProps {
  modelo: Modelo | undefined
  escrito: Escrito | undefined
  exemplo: { data: Resposta<'GET /api/admin/configuracoes/mensagens/exemplo'> | undefined; error: unknown }
  aoEscolher: (cliente: number) => void
}

/** The message with a real customer's data, and a test to one's own phone. */
function Previa({ modelo, escrito, exemplo: { data, error }, aoEscolher }: PreviaProps) {
  const valores = modelo && data?.valores[modelo.tipo]
  const cliente = (modelo && data?.clientes[modelo.tipo]) ?? null
  const partes = valores && escrito && preencherPartes(escrito, valores)
  return (
    <section aria-label="Prévia" className="previa">
      <EscolhaCliente cliente={cliente} aoEscolher={aoEscolher} />
      <Celular empresa={valores?.empresa ?? ''} botoes={partes?.botoes.map(({ texto }) => texto)}>
        {partes?.cabecalho && <b>{`${partes.cabecalho.texto}\n`}</b>}
        {valores && escrito ? (
          <MensagemPreenchida texto={escrito.texto} valores={valores} sublinhar />
        ) : error ? (
          fraseDe(error)
        ) : (
          <Skeleton largura={220} altura={72} />
        )}
      </Celular>
      <p className="miudo">
        {data && !cliente
          ? 'Valores de exemplo: hoje nenhum cliente está na situação deste texto.'
          : cliente?.na_situacao === false
            ? 'Este cliente não tem hoje uma conta na situação deste texto: a prévia usa as que ele tem.'
            : 'Sublinhado: o que vem dos dados do cliente, hoje.'}
      </p>
      {escrito && valores?.pix_copia_e_cola && pedeCodigo(escrito.texto) && (
        <figure className="previa-qr">
          <QrCode texto={valores.pix_copia_e_cola} nome="QR do código da prévia" />
          <figcaption className="miudo">
            O mesmo código em QR: a câmera do banco mostra quem recebe. Não pague.
          </figcaption>
        </figure>
      )}
      {modelo && precisaAprovacao(modelo.tipo) && (
        <Button
          startIcon={<SendOutlined />}
          disabled={!modelo.texto_em_uso}
          onClick={() => void abrir((fechar) => <TesteDialog modelo={modelo} aoFechar={fechar} />)}
        >
          Enviar teste para o meu celular
        </Button>
      )}
    </section>
  )
}

function Sincronizar() {
  const { sincronizar } = useAcoesModelos()
  return (
    <Button startIcon={<SyncOutlined />} loading={sincronizar.isPending} onClick={() => sincronizar.mutate()}>
      Sincronizar com a Meta
    </Button>
  )
}
