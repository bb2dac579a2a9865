import { sql } from 'kysely'
import type { ClienteCandidato } from '#domain/candidatos.ts'
import { diaDaSemana } from '#domain/data.ts'
import { atrasadosQueDevem, type Taxas } from '#domain/encargos.ts'
import { MUITAS_DO_MESMO_VALOR } from '#domain/sugestoes.ts'
import { vetor } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { AProcurar } from './candidatos.queries.ts'
import { lerClientes, noDia } from './clientes-candidatos.queries.ts'

/** Somebody who pays for another is weeks late, seldom over three months; each extra day is one more lookup. */
const DIAS_DE_ATRASO = 90

/**
 * The possible days late for each weekday of payment: accounts due on a weekend count as due on Monday
 * (`vencimento_util`).
 */
const ATRASOS_POSSIVEIS = Array.from({ length: 7 }, (_, daSemana) =>
  Array.from({ length: DIAS_DE_ATRASO }, (_, n) => n + 1).filter((dias) => {
    const doVencimento = (daSemana - (dias % 7) + 7) % 7
    return doVencimento !== 0 && doVencimento !== 6
  }),
)

/**
 * By movement, the customers whose overdue accounts cost this much on its day, with fine and interest, in two
 * statements. Each number of days late gives one open amount, which an index finds; an amount that many owe proves
 * nothing.
 */
export async function acharAtrasados(
  db: Db | Trx,
  movimentos: readonly AProcurar[],
  taxas: Taxas,
): Promise<Map<number, ClienteCandidato[]>> {
  const lugares = movimentos.flatMap(({ id, dia, sem_dono_centavos }) =>
    atrasadosQueDevem(sem_dono_centavos, taxas, ATRASOS_POSSIVEIS[diaDaSemana(dia)]!).map((um) => ({ ...um, id })),
  )
  if (lugares.length === 0) return new Map()
  const { rows } = await sql<{ id: number; clientes: number[]; contas: number[] }>`
    with m as materialized (
      select id, dia from unnest(${vetor(movimentos.map(({ id }) => id))}::bigint[], ${vetor(movimentos.map(({ dia }) => dia))}::date[],
          ${vetor(movimentos.map(({ sem_dono_centavos }) => sem_dono_centavos))}::bigint[]) as m(id, dia, valor)
        where (select count(*) from (select from conta where situacao = 'aberta' and valor_centavos - pago_centavos = m.valor
          limit ${sql.lit(MUITAS_DO_MESMO_VALOR + 1)}) as a) <= ${sql.lit(MUITAS_DO_MESMO_VALOR)})
    select m.id, array_agg(a.cliente_id) as clientes, array_agg(a.id) as contas
    from unnest(${vetor(lugares.map(({ id }) => id))}::bigint[], ${vetor(lugares.map(({ dias }) => dias))}::int[],
        ${vetor(lugares.map(({ abertoCentavos }) => abertoCentavos))}::bigint[]) as p(id, dias, aberto) join m on m.id = p.id,
      lateral (select id, cliente_id from conta where situacao = 'aberta' and valor_centavos - pago_centavos = p.aberto
        and vencimento_util = m.dia - p.dias limit ${sql.lit(MUITAS_DO_MESMO_VALOR + 1)}) as a
    group by m.id having count(*) <= ${sql.lit(MUITAS_DO_MESMO_VALOR)}`.execute(db)
  const conhecidos = await lerClientes(
    db,
    [...new Set(rows.flatMap(({ clientes }) => clientes))],
    rows.flatMap(({ contas }) => contas),
  )
  const diaDe = new Map(movimentos.map(({ id, dia }) => [id, dia]))
  return new Map(
    rows.map(({ id, clientes }) => [
      id,
      [...new Set(clientes)].flatMap((cliente) => {
        const conhecido = conhecidos.get(cliente)
        return conhecido ? [noDia(conhecido, diaDe.get(id)!, taxas)] : []
      }),
    ]),
  )
}
