import { sql } from 'kysely'
import type { z } from 'zod'
import type { salvarClientePorCodigo } from '#contract/integracao.ts'
import type { Causa } from '#domain/causa.ts'
import { explicarDocumento, normalizarDocumento } from '#domain/documento.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { criarCliente, mudarCadastro } from '#server/clientes/cadastro.actions.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'

type Pedido = z.output<typeof salvarClientePorCodigo.schema.body>

/** The customer to whom a company's code belongs; 404 when it is nobody's. */
export async function clienteDoCodigo(db: Db | Trx, codigo: string): Promise<number> {
  const cliente = await porCodigo(db, codigo)
  if (!cliente) throw new NaoEncontrado(`Nenhum cliente tem o código externo ${codigo}.`)
  return cliente.id
}

const porCodigo = (db: Db | Trx, codigo: string) =>
  db
    .selectFrom('cliente')
    .select('id')
    .where('codigo_externo', '=', codigo)
    .where('codigo_repetido', '=', false)
    .executeTakeFirst()

/**
 * Creates the customer of a code, or changes the given fields of the one who has it; absent fields keep their value. A known
 * document without a code gets this one. Returns the id, and whether it is new. For a document with another code: 409
 * `documento_em_uso`.
 */
export async function salvarCliente(
  trx: Trx,
  chaveSecreta: Buffer,
  codigo: string,
  { documento: dito, ...contato }: Pedido,
  causa: Causa,
): Promise<{ id: number; novo: boolean }> {
  const documento = dito === undefined ? undefined : lerDocumento(dito)
  await umPorVez(trx, `codigo:${codigo}`, ...(documento === undefined ? [] : [`documento:${documento}`]))
  const id = await quemTem(trx, codigo, documento)
  if (id === undefined) {
    const novo = { ...exigirInteiro(contato.nome, documento), codigo_externo: codigo }
    return { id: await criarCliente(trx, chaveSecreta, { ...contato, ...novo }, causa), novo: true }
  }
  const cliente = await travarParaCausa(trx, id, causa)
  // A spreadsheet that was being written may have given a code meanwhile: this one to somebody, or them another.
  if ((await quemTem(trx, codigo, documento)) !== id)
    throw new RegraViolada(
      'codigo_em_uso',
      `O código externo ${codigo} mudou de cliente agora há pouco. Mande de novo.`,
    )
  const identidade = documento === undefined ? { codigo_externo: codigo } : { codigo_externo: codigo, documento }
  await mudarCadastro(trx, chaveSecreta, cliente, { ...contato, ...identidade }, causa)
  return { id, novo: false }
}

/** Whose the code is, or whose the document that has none yet; undefined: nobody's. */
async function quemTem(trx: Trx, codigo: string, documento: string | undefined): Promise<number | undefined> {
  const doCodigo = await porCodigo(trx, codigo)
  const doDocumento = documento === undefined ? undefined : await porDocumento(trx, documento)
  recusarDocumentoDeOutro(doCodigo?.id, doDocumento)
  return doCodigo?.id ?? doDocumento?.id
}

function exigirInteiro(nome: string | undefined, documento: string | undefined) {
  if (nome !== undefined && documento !== undefined) return { nome, documento }
  throw new CamposInvalidos({
    ...(nome === undefined && { nome: ['O nome é obrigatório para um cliente novo.'] }),
    ...(documento === undefined && { documento: ['O CPF ou CNPJ é obrigatório para um cliente novo.'] }),
  })
}

/** Serialises calls about the same customer, so that two calls at once do not create it twice. */
async function umPorVez(trx: Trx, ...nomes: string[]): Promise<void> {
  for (const nome of nomes) await sql`select pg_advisory_xact_lock(hashtextextended(${nome}, 0))`.execute(trx)
}

const porDocumento = (trx: Trx, documento: string) =>
  trx.selectFrom('cliente').select(['id', 'codigo_externo']).where('documento', '=', documento).executeTakeFirst()

function recusarDocumentoDeOutro(
  dono: number | undefined,
  doDocumento: { id: number; codigo_externo: string | null } | undefined,
) {
  if (!doDocumento || doDocumento.id === dono) return
  if (dono === undefined && doDocumento.codigo_externo === null) return
  throw new RegraViolada(
    'documento_em_uso',
    doDocumento.codigo_externo === null
      ? 'Este documento já é de outro cliente, que não tem código externo.'
      : `Este documento já é do cliente de código externo ${doDocumento.codigo_externo}.`,
  )
}

function lerDocumento(dito: string): string {
  const documento = normalizarDocumento(dito)
  if (documento) return documento
  throw new CamposInvalidos({ documento: [explicarDocumento(dito)] })
}
