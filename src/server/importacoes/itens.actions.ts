import { sql } from 'kysely'
import { retratosDeClientes } from '#server/clientes/clientes.importacao.ts'
import { retratosDeContas } from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'

interface Item {
  entidade: 'cliente' | 'conta' | 'nota' | 'cancelamento'
  entidade_id: string
  acao: 'criado' | 'atualizado'
  antes: string | null
  retrato: string | null
}

export interface Feitos {
  clientes: { criados: readonly number[]; atualizados: readonly { id: number; antes: object }[] }
  contas: { criadas: readonly { id: number }[]; atualizadas: readonly { id: number; antes: object }[] }
  notas?: readonly string[]
  cancelamentos?: readonly string[]
}

/** Remembers what an import made and changed, and how it left each row: the last thing its transaction does. */
export async function anotarItens(
  trx: Trx,
  importacaoId: number,
  { clientes, contas, notas = [], cancelamentos = [] }: Feitos,
) {
  const inteiros = await retratosDeClientes(trx, clientes.criados, true)
  const cadastros = await retratosDeClientes(
    trx,
    clientes.atualizados.map(({ id }) => id),
    false,
  )
  const retratos = await retratosDeContas(
    trx,
    [...contas.criadas, ...contas.atualizadas].map(({ id }) => id),
  )
  const criado = (entidade: Item['entidade'], id: number | string, retrato: string | null): Item => ({
    entidade,
    entidade_id: String(id),
    acao: 'criado',
    antes: null,
    retrato,
  })
  const atualizado = (entidade: Item['entidade'], id: number, antes: object, retrato: string | null): Item => ({
    entidade,
    entidade_id: String(id),
    acao: 'atualizado',
    antes: JSON.stringify(antes),
    retrato,
  })
  await gravar(trx, importacaoId, [
    ...clientes.criados.map((id) => criado('cliente', id, inteiros.get(id) ?? null)),
    ...clientes.atualizados.map(({ id, antes }) => atualizado('cliente', id, antes, cadastros.get(id) ?? null)),
    ...contas.criadas.map(({ id }) => criado('conta', id, retratos.get(id) ?? null)),
    ...contas.atualizadas.map(({ id, antes }) => atualizado('conta', id, antes, retratos.get(id) ?? null)),
    ...notas.map((chave) => criado('nota', chave, null)),
    ...cancelamentos.map((chave) => criado('cancelamento', chave, null)),
  ])
}

async function gravar(trx: Trx, importacaoId: number, itens: Item[]): Promise<void> {
  if (itens.length === 0) return
  await sql`
    insert into importacao_item (importacao_id, entidade, entidade_id, acao, antes, retrato)
    select ${importacaoId}, * from unnest(${itens.map((i) => i.entidade)}::text[], ${itens.map((i) => i.entidade_id)}::text[],
      ${itens.map((i) => i.acao)}::text[], ${itens.map((i) => i.antes)}::jsonb[], ${itens.map((i) => i.retrato)}::text[])`.execute(
    trx,
  )
}
