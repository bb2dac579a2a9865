import { type RawBuilder, sql } from 'kysely'
import { A_SAIR, DA_REGUA, DE_COBRANCA, DO_DIA } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import { sqlBloqueados } from './bloqueado.queries.ts'
import { sqlLugares } from './lugares.ts'
import { perguntasFeitas } from './pessoa.queries.ts'
import { contasRetidas } from './retencao.queries.ts'
import type { Rodada } from './rodada.ts'

/**
 * The small tables that a decision reads, by the name under which the statement refers to them: CTEs for one statement,
 * temporary tables for a sliced run, shared by all slices. Each with the columns to index.
 */
export function fontesDaDecisao({ momento, agora, clientes, exceto = [] }: Rodada): [string, RawBuilder<unknown>][] {
  const { dia, confirmarPessoa } = momento
  const dosClientes = clientes ? sql`and cliente_id = any(${clientes}::bigint[])` : sql``
  const dosTelefones = clientes
    ? sql`and contato_id = any(array(select contato_id from cliente where id = any(${clientes}::bigint[])))`
    : sql``
  return [
    ['lugar', sqlLugares(momento)],
    ['retida', contasRetidas(momento, clientes)],
    ['na_lista', sqlBloqueados(dia, agora)],
    ['autorizado', sql`select distinct cliente_id, contato_id from autorizacao where true ${dosClientes}`],
    ...(confirmarPessoa === 'nunca'
      ? []
      : [['pergunta', perguntasFeitas(clientes, exceto)] satisfies [string, RawBuilder<unknown>]]),
    [
      'em_voo',
      sql`
      select contato_id, bool_or(finalidade in ${lista(DE_COBRANCA)}) as cobranca
      from mensagem
      where envio in ${lista(A_SAIR)} and tipo = 'template'
        and finalidade in ${lista(DO_DIA)} and id <> all(${exceto}::bigint[])
        ${dosTelefones}
      group by contato_id`,
    ],
    [
      'cobrado',
      sql`
      select distinct cliente_id from mensagem
      where dia = ${dia}::date and finalidade in ${lista(DA_REGUA)} and not liberada and id <> all(${exceto}::bigint[])
        ${dosClientes}`,
    ],
  ]
}
