import { createWriteStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import type { CloudApi } from '#server/cloud-api/cloud-api.ts'
import { pausaAntesDeRepetir } from '#server/cloud-api/erros-meta.ts'
import type { Falha } from '#server/cloud-api/graph.ts'
import { numeroEmVigor } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarRecusadas } from '#server/despacho/resultados.actions.ts'
import { lugarDeChegada } from '#server/http/recepcao.ts'
import { estaInteiro, type Midia } from '#server/saida/midia.ts'
import { acordarSaida, ESPEROU_DEMAIS } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'

/** The channel that announces a file to be uploaded to Meta. */
export const CANAL_SUBIDA = 'subidas'
export const acordarSubida = (trx: Trx) => sql`select pg_notify(${CANAL_SUBIDA}, '')`.execute(trx)

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp' | 'pastaDados' | 'armazem'>

const LOTE = 20
/** Where nodes do not share a folder, the file may be on another node, which then uploads it. */
const ESPERA_DO_ARQUIVO_MS = 10 * 60_000
const MAIOR_PAUSA = 300

interface ASubir {
  id: number
  midia: Midia & { arquivo: string }
  tentativas: number
  created_at: string
}

/**
 * Takes to Meta the files that wait in the outbox: until then the dispatcher lets their messages wait, and what was
 * written after them. Nothing reaches the customer by an upload, so one of unknown outcome is simply done again.
 * Gives true when there may be more.
 */
export async function subirArquivos(meios: Meios): Promise<boolean> {
  const [{ phoneNumberId }, api] = [await meios.whatsapp.conta(), await meios.whatsapp.api()]
  if (!api || !phoneNumberId) return false
  const pendentes = await lerPendentes(meios.db, meios.relogio.agora())
  for (const pendente of pendentes) {
    // One whose file cannot be read now waits; the others do not wait for it.
    await subirUm(meios, api, phoneNumberId, pendente).catch(async (erro: unknown) => {
      meios.log.error({ err: erro, mensagem: pendente.id }, 'um arquivo não pôde ser lido para ir à Meta')
      await adiar(meios, pendente, Math.min(2 ** (pendente.tentativas + 1), MAIOR_PAUSA))
    })
  }
  return pendentes.length === LOTE
}

const lerPendentes = async (db: Db, agora: Date): Promise<ASubir[]> => {
  const { rows } = await sql<ASubir>`
    select id, midia, tentativas, created_at from mensagem
    where envio = 'fila' and midia is not null and midia->>'id' is null and proxima_em <= ${agora}
    order by id limit ${LOTE}`.execute(db)
  return rows
}

async function subirUm(meios: Meios, api: CloudApi, numeroId: string, pendente: ASubir) {
  const idade = meios.relogio.agora().getTime() - Date.parse(pendente.created_at)
  if (idade > DIA_MS) return desistir(meios, pendente, ESPEROU_DEMAIS)
  const local = await noDisco(meios, pendente.midia.arquivo)
  const perdido = async () => (idade > ESPERA_DO_ARQUIVO_MS ? desistir(meios, pendente, PERDIDO) : undefined)
  if (!local) return perdido()
  try {
    const { mime, nome } = pendente.midia
    const conteudo = await openAsBlob(local.caminho, { type: mime })
    if (!estaInteiro(pendente.midia, conteudo.size)) return await perdido()
    const subida = await api.subirArquivo({ nome: nome ?? 'arquivo', mime, conteudo })
    if (subida.tipo === 'ok') await anotar(meios, pendente, subida.valor, numeroId)
    else await adiarOuDesistir(meios, pendente, subida)
  } finally {
    await local.apagar()
  }
}

/**
 * The file on this machine, because uploads stream from disk: a copy of a file stored elsewhere. No copy if it is stored here, so
 * that a full disk does not prevent sending.
 */
async function noDisco({ armazem, pastaDados }: Meios, arquivo: string) {
  if (armazem.lugar) {
    const caminho = await armazem.lugar(arquivo)
    return caminho === null ? null : { caminho, apagar: async () => undefined }
  }
  const copia = await lugarDeChegada(pastaDados)
  try {
    const guardado = await armazem.abrir(arquivo)
    if (!guardado) {
      await copia.apagar()
      return null
    }
    await pipeline(guardado.corpo, createWriteStream(copia.caminho, { mode: 0o600 }))
    return copia
  } catch (erro) {
    await copia.apagar()
    throw erro
  }
}

/** A message cancelled or erased meanwhile stays as it is; with another number in force it is uploaded again, for that one. */
async function anotar({ db, relogio }: Meios, { id }: ASubir, midiaId: string, numeroId: string) {
  const nova = { id: midiaId, subidaEm: relogio.agora().toISOString(), numeroId }
  await emTransacao(db, async (trx) => {
    if (((await numeroEmVigor(trx, true)) ?? numeroId) !== numeroId) return
    await sql`update mensagem set midia = midia || ${JSON.stringify(nova)}::jsonb, tentativas = 0
      where id = ${id} and envio = 'fila' and midia is not null`.execute(trx)
    await acordarSaida(trx)
  })
}

const PERDIDO = {
  codigo: 'arquivo_perdido',
  mensagem: 'O arquivo não está mais neste servidor. Escolha-o de novo.',
}

async function adiarOuDesistir(meios: Meios, pendente: ASubir, falha: Falha) {
  const tentativas = pendente.tentativas + 1
  if (falha.tipo === 'recusada') {
    const { erro } = falha
    const pausa = erro.tipo === 'parar_conta' ? MAIOR_PAUSA : pausaAntesDeRepetir(erro, tentativas)
    if (pausa !== null) return adiar(meios, pendente, pausa)
    return desistir(meios, pendente, { codigo: String(erro.codigo), mensagem: `${erro.frase} ${erro.providencia}` })
  }
  meios.log.warn(
    { mensagem: pendente.id, detalhe: falha.detalhe },
    'um arquivo não chegou à Meta; será tentado de novo',
  )
  await adiar(meios, pendente, Math.min(2 ** tentativas, MAIOR_PAUSA))
}

async function adiar({ db, relogio }: Meios, { id, tentativas }: ASubir, segundos: number) {
  const agora = relogio.agora()
  const em = new Date(agora.getTime() + segundos * 1_000)
  // When it was tried is written too: by it a clock that is set back afterwards is known (`acertarEsperas`).
  await sql`update mensagem set tentativas = ${tentativas + 1}, proxima_em = ${em}, reivindicada_em = ${agora}
    where id = ${id} and envio = 'fila'`.execute(db)
}

const desistir = ({ db, relogio }: Meios, { id }: ASubir, porque: { codigo: string; mensagem: string }) =>
  emTransacao(db, (trx) => registrarRecusadas(trx, [{ id, ...porque }], relogio.agora()))
