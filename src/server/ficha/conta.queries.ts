import { sql } from 'kysely'
import type { z } from 'zod'
import type { verConta } from '#contract/ficha.ts'
import { codigosDaConta } from '#server/codigos/codigos.queries.ts'
import type { Visao } from '#server/contas-receber/contas.queries.ts'
import { contarHistoria } from '#server/contas-receber/historia.queries.ts'
import { origemDe } from '#server/importacoes/importacoes.queries.ts'
import { movimentosACaminho, movimentosDitos, sobrasDaConta } from './dinheiro.queries.ts'

/** An account's history, with its import, codes and the bank's movements. */
export async function detalharConta(
  visao: Visao,
  id: number,
): Promise<z.output<(typeof verConta.schema.response)[200]>> {
  const { importacao_id, pagamentos, ...conta } = await contarHistoria(visao, id)
  const { db } = visao
  const movimentos = await movimentosDitos(
    db,
    pagamentos.flatMap(({ movimento_id }) => movimento_id ?? []),
  )
  return {
    ...conta,
    pagamentos: pagamentos.map((um) => ({ ...um, movimento: movimentos.get(um.movimento_id ?? 0) ?? null })),
    codigos: await codigosDaConta(db, id),
    dinheiro_a_caminho: await movimentosACaminho(
      db,
      sql`exists (select from sugestao_conta p where p.movimento_id = s.movimento_id and p.ordem = s.ordem and p.conta_id = ${id})`,
    ),
    dinheiro_que_sobrou: await sobrasDaConta(db, id),
    importacao: importacao_id === null ? null : await origemDe(db, importacao_id),
  }
}
