import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { CloudApi, Midia } from '#server/cloud-api/cloud-api.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import type { MidiaRecebida } from './conteudo.ts'
import { pastaDeMidias } from './midia.queries.ts'

/** The channel that says that there is a file to fetch. */
export const CANAL_MIDIA = 'midias'
export const acordarMidias = (trx: Trx) => sql`select pg_notify(${CANAL_MIDIA}, '')`.execute(trx)

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp' | 'pastaDados'>

const LOTE = 20
/** Meta takes no more than this from a customer. */
const MAIOR_ARQUIVO = 100 * 1024 * 1024
/** Meta keeps a file for 7 days; with pauses that double from a minute, so many tries pass that. */
const TENTATIVAS = 14
const DIA_MS = 86_400_000

interface Pendente {
  id: number
  midia: MidiaRecebida
}

/** Fetches what customers sent and is not here yet. Gives true when there may be more. */
export async function baixarMidias(meios: Meios): Promise<boolean> {
  const pendentes = await lerPendentes(meios.db, meios.relogio.agora())
  if (pendentes.length === 0) return false
  const api = await meios.whatsapp.api()
  if (!api) return false
  await mkdir(pastaDeMidias(meios.pastaDados), { recursive: true, mode: 0o700 })
  for (const pendente of pendentes) await baixarUma(meios, api, pendente)
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
    try {
      const { arquivo, tamanho } = await guardar(pastaDeMidias(meios.pastaDados), id, baixada.valor)
      return await anotar(meios, id, { arquivo, tamanho, mime: baixada.valor.mime })
    } catch (erro) {
      if (erro instanceof GrandeDemais) return anotar(meios, id, { erro: erro.message })
      meios.log.warn({ err: erro, mensagem: id }, 'o arquivo de uma mensagem não pôde ser gravado')
    }
  }
  const definitiva = baixada.tipo === 'recusada' && ['nosso_erro', 'nao_repetir'].includes(baixada.erro.tipo)
  const tentativas = (midia.tentativas ?? 0) + 1
  if (definitiva || tentativas >= TENTATIVAS) {
    return anotar(meios, id, { erro: 'O arquivo não está mais disponível na Meta. Peça que o cliente envie de novo.' })
  }
  const proximaEm = new Date(meios.relogio.agora().getTime() + 60_000 * 2 ** (tentativas - 1)).toISOString()
  await anotar(meios, id, { tentativas, proximaEm })
}

class GrandeDemais extends Error {}

/** Whole under its final name, or not at all. */
async function guardar(pasta: string, id: number, { corpo }: Midia) {
  const arquivo = `${id}-${randomBytes(8).toString('hex')}`
  const parcial = join(pasta, `${arquivo}.parcial`)
  let tamanho = 0
  const medir = new Transform({
    transform(parte: Buffer, _, pronto) {
      tamanho += parte.length
      if (tamanho > MAIOR_ARQUIVO) pronto(new GrandeDemais('O arquivo passa de 100 MB e não foi guardado.'))
      else pronto(null, parte)
    },
  })
  try {
    await pipeline(corpo, medir, createWriteStream(parcial, { mode: 0o600 }))
    await rename(parcial, join(pasta, arquivo))
    return { arquivo, tamanho }
  } catch (erro) {
    await rm(parcial, { force: true })
    throw erro
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

/** Files whose message no longer names them (erased, or a crash between file and row) do not outlive the day. */
export async function varrerMidias({ db, pastaDados }: Meios): Promise<void> {
  const pasta = pastaDeMidias(pastaDados)
  const arquivos = await readdir(pasta).catch((erro: NodeJS.ErrnoException) => {
    if (erro.code === 'ENOENT') return []
    throw erro
  })
  for (let de = 0; de < arquivos.length; de += 500) {
    const parte = arquivos.slice(de, de + 500)
    const ids = parte.map((nome) => Number.parseInt(nome, 10)).filter(Number.isSafeInteger)
    const { rows } = await sql<{ arquivo: string }>`
      select midia->>'arquivo' as arquivo from mensagem where id = any(${ids}::bigint[]) and midia->>'arquivo' is not null`.execute(
      db,
    )
    const vivos = new Set(rows.map((linha) => linha.arquivo))
    for (const nome of parte.filter((um) => !vivos.has(um))) await apagarSeVelho(join(pasta, nome))
  }
}

/** By the machine's clock, which dates files. */
async function apagarSeVelho(caminho: string) {
  const { mtimeMs } = await stat(caminho)
  if (Date.now() - mtimeMs > DIA_MS) await rm(caminho, { force: true })
}
