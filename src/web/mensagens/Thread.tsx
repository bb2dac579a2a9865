import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { AnotacaoNaConversa } from '#web/anotacoes/naConversa.tsx'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaDaSemanaLongo, dia as emDia, plural } from '#web/ui/formatos.ts'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { Bolha, BolhaPendente } from './Bolha.tsx'
import { Evento } from './Evento.tsx'
import { descartar, type Pendente, reenviar, tentarDeNovo, usePendentes } from './filaDeEnvio.ts'
import { type ItemTempo, linhaDoTempo } from './linhaDoTempo.ts'
import { carregarAnteriores, conversaQuery } from './mensagens.queries.ts'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { useLeitura } from './useLeitura.ts'
import './thread.css'

const NENHUMA: Mensagem[] = []
/** What a person sent freely; a template is chosen anew instead. */
const REENVIAVEIS: ReadonlySet<Mensagem['tipo']> = new Set(['texto', 'imagem', 'documento'])

interface Props {
  id: number
  cliente: ClienteDetalhado | undefined
  /** Puts the text of a refused message back into the field. */
  aoEditar: (conteudo: string) => void
  /** What stands below a message of the customer's that seems to ask for something. */
  dicas: (mensagem: Mensagem) => ReactNode
}

/** Messages and what happened, oldest first. New ones never steal the scroll of whoever is reading above. */
export function Thread({ id, cliente, aoEditar, dicas }: Props) {
  const consulta = useQuery(conversaQuery(id))
  // Deferred for the first answer only, and until the customer is there too: thread and dock appear together, and
  // nothing moves.
  const conversa = useDeferredValue(cliente && consulta.data) && consulta.data
  const { mensagens = NENHUMA, temAntes = false, primeiraNova = null } = conversa ?? {}
  const pendentes = usePendentes(id)
  const ids = useMemo(() => mensagens.map((mensagem) => mensagem.id), [mensagens])
  const leitura = useLeitura({
    ids,
    temAntes,
    esperando: pendentes.length,
    primeiraNova,
    carregarAntes: () => carregarAnteriores(id).catch((erro: unknown) => avisar(fraseDe(erro))),
  })
  const itens = useItens(mensagens, leitura, temAntes, primeiraNova, cliente)
  const ultimaAutomatica = useMemo(() => mensagens.findLast((mensagem) => mensagem.automatica)?.id, [mensagens])
  const aoReenviar = useCallback((mensagem: Mensagem) => reenviar(id, mensagem), [id])

  return (
    <div className="thread-frame stack">
      {leitura.carregando && <div className="thread-loading menor cinza nowrap">Buscando mensagens anteriores…</div>}
      <div
        ref={leitura.moldura}
        className="thread"
        role="log"
        // Off: earlier messages are no news, and `Novidade` below announces new ones.
        aria-live="off"
        aria-label="Conversa"
        aria-busy={!conversa && !consulta.error}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a thread is scrolled with the keyboard
        tabIndex={0}
        onScroll={leitura.aoRolar}
      >
        <div ref={leitura.conteudo}>
          <SemMensagens consulta={consulta} vazia={conversa && itens.length + pendentes.length === 0} />
          {itens.map((item) => (
            <ThreadItem
              key={item.chave}
              item={item}
              cliente={cliente}
              ultimaAutomatica={ultimaAutomatica}
              dicas={dicas}
              aoReenviar={aoReenviar}
            />
          ))}
          {leitura.fim === mensagens.length && <Pendentes pendentes={pendentes} aoEditar={aoEditar} />}
        </div>
      </div>
      <Novidade mensagens={conversa && mensagens} nome={cliente?.nome ?? ''} />
      <Descer leitura={leitura} />
    </div>
  )
}

/** In the place of messages: loading, failed, or none yet. `vazia` is undefined until the thread is drawn. */
function SemMensagens({ consulta, vazia }: { consulta: UseQueryResult; vazia: boolean | undefined }) {
  if (vazia) return <div className="thread-empty">Ainda não houve mensagens com este cliente.</div>
  if (consulta.error && !consulta.data)
    return (
      <ErrorState
        titulo="Não foi possível abrir a conversa"
        erro={consulta.error}
        aoTentar={() => void consulta.refetch()}
      />
    )
  return vazia === undefined && !consulta.error && <ThreadSkeleton />
}

const Pendentes = ({ pendentes, aoEditar }: { pendentes: readonly Pendente[] } & Pick<Props, 'aoEditar'>) =>
  pendentes.map((pendente, n) => (
    <BolhaPendente
      key={pendente.chave}
      pendente={pendente}
      primeira={n === 0}
      acoes={<AcoesDoPendente pendente={pendente} aoEditar={aoEditar} />}
    />
  ))

/** The stretch on screen, with its days, events and notes. */
function useItens(
  mensagens: Mensagem[],
  { inicio, fim }: ReturnType<typeof useLeitura>,
  temAntes: boolean,
  primeiraNova: number | null,
  cliente: ClienteDetalhado | undefined,
) {
  const historico = cliente?.historico
  const anotacoes = cliente?.anotacoes
  return useMemo(
    () =>
      linhaDoTempo(
        {
          mensagens: mensagens.slice(inicio, fim),
          doInicio: inicio === 0 && !temAntes,
          ateOFim: fim === mensagens.length,
          primeiraNova,
        },
        historico ?? [],
        anotacoes,
      ),
    [mensagens, inicio, fim, temAntes, primeiraNova, historico, anotacoes],
  )
}

interface ItemProps extends Pick<Props, 'dicas'> {
  item: ItemTempo
  cliente: ClienteDetalhado | undefined
  /** The only one of the engine's that is not folded. */
  ultimaAutomatica: number | undefined
  aoReenviar: (mensagem: Mensagem) => void
}
function ThreadItem({ item, cliente, ultimaAutomatica, dicas, aoReenviar }: ItemProps) {
  if (item.tipo === 'dia') return <Dia dia={item.dia} />
  if (item.tipo === 'evento') return <Evento log={item.log} cliente={cliente?.nome ?? ''} />
  if (item.tipo === 'anotacao') return cliente && <AnotacaoNaConversa anotacao={item.anotacao} cliente={cliente} />
  if (item.tipo === 'novas') return <div className="thread-unread gap-12 forte">Ainda não lidas</div>
  const { mensagem, primeira, ultima } = item
  const aMao = mensagem.direcao === 'enviada' && !mensagem.automatica && REENVIAVEIS.has(mensagem.tipo)
  return (
    <>
      <Bolha
        mensagem={mensagem}
        primeira={primeira}
        ultima={ultima}
        dobrada={mensagem.id !== ultimaAutomatica}
        aoReenviar={aMao ? aoReenviar : undefined}
      />
      {mensagem.intencoes.length > 0 && dicas(mensagem)}
    </>
  )
}

/** The actions on a message that the server does not have yet. */
const AcoesDoPendente = ({ pendente, aoEditar }: { pendente: Pendente; aoEditar: (conteudo: string) => void }) => (
  <>
    <button type="button" onClick={() => tentarDeNovo(pendente)}>
      Tentar de novo
    </button>
    {pendente.estado === 'recusada' && !pendente.arquivo && pendente.arquivoDe === undefined && (
      <button
        type="button"
        onClick={() => {
          descartar(pendente)
          aoEditar(pendente.conteudo)
        }}
      >
        Editar
      </button>
    )}
    <button type="button" onClick={() => descartar(pendente)}>
      Descartar
    </button>
  </>
)

/** Back to the end of the conversation, with how many messages came meanwhile. */
const Descer = ({ leitura: { novas, longe, descer } }: { leitura: ReturnType<typeof useLeitura> }) =>
  novas > 0 ? (
    <Button
      variant="contained"
      size="small"
      className="thread-down"
      endIcon={<ArrowDownwardOutlined />}
      onClick={descer}
    >
      {plural(novas, 'nova', 'novas')}
    </Button>
  ) : (
    longe && (
      <IconButton aria-label="Ir para o fim da conversa" className="thread-down" onClick={descer}>
        <ArrowDownwardOutlined size={20} />
      </IconButton>
    )
  )

const DITAS_NO_MAXIMO = 200
const SEM_TEXTO: Partial<Record<Mensagem['tipo'], string>> = {
  imagem: 'mandou uma imagem',
  documento: 'mandou um documento',
  audio: 'mandou um áudio',
  video: 'mandou um vídeo',
}

/** Read aloud when the customer writes while the conversation is open: who and what, once. */
function Novidade({ mensagens, nome }: { mensagens: Mensagem[] | undefined; nome: string }) {
  const ultima = mensagens?.findLast((mensagem) => mensagem.direcao === 'recebida')
  // What was there when the conversation opened is no news.
  const [aberta, setAberta] = useState<number>()
  if (aberta === undefined && mensagens) setAberta(ultima?.id ?? 0)
  const nova = ultima && aberta !== undefined && ultima.id > aberta ? ultima : undefined
  return (
    <div role="status" className="so-leitor">
      {nova && (
        <span key={nova.id}>
          {nome}: {(nova.conteudo || SEM_TEXTO[nova.tipo] || 'nova mensagem').slice(0, DITAS_NO_MAXIMO)}
        </span>
      )}
    </div>
  )
}

const Dia = ({ dia }: { dia: string }) => (
  <div className="thread-day" data-chave={`dia-${dia}`}>
    <span>
      {dia === hoje() ? 'Hoje, ' : ''}
      {diaDaSemanaLongo(dia)} {emDia(dia)}
    </span>
  </div>
)
