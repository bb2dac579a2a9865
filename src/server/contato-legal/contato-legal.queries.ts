import type { ContatoLegal } from '#contract/contato-legal.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The rows of the law, those switched off too, and the days without sending, as the contract speaks them. */
export async function verContatoLegal(db: Db | Trx): Promise<ContatoLegal> {
  const linhas = await db.selectFrom('lei_de_contato').selectAll().orderBy('uf').execute()
  const feriados = await db
    .selectFrom('feriado_local')
    .selectAll()
    .orderBy('dia')
    .orderBy('uf')
    .orderBy('municipio')
    .execute()
  return {
    data: linhas.map(({ inicio, fim, sabado_inicio, sabado_fim, ...linha }) => ({
      uf: linha.uf,
      semana: inicio === null || fim === null ? null : { inicio, fim },
      sabado: sabado_inicio === null || sabado_fim === null ? null : { inicio: sabado_inicio, fim: sabado_fim },
      fonte: linha.fonte,
      conferido_em: linha.conferido_em,
      ativo: linha.ativo,
    })),
    feriados,
  }
}
