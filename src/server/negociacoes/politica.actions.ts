import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { mudarPolitica as contrato } from '#contract/politica.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { frase } from '#domain/frase-do-log.ts'
import { type FaixaDaPolitica, type Politica, problemasDasFaixas } from '#domain/politica.ts'
import { haMudanca } from '#server/configuracao/versao.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { lerPolitica } from './politica.queries.ts'

export type NovaPolitica = z.output<typeof contrato.schema.body>

/** Writes a new version of the policy, if it differs: what is absent stays. 422 for bands that overlap. */
export const mudarPolitica = (db: Db, nova: NovaPolitica, agora: Date, quem: Quem) =>
  emTransacao(db, async (trx) => {
    // Two administrators at once: the second builds upon what the first wrote.
    await sql`lock table politica_negociacao in share row exclusive mode`.execute(trx)
    const { versao: emUso, ...antes } = await lerPolitica(trx)
    const depois = comMudancas(antes, nova)
    const igual = isDeepStrictEqual(depois, antes)
    if (!haMudanca({ igual, dita: nova.se_versao, emUso, frase: MUDOU })) return
    const { versao } = await trx
      .insertInto('politica_negociacao')
      .values({
        ativa: depois.ativa,
        faixas: JSON.stringify(depois.faixas),
        segundo_acordo_entrada_centesimos: depois.segundoAcordoEntradaCentesimos,
        usuario_id: quem.usuarioId ?? null,
        desde: agora,
      })
      .returning('versao')
      .executeTakeFirstOrThrow()
    await registrar(trx, {
      agora,
      acao: 'politica.mudar',
      descricao: frase`A política de negociação foi alterada: versão ${versao}${depois.ativa ? '' : ', inativa'}.`,
      ...quem,
      dados: { versao },
    })
  })

const MUDOU =
  'A política mudou enquanto você escrevia. O que você não mexeu já aparece como ficou: confira e salve de novo.'

/** A policy as it would be; 422 for bands that contradict themselves or overlap. */
export function comMudancas(antes: Politica, nova: NovaPolitica): Politica {
  const faixas = nova.faixas?.map(emFaixa)
  const problemas = problemasDasFaixas(faixas ?? [])
  if (Object.keys(problemas).length > 0) throw new CamposInvalidos(problemas)
  return {
    ativa: nova.ativa ?? antes.ativa,
    faixas: faixas?.toSorted((a, b) => a.deDias - b.deDias) ?? antes.faixas,
    segundoAcordoEntradaCentesimos:
      nova.segundo_acordo_entrada === undefined
        ? antes.segundoAcordoEntradaCentesimos
        : centesimos(nova.segundo_acordo_entrada),
  }
}

const centesimos = (percentual: number) => Math.round(percentual * 100)

const emFaixa = (faixa: NonNullable<NovaPolitica['faixas']>[number]): FaixaDaPolitica => ({
  deDias: faixa.de_dias,
  ateDias: faixa.ate_dias,
  descontoEncargosCentesimos: centesimos(faixa.desconto_encargos),
  descontoPrincipalCentesimos: centesimos(faixa.desconto_principal),
  entradaMinimaCentesimos: centesimos(faixa.entrada_minima),
  parcelasMax: faixa.parcelas_max,
  parcelaMinimaCentavos: faixa.parcela_minima,
})
