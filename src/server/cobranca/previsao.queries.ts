import type { z } from 'zod'
import type { preverRegua } from '#contract/cobranca.ts'
import { criarCalendario } from '#domain/calendario.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { preverEnvios } from '#domain/previsao.ts'
import { REGUA_PADRAO } from '#domain/regua.ts'
import type { Db } from '#server/db/schema.ts'

const DIAS = 30

/** The forecast of a cadence that may not be saved yet: one count of the open accounts, then the rule. */
export async function prever(
  db: Db,
  rascunho: z.output<typeof preverRegua.schema.body>,
  hoje: Dia,
): Promise<z.input<(typeof preverRegua.schema.response)[200]>> {
  const vencimentos = await db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .select((eb) => ['conta.vencimento', eb.fn.count<number>('conta.cliente_id').distinct().as('clientes')])
    .where('conta.situacao', '=', 'aberta')
    .where('cliente.status', 'in', ['ativo', 'negociado'])
    .groupBy('conta.vencimento')
    .execute()
  const { inicio, fim, sabado_inicio, sabado_fim } = rascunho.horario
  const horario = { inicio, fim, sabadoInicio: sabado_inicio, sabadoFim: sabado_fim }
  const regua = { ...REGUA_PADRAO, passos: rascunho.passos, diasUteis: rascunho.dias_uteis }
  const calendario = criarCalendario(rascunho.feriados, horario)
  const dias = preverEnvios(vencimentos, regua, calendario, somarDias(hoje, 1), DIAS)
  return {
    total: dias.reduce((soma, { mensagens }) => soma + mensagens, 0),
    por_passo: somarPassos(dias.map(({ porPasso }) => porPasso)),
    dias: dias.map(({ porPasso, ...dia }) => ({ ...dia, por_passo: porPasso })),
  }
}

function somarPassos(partes: Record<string, number>[]): Record<string, number> {
  const soma: Record<string, number> = {}
  for (const parte of partes) for (const [passo, n] of Object.entries(parte)) soma[passo] = (soma[passo] ?? 0) + n
  return soma
}
