import { sql } from 'kysely'
import type { Uf } from '#domain/uf.ts'
import type { Trx } from '#server/db/schema.ts'
import { ANTES, type Importacao, ORIGEM } from './clientes.importacao.ts'
import { contatosDe } from './contatos.actions.ts'

export interface ClienteConhecido extends CompletadoPelaNota {
  id: number
  documento: string
  operador_id: number | null
}

/** The customers of these documents; locked, when they are about to be written. */
export async function clientesPorDocumento(
  trx: Trx,
  documentos: readonly string[],
  travados: boolean,
): Promise<ClienteConhecido[]> {
  const consulta = trx
    .selectFrom('cliente')
    .select(['id', 'documento', 'telefone', 'email', 'uf', 'municipio', 'operador_id'])
    .where('documento', '=', sql<string>`any(${documentos}::text[])`)
    .orderBy('id')
  const achados = await (travados ? consulta.forNoKeyUpdate() : consulta).execute()
  return achados.map((cliente) => ({ ...cliente, documento: cliente.documento! }))
}

/** What a note may fill in, where it is empty. */
export interface CompletadoPelaNota {
  telefone: string | null
  email: string | null
  uf: Uf | null
  municipio: string | null
}

export interface ClienteNovo extends CompletadoPelaNota {
  documento: string
  nome: string
}

/** Writes the customers that notes name: makes those that are new (`novos`: the id of each document), fills in the others. */
export async function salvarDasNotas(
  trx: Trx,
  clientes: { novos: readonly ClienteNovo[]; faltas: readonly (CompletadoPelaNota & { id: number })[] },
  importacao: Importacao,
): Promise<{ novos: Map<string, number>; atualizados: { id: number; antes: object }[] }> {
  // All at once: phones are locked in one order.
  const telefones = [...clientes.faltas, ...clientes.novos].flatMap(({ telefone }) => telefone ?? [])
  const contatos = await contatosDe(trx, importacao.chaveSecreta, telefones, ORIGEM, importacao.agora)
  const atualizados = await completar(trx, clientes.faltas, contatos, importacao)
  return { novos: await criarDasNotas(trx, clientes.novos, contatos, importacao), atualizados }
}

async function criarDasNotas(
  trx: Trx,
  novos: readonly ClienteNovo[],
  contatos: ReadonlyMap<string, number>,
  { agora, importacaoId, operadorId }: Importacao,
): Promise<Map<string, number>> {
  if (novos.length === 0) return new Map()
  const criados = await trx
    .insertInto('cliente')
    .values(
      novos.map((novo) => ({
        ...novo,
        contato_id: novo.telefone ? contatos.get(novo.telefone)! : null,
        status: 'concluido' as const,
        operador_id: operadorId,
        importacao_id: importacaoId,
        created_at: agora,
        updated_at: agora,
      })),
    )
    .returning(['id', 'documento'])
    .execute()
  return new Map(criados.map(({ id, documento }) => [documento!, id]))
}

/** Fills in what is empty in known customers, and overwrites nothing. They are locked already. */
async function completar(
  trx: Trx,
  faltas: readonly (CompletadoPelaNota & { id: number })[],
  contatos: ReadonlyMap<string, number>,
  { agora }: Importacao,
): Promise<{ id: number; antes: object }[]> {
  if (faltas.length === 0) return []
  const linhas = faltas.map((falta) => ({ ...falta, contato_id: falta.telefone ? contatos.get(falta.telefone) : null }))
  const { rows } = await sql<{ id: number; antes: object }>`
    with novo as (
      select c.id, n.telefone, n.email, n.uf, n.municipio, n.contato_id, ${ANTES}
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb)
          as n(id bigint, telefone text, email text, uf text, municipio text, contato_id bigint)
        join cliente c on c.id = n.id and c.anonimizado_em is null)
    update cliente c set
      telefone = coalesce(c.telefone, n.telefone),
      contato_id = case when c.telefone is null then coalesce(n.contato_id, c.contato_id) else c.contato_id end,
      email = coalesce(c.email, n.email), uf = coalesce(c.uf, n.uf), municipio = coalesce(c.municipio, n.municipio), updated_at = ${agora}
    from novo n where c.id = n.id returning c.id, n.antes`.execute(trx)
  return rows
}
