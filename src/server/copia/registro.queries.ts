import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'

export interface SituacaoDasCopias {
  /** The newest complete copy: when it began, its size, and its place (null: made by an older version); null: there is none. */
  ultima: { em: string; bytes: number; arquivo: string | null } | null
  /** Why the newest that ended failed; null when it did not. */
  erro: { em: string; mensagem: string } | null
  /** When the newest that was made by night was begun. */
  noturna_em: string | null
  /** The last time somebody tried whether a copy can be restored; `erro` null: it can. */
  ensaio: { em: string; copia_de: string | null; arquivo: string; linhas: number | null; erro: string | null } | null
}

const instante = (coluna: string) =>
  sql`to_char(${sql.ref(coluna)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The newest by their numbers: the day of one may lie ahead, if the clock has been set back since. */
export async function lerSituacaoDasCopias(db: Db): Promise<SituacaoDasCopias> {
  const { rows } = await sql<SituacaoDasCopias>`
    select
      (select jsonb_build_object('em', ${instante('comecou_em')}, 'bytes', bytes, 'arquivo', arquivo)
        from copia where bytes is not null order by id desc limit 1) as ultima,
      (select case when erro is not null then
          jsonb_build_object('em', ${instante('comecou_em')}, 'mensagem', erro) end
        from copia where terminou_em is not null order by id desc limit 1) as erro,
      (select comecou_em from copia where noturna order by id desc limit 1) as noturna_em,
      (select jsonb_build_object('em', ${instante('ensaiada_em')}, 'copia_de', ${instante('copia_de')}, 'arquivo', arquivo,
          'linhas', linhas, 'erro', erro)
        from ensaio_de_copia order by id desc limit 1) as ensaio`.execute(db)
  return rows[0]!
}

/** Tries of the night that began then, and when the last of them did. What lies ahead is of a clock that has been set back since. */
export async function tentativasDesde(db: Db, desde: Date, agora: Date) {
  const ate = new Date(agora.getTime() + FOLGA_ENTRE_RELOGIOS_MS)
  const { rows } = await sql<{ feitas: number; falhas: number; ultima: string | null }>`
    select count(*) filter (where bytes is not null)::int as feitas, count(*) filter (where bytes is null)::int as falhas,
      max(comecou_em) as ultima
    from copia where noturna and comecou_em between ${desde} and ${ate}`.execute(db)
  return rows[0]!
}
