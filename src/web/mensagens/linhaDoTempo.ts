import type { Anotacao } from '#contract/anotacoes.ts'
import type { Log } from '#contract/logs.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { diaDe } from '#domain/data.ts'
import type { AcaoDoLog } from '#domain/log.ts'

export type ItemTempo =
  | { tipo: 'dia'; chave: string; dia: string }
  | { tipo: 'novas'; chave: string }
  | { tipo: 'evento'; chave: string; log: Log }
  | { tipo: 'anotacao'; chave: string; anotacao: Anotacao }
  | { tipo: 'mensagem'; chave: string; mensagem: Mensagem; primeira: boolean; ultima: boolean }

const MESMO_GRUPO_MS = 5 * 60_000
/** Log lines that the thread leaves out: the messages themselves are there. */
const NAO_CONTAM: ReadonlySet<string> = new Set<AcaoDoLog>([
  'mensagem.escrever',
  'mensagem.falhar',
  'cliente.negociar',
  'cliente.quebrar_acordo',
  'cliente.cancelar_acordo',
  // The thread shows the note itself.
  'anotacao.escrever',
  'anotacao.mudar',
  'anotacao.apagar',
])

/** The order within one instant. */
const ORDEM = { recebida: 0, evento: 1, anotacao: 2, enviada: 3 }
type Um = { mensagem: Mensagem } | { log: Log } | { anotacao: Anotacao }
const numero = (um: Um) => ('log' in um ? um.log : 'anotacao' in um ? um.anotacao : um.mensagem).id

/** The stretch of the conversation that is on screen, and what of it was new. */
export interface Trecho {
  mensagens: Mensagem[]
  /** Nothing came before these. */
  doInicio: boolean
  /** Nothing came after these. */
  ateOFim: boolean
  primeiraNova: number | null
}

/** Messages, what happened and what was noted, in one order of time, by day; messages of one side within 5 minutes make a group. */
export function linhaDoTempo(
  { mensagens, doInicio, ateOFim, primeiraNova }: Trecho,
  historico: Log[],
  anotacoes: Anotacao[] = [],
): ItemTempo[] {
  const desde = doInicio ? '' : (mensagens[0]?.created_at ?? '')
  const ate = ateOFim ? '9999' : (mensagens.at(-1)?.created_at ?? '')
  const noTrecho = ({ created_at }: { created_at: string }) => created_at >= desde && created_at <= ate
  const eventos = historico.filter((log) => !NAO_CONTAM.has(log.acao) && noTrecho(log))
  const tudo = [
    ...mensagens.map((mensagem) => ({ quando: mensagem.created_at, ordem: ORDEM[mensagem.direcao], mensagem })),
    ...eventos.map((log) => ({ quando: log.created_at, ordem: ORDEM.evento, log })),
    ...anotacoes.filter(noTrecho).map((anotacao) => ({ quando: anotacao.created_at, ordem: ORDEM.anotacao, anotacao })),
  ].sort((a, b) => (a.quando === b.quando ? a.ordem - b.ordem || numero(a) - numero(b) : a.quando < b.quando ? -1 : 1))

  const itens: ItemTempo[] = []
  let dia = ''
  for (const [indice, um] of tudo.entries()) {
    const deste = diaDe(um.quando)
    if (deste !== dia) itens.push({ tipo: 'dia', chave: `dia-${deste}`, dia: deste })
    dia = deste
    if ('log' in um) {
      itens.push({ tipo: 'evento', chave: `log-${um.log.id}`, log: um.log })
      continue
    }
    if ('anotacao' in um) {
      itens.push({ tipo: 'anotacao', chave: `anotacao-${um.anotacao.id}`, anotacao: um.anotacao })
      continue
    }
    const { mensagem } = um
    if (mensagem.id === primeiraNova) itens.push({ tipo: 'novas', chave: 'novas' })
    itens.push({
      tipo: 'mensagem',
      chave: `mensagem-${mensagem.id}`,
      mensagem,
      primeira: mensagem.id === primeiraNova || !mesmoGrupo(tudo[indice - 1], mensagem),
      ultima: !mesmoGrupo(tudo[indice + 1], mensagem),
    })
  }
  return itens
}

function mesmoGrupo(outro: object | undefined, mensagem: Mensagem): boolean {
  if (!outro || !('mensagem' in outro)) return false
  const vizinha = outro.mensagem as Mensagem
  return (
    vizinha.direcao === mensagem.direcao &&
    vizinha.automatica === mensagem.automatica &&
    Math.abs(Date.parse(vizinha.created_at) - Date.parse(mensagem.created_at)) <= MESMO_GRUPO_MS
  )
}
