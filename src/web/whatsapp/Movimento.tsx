import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Modelo } from '#contract/modelos.ts'
import type { MovimentoWhatsapp } from '#contract/whatsapp.ts'
import { barrado, precisaAprovacao } from '#domain/modelo.ts'
import { fraseDe } from '#web/api/erro.ts'
import type { Tom } from '#web/cores.ts'
import { useAcoesModelos } from '#web/modelos/modelos.api.ts'
import { modelosQuery } from '#web/modelos/modelos.queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { movimentoQuery } from './whatsapp.queries.ts'
import './movimento.css'

const SemClienteDialog = onDemand(() => import('./SemClienteDialog.tsx'), 'SemClienteDialog')
const EventosDialog = onDemand(() => import('./EventosDialog.tsx'), 'EventosDialog')

/** The traffic: the last day's messages, templates that need attention, senders without a customer, events set aside. */
export function Movimento() {
  const { data, error } = useQuery(movimentoQuery)
  return (
    <div className="grid gap-16 shrink">
      <section className="cartao folgado" aria-label="Últimas 24 h">
        <div className="conexao-topo flex wrap">
          <h2 className="titulo">Últimas 24 h</h2>
          <div className="conexao-a-direita push cinza">
            {data && plural(data.aceitas + data.falhas, 'enviada', 'enviadas')}
          </div>
        </div>
        {error && !data ? (
          <div className="erro" role="alert">
            {fraseDe(error)}
          </div>
        ) : (
          <Contagens movimento={data} />
        )}
      </section>
      <Modelos />
      {data && data.numeros_sem_cliente > 0 && (
        <section className="cartao movimento-quadro grid gap-8" aria-label="Números sem cliente">
          <h2 className="titulo">Números sem cliente</h2>
          <div className="cinza">
            {data.numeros_sem_cliente === 1
              ? '1 pessoa escreveu e não está no cadastro.'
              : `${numero(data.numeros_sem_cliente)} pessoas escreveram e não estão no cadastro.`}
          </div>
          <div>
            <Button className="rente" onClick={() => void abrir((fechar) => <SemClienteDialog aoFechar={fechar} />)}>
              {data.numeros_sem_cliente === 1 ? 'Ver o que escreveu' : 'Ver o que escreveram'}
            </Button>
          </div>
        </section>
      )}
      {data && data.eventos_de_lado > 0 && (
        <section className="cartao movimento-quadro grid gap-8" aria-label="Avisos não processados">
          <h2 className="titulo">Avisos não processados</h2>
          <div className="cinza">
            {plural(data.eventos_de_lado, 'aviso da Meta não pôde', 'avisos da Meta não puderam')} ser processado
            {data.eventos_de_lado === 1 ? '' : 's'}. Nada se perdeu: estão guardados para outra tentativa.
          </div>
          <div>
            <Button
              className="rente"
              onClick={() => void abrir((fechar) => <EventosDialog situacao="de_lado" aoFechar={fechar} />)}
            >
              Ver e tentar de novo
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

const CONTAGENS = [
  ['aceitas', 'Aceitas'],
  ['entregues', 'Entregues'],
  ['lidas', 'Lidas'],
  ['respondidas', 'Respondidas'],
  ['falhas', 'Falharam'],
] as const

function Contagens({ movimento }: { movimento: MovimentoWhatsapp | undefined }) {
  const total = movimento ? movimento.aceitas + movimento.falhas : 0
  return (
    <dl className="grid gap-12">
      {CONTAGENS.map(([campo, nome]) => {
        const n = movimento?.[campo] ?? 0
        const ruim = campo === 'falhas' && n > 0
        return (
          <div className="movimento-contagem grid center gap-12" key={campo}>
            <dt className={ruim ? 'ruim' : ''}>{nome}</dt>
            <Barra parte={total ? n / total : 0} tom={ruim ? 'error' : 'neutral'} />
            <dd className="movimento-numero negrito algarismos">{movimento ? numero(n) : <Skeleton largura={32} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A part of a whole, with the number written beside it. */
export function Barra({ parte, tom }: { parte: number; tom: Tom }) {
  return (
    <span className="movimento-barra pintado" aria-hidden>
      <span data-tom={tom} style={{ width: `${Math.min(1, parte) * 100}%`, minWidth: parte > 0 ? 2 : 0 }} />
    </span>
  )
}

const SITUACOES = [
  { de: ['aprovado'], um: 'aprovado', varios: 'aprovados', tom: 'success', icone: CheckOutlined },
  { de: ['local'], um: 'por enviar à Meta', varios: 'por enviar à Meta', tom: 'neutral', icone: ScheduleOutlined },
  { de: ['pendente'], um: 'em análise', varios: 'em análise', tom: 'warning', icone: HourglassEmptyOutlined },
  { de: ['rejeitado', 'pausado'], um: 'com problema', varios: 'com problema', tom: 'error', icone: ErrorOutlined },
] as const

function Modelos() {
  const { data, error } = useQuery(modelosQuery)
  const { sincronizar } = useAcoesModelos()
  const modelos = data && Object.values(data).filter(({ tipo }) => precisaAprovacao(tipo))
  const ruins = modelos?.filter(barrado)
  // The one of which nothing goes out first.
  const ruim = ruins?.find(({ texto_em_uso }) => texto_em_uso === null) ?? ruins?.[0]
  return (
    <section className="cartao movimento-quadro grid gap-8" aria-label="Modelos">
      <h2 className="titulo">Modelos</h2>
      {error && !data && <div className="cinza">Não foi possível ler os modelos. {fraseDe(error)}</div>}
      <div className="movimento-modelos flex wrap gap-8">
        {SITUACOES.map(({ de, um, varios, tom, icone }) => {
          const n = modelos?.filter(({ situacao }) => (de as readonly string[]).includes(situacao)).length ?? 0
          return n > 0 ? (
            <Chip key={um} tom={tom} icone={icone}>
              {n} {n === 1 ? um : varios}
            </Chip>
          ) : null
        })}
      </div>
      {ruim && <div className="cinza">{problemaDo(ruim)}</div>}
      <div className="row wrap gap-16">
        {ruim && (
          <Link className="ligacao forte" to="/admin/mensagens" search={{ tipo: ruim.tipo }}>
            Corrigir modelo
          </Link>
        )}
        <Button className={ruim ? '' : 'rente'} loading={sincronizar.isPending} onClick={() => sincronizar.mutate()}>
          Sincronizar
        </Button>
      </div>
    </section>
  )
}

function problemaDo({ titulo, situacao, motivo, texto_em_uso }: Modelo): string {
  const oQue = situacao === 'pausado' ? 'foi pausado pela Meta' : 'foi rejeitado'
  const depois = texto_em_uso ? 'A versão aprovada antes continua saindo.' : 'Nada sai com ele até a Meta aprovar.'
  return `“${titulo}” ${oQue}. ${motivo ?? ''} ${depois}`
}
