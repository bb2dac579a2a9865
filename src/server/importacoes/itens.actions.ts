import { type RawBuilder, sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import { retratosDeClientes } from '#server/clientes/clientes.desfeitos.ts'
import { retratosDeContas } from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrarDeCada } from '#server/logs/logs.actions.ts'

interface Atualizado {
  id: number
  antes: object
}

export interface Feitos {
  clientes: { criados: readonly number[]; atualizados: readonly Atualizado[] }
  contas: { criadas: readonly { id: number }[]; atualizadas: readonly Atualizado[] }
  notas?: readonly string[]
  cancelamentos?: readonly string[]
}

/** Remembers what an import made and changed, and how it left each row: the last thing its transaction does. */
export async function anotarItens(
  trx: Trx,
  importacaoId: number,
  { clientes, contas, notas = [], cancelamentos = [] }: Feitos,
) {
  const { criados, atualizados } = clientes
  const contasCriadas = idsDe(contas.criadas)
  const itens = [
    criados.length && criadosDe('cliente', retratosDeClientes(lista(criados), true)),
    atualizados.length && atualizadosDe('cliente', retratosDeClientes(lista(idsDe(atualizados)), false), atualizados),
    contasCriadas.length && criadosDe('conta', retratosDeContas(lista(contasCriadas))),
    contas.atualizadas.length &&
      atualizadosDe('conta', retratosDeContas(lista(idsDe(contas.atualizadas))), contas.atualizadas),
    notas.length && chavesDe('nota', notas),
    cancelamentos.length && chavesDe('cancelamento', cancelamentos),
  ]
  for (const quais of itens)
    if (quais)
      await sql`
        insert into importacao_item (importacao_id, entidade, entidade_id, acao, antes, retrato)
        select ${importacaoId}, entidade, entidade_id, acao, antes, retrato
        from (${quais}) as i(entidade, entidade_id, acao, antes, retrato)`.execute(trx)
}

const idsDe = (linhas: readonly { id: number }[]): number[] => linhas.map(({ id }) => id)
const lista = (ids: readonly number[]) => sql`select unnest(${ids}::bigint[])`

const criadosDe = (entidade: 'cliente' | 'conta', retratos: RawBuilder<unknown>) =>
  sql`select ${entidade}::text, id::text, 'criado', null::jsonb, retrato from (${retratos}) r`

const atualizadosDe = (entidade: 'cliente' | 'conta', retratos: RawBuilder<unknown>, antes: readonly Atualizado[]) =>
  sql`select ${entidade}::text, id::text, 'atualizado', antes, retrato from (${retratos}) r
    join jsonb_to_recordset(${JSON.stringify(antes)}::jsonb) as a(id bigint, antes jsonb) using (id)`

const chavesDe = (entidade: 'nota' | 'cancelamento', chaves: readonly string[]) =>
  sql`select ${entidade}::text, unnest(${chaves}::text[]), 'criado', null::jsonb, null::text`

/** Each customer that an import made says so in its history. */
export const registrarCadastros = (trx: Trx, ids: readonly number[], importacaoId: number, causa: Causa) =>
  registrarDeCada(trx, ids, {
    ...causa,
    acao: 'cliente.importar',
    descricao: `A importação ${importacaoId} cadastrou {cliente:#}.`,
    entidade: 'cliente',
  })
