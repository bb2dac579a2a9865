import type { z } from 'zod'
import type { verConta } from '#contract/contas-receber.ts'
import type { Visao } from '#server/contas-receber/contas.queries.ts'
import { contarHistoria } from '#server/contas-receber/historia.queries.ts'
import { origemDe } from '#server/importacoes/importacoes.queries.ts'

/** An account's story, with the import it came from. */
export async function detalharConta(
  visao: Visao,
  id: number,
): Promise<z.output<(typeof verConta.schema.response)[200]>> {
  const { importacao_id, ...conta } = await contarHistoria(visao, id)
  return { ...conta, importacao: importacao_id === null ? null : await origemDe(visao.db, importacao_id) }
}
