import { z } from 'zod'
import { FAIXAS_DE_IDADE } from '#domain/movimento.ts'
import { Dia, Dinheiro } from './comum.ts'

/** By the credits' `dia`. Always recebido = aplicado + credito + sem_dono + ignorado + devolvido. */
export const resumoConciliacao = {
  method: 'GET',
  url: '/api/admin/conciliacao/resumo',
  schema: {
    tags: ['conciliacao'],
    summary: 'Fecha o que se recebeu num período',
    querystring: z.object({ de: Dia.optional(), ate: Dia.optional() }),
    response: {
      200: z.object({
        recebido: Dinheiro,
        aplicado: Dinheiro,
        credito: Dinheiro,
        sem_dono: Dinheiro,
        ignorado: Dinheiro,
        devolvido: Dinheiro,
        tarifas: Dinheiro,
        /** Automatically applied ÷ not ignored, by number of credits and by their value; 0 to 1. */
        taxa_automatica_linhas: z.number(),
        taxa_automatica_valor: z.number(),
        por_idade: z.array(z.object({ faixa: z.enum(FAIXAS_DE_IDADE), movimentos: z.int(), valor: Dinheiro })),
        /** Refunds that took nothing back yet: their credit is unknown, or a reversal is refused. */
        devolucoes_a_espera: z.object({ movimentos: z.int(), valor: Dinheiro }),
      }),
    },
  },
} as const
