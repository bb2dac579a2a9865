import type { Log } from '#contract/logs.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { diaDe } from '#domain/data.ts'

export type ItemTempo =
  | { tipo: 'dia'; chave: string; dia: string }
  | { tipo: 'evento'; chave: string; log: Log }
  | { tipo: 'mensagem'; chave: string; mensagem: Mensagem; primeira: boolean; ultima: boolean }

const MESMO_GRUPO_MS = 5 * 60_000
/** Messages speak for themselves; of the rest of the log, the thread shows what happened to the customer. */
const NAO_CONTAM = /^(mensagem|sessao|cobranca\.(enviada|enfileirada))/

/** Messages and what happened, in one order of time, by day; messages of one side within 5 minutes make a group. */
export function linhaDoTempo(mensagens: Mensagem[], historico: Log[], completo: boolean): ItemTempo[] {
  const desde = completo ? '' : (mensagens[0]?.created_at ?? '')
  const eventos = historico.filter((log) => !NAO_CONTAM.test(log.acao) && log.created_at >= desde)
  const tudo = [
    ...mensagens.map((mensagem) => ({ quando: mensagem.created_at, ordem: mensagem.id, mensagem })),
    ...eventos.map((log) => ({ quando: log.created_at, ordem: log.id, log })),
  ].sort((a, b) => a.quando.localeCompare(b.quando) || a.ordem - b.ordem)

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
    const { mensagem } = um
    itens.push({
      tipo: 'mensagem',
      chave: `mensagem-${mensagem.id}`,
      mensagem,
      primeira: !mesmoGrupo(tudo[indice - 1], mensagem),
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
