import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { BYTES_DO_RECEBIDO, nomeEhSeguro, tipoRecebido } from '#domain/arquivo.ts'
import { DIA_MS } from '#domain/data.ts'
import { type Armazem, ArmazemFora, type Guardado } from '#server/armazem/armazem.ts'
import { ARQUIVOS_CITADOS } from '#server/armazem/arquivos-citados.ts'
import type { CloudApi, Midia as MidiaDaMeta } from '#server/cloud-api/cloud-api.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { lugarDeChegada } from '#server/http/recepcao.ts'
import { esperarTodos } from '#server/jobs/esperar-todos.ts'
import type { Midia } from '#server/saida/midia.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'

/** The channel that says that there is a file to fetch. */
export const CANAL_MIDIA = 'midias'
export const acordarMidias = (trx: Trx) => sql`select pg_notify(${CANAL_MIDIA}, '')`.execute(trx)

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp' | 'pastaDados' | 'armazem'>

const LOTE = 20
/** Fetched at once, so that a large file over a slow line holds back no other. */
const LARGURA = 4
/** Meta takes no more than this from a customer. */
const MAIOR_ARQUIVO = 100 * 1024 * 1024
/**
 * Meta keeps a file for 7 days: with pauses that double from a minute, the last try is after 5.7 days, and one more
 * would be too late.
 */
const TENTATIVAS = 14
/** Retried while our own disk is full: somebody may have freed space. */
const DEPOIS_DO_DISCO_MS = 10 * 60_000

interface Pendente {
  id: number
  midia: Midia & { id: string }
}

/** Fetches what customers sent and is not here yet. Gives true when there may be more. */
export async function baixarMidias(meios: Meios): Promise<boolean> {
  const pendentes = await lerPendentes(meios.db, meios.relogio.agora())
  if (pendentes.length === 0) return false
  const api = await meios.whatsapp.api()
  if (!api) return false
  const fila = pendentes.values()
  const trabalhar = async () => {
    for (const pendente of fila) await baixarUma(meios, api, pendente)
  }
  await esperarTodos(Array.from({ length: LARGURA }, trabalhar))
  return pendentes.length === LOTE
}

const lerPendentes = async (db: Db, agora: Date): Promise<Pendente[]> => {
  const { rows } = await sql<Pendente>`
    select id, midia from mensagem
    where midia is not null and midia->>'arquivo' is null and midia->>'erro' is null
      and coalesce((midia->>'proximaEm')::timestamptz, '-infinity') <= ${agora}
    order by id limit ${LOTE}`.execute(db)
  return rows
}

async function baixarUma(meios: Meios, api: CloudApi, { id, midia }: Pendente) {
  const baixada = await api.baixarMidia(midia.id)
  if (baixada.tipo === 'ok') {
    if (!nomeEhSeguro(midia.nome)) {
      largar(baixada.valor.corpo)
      return anotar(meios, id, { erro: PERIGOSO })
    }
    const fim = await guardar(meios, id, baixada.valor).catch((erro: unknown) => ({ erro }))
    if (!('erro' in fim)) return anotar(meios, id, fim)
    const { erro } = fim
    largar(baixada.valor.corpo) // where the disk took not even the first byte, nobody read it
    if (erro instanceof NaoGuardado) return anotar(meios, id, { erro: erro.message })
    meios.log.warn({ err: erro, mensagem: id }, 'o arquivo de uma mensagem não pôde ser gravado')
    if (naoCoube(erro)) return anotar(meios, id, { semLugar: true, proximaEm: daqui(meios, DEPOIS_DO_DISCO_MS) })
  }
  const definitiva = baixada.tipo === 'recusada' && ['nosso_erro', 'nao_repetir'].includes(baixada.erro.tipo)
  const tentativas = (midia.tentativas ?? 0) + 1
  if (definitiva || tentativas >= TENTATIVAS) return anotar(meios, id, { erro: midia.semLugar ? SEM_LUGAR : SUMIU })
  await anotar(meios, id, { tentativas, proximaEm: daqui(meios, 60_000 * 2 ** (tentativas - 1)) })
}

/** Destroying it is told as an error, which is expected here. */
const largar = (corpo: Readable) => void corpo.on('error', () => undefined).destroy()

/** Our own disk, or bucket: Meta still has the file, and none of the tries that it is asked for is spent. */
const naoCoube = (erro: unknown) => erro instanceof ArmazemFora || falhaDoAmbiente(erro) !== undefined

const daqui = ({ relogio }: Meios, ms: number) => new Date(relogio.agora().getTime() + ms).toISOString()

const SUMIU = 'O arquivo não está mais disponível na Meta. Peça que o cliente envie de novo.'
const SEM_LUGAR =
  'O arquivo não coube neste servidor enquanto a Meta o tinha. Avise um administrador, e peça que o cliente envie de novo.'

const PERIGOSO =
  'O arquivo é de um tipo que pode trazer vírus, e não foi guardado. Peça que o cliente envie uma foto ou um PDF.'

class NaoGuardado extends Error {}

/** Spooled here first: what is kept is whole, and of a kind that its own bytes tell. */
async function guardar({ armazem, pastaDados }: Meios, id: number, { corpo, mime: rotulo }: MidiaDaMeta) {
  const arquivo = `${id}-${randomBytes(8).toString('hex')}`
  const { caminho, apagar } = await lugarDeChegada(pastaDados)
  let tamanho = 0
  let inicio = Buffer.alloc(0)
  const medir = new Transform({
    transform(parte: Buffer, _, pronto) {
      tamanho += parte.length
      if (inicio.length < BYTES_DO_RECEBIDO) inicio = Buffer.concat([inicio, parte]).subarray(0, BYTES_DO_RECEBIDO)
      if (tamanho > MAIOR_ARQUIVO) pronto(new NaoGuardado('O arquivo passa de 100 MB e não foi guardado.'))
      else pronto(null, parte)
    },
  })
  try {
    await pipeline(corpo, medir, createWriteStream(caminho, { mode: 0o600 }))
    const mime = tipoRecebido(inicio, rotulo)
    if (mime === null) throw new NaoGuardado(PERIGOSO)
    await armazem.guardar(arquivo, caminho)
    return { arquivo, tamanho, mime }
  } finally {
    await apagar()
  }
}

/** The message may have been erased meanwhile: then nothing is written, and the sweep takes the file. */
async function anotar({ db }: Meios, id: number, novo: object) {
  await emTransacao(db, async (trx) => {
    await sql`update mensagem set midia = midia || ${JSON.stringify(novo)}::jsonb where id = ${id} and midia is not null`.execute(
      trx,
    )
    await anunciar(trx, [id], 'mensagem')
  })
}

/** Files that no message and no dispute names (erased, or a crash between file and row) do not outlive the day. */
export async function varrerMidias({ db, armazem }: Pick<Meios, 'db' | 'armazem'>): Promise<void> {
  let lote: Guardado[] = []
  for await (const guardado of armazem.listar()) {
    lote.push(guardado)
    if (lote.length >= 500) {
      await apagarEsquecidos(db, armazem, lote)
      lote = []
    }
  }
  await apagarEsquecidos(db, armazem, lote)
}

/** By the machine's clock, which dates files. */
async function apagarEsquecidos(db: Db, armazem: Armazem, lote: readonly Guardado[]) {
  const velhos = lote.filter(({ alteradoEm }) => Date.now() - alteradoEm.getTime() > DIA_MS).map(({ nome }) => nome)
  if (velhos.length === 0) return
  const { rows } = await sql<{ arquivo: string }>`
    select arquivo from (${sql.raw(ARQUIVOS_CITADOS)}) as citados where arquivo = any(${velhos}::text[])`.execute(db)
  const vivos = new Set(rows.map(({ arquivo }) => arquivo))
  for (const nome of velhos) if (!vivos.has(nome)) await armazem.apagar(nome)
}
