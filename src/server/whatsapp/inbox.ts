import type { ContaEmVigor } from '#domain/conta-whatsapp.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Evento, Origem } from '#server/entrada/origem.ts'
import { marcarProcessados, tomarEmLote } from '#server/entrada/processar.actions.ts'
import { ninguemGrava } from '#server/http/falhas-do-ambiente.ts'
import { ehDoWhatsapp } from '#server/mensagens/conteudo.ts'
import { receberMensagens } from '#server/mensagens/receber.actions.ts'
import type { Chegada } from '#server/mensagens/recebida.ts'
import type { Servicos } from '#server/servicos.ts'
import { processarEvento } from './processar.actions.ts'
import { deixarUmPorUm, processarStatusEmLote, SOZINHO } from './status-em-lote.actions.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'chaveSecreta' | 'whatsapp' | 'origem'>

/** Everything that Meta tells: in order for each person, statuses in any order. */
export const daMeta = (meios: Meios): Origem<ContaEmVigor> => ({
  nome: 'whatsapp',
  deQuem: 'do WhatsApp',
  assunto: 'whatsapp',
  sozinho: SOZINHO,
  preparar: () => meios.whatsapp.conta(),
  processar: (trx, evento, agora, conta) => processarEvento(trx, { ...meios, conta }, evento, agora),
  soltos: () => processarStatus(meios),
  emLote: (contatos) => processarMensagensEmLote(meios, contatos),
})

/** One that breaks the batch is found by taking each of them alone. */
async function processarStatus({ db, relogio, log }: Meios): Promise<number> {
  try {
    return await processarStatusEmLote(db, relogio.agora())
  } catch (erro) {
    if (ninguemGrava(erro)) throw erro
    log.warn({ err: erro }, 'um lote de status falhou e será processado um a um')
    return deixarUmPorUm(db)
  }
}

/**
 * The messages of all these people in one transaction. People with another kind of event next, or with an earlier failure, are
 * left to be processed one by one; if the batch fails, so is everybody, because one of them is the cause.
 */
async function processarMensagensEmLote(
  meios: Meios,
  contatos: string[],
): Promise<{ feitos: number; restam: string[] }> {
  const { db, relogio, log } = meios
  try {
    return await emTransacao(db, async (trx) => {
      const { livres, eventos } = await tomarEmLote(trx, contatos)
      const prontos = [...eventos.values()].flatMap((dele) => ateOPrimeiro(dele, naoVaiEmLote))
      const agora = relogio.agora()
      const chegadas = prontos.map(({ payload }) => payload as Chegada)
      await receberMensagens(trx, meios, chegadas, agora)
      await marcarProcessados(trx, prontos, agora)
      return { feitos: prontos.length, restam: livres.filter((chave) => eventos.get(chave)?.some(naoVaiEmLote)) }
    })
  } catch (erro) {
    if (ninguemGrava(erro)) throw erro
    log.warn({ err: erro, contatos: contatos.length }, 'um lote da entrada falhou e será processado um a um')
    return { feitos: 0, restam: contatos }
  }
}

function ateOPrimeiro<T>(itens: readonly T[], fim: (item: T) => boolean): T[] {
  const corte = itens.findIndex(fim)
  return corte === -1 ? [...itens] : itens.slice(0, corte)
}

const naoVaiEmLote = ({ tipo, sem_efeito, tentativas, payload }: Evento) =>
  tipo !== 'mensagem' || sem_efeito || tentativas > 0 || vemDoWhatsapp(payload as Chegada | null)

const vemDoWhatsapp = (chegada: Chegada | null) => Boolean(chegada?.mensagem && ehDoWhatsapp(chegada.mensagem))
