import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContatoLegal, mudarContatoLegal as contrato } from '#contract/contato-legal.ts'
import type { Autor } from '#domain/causa.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { limparTexto, normalizar } from '#domain/texto.ts'
import { haMudanca, versaoDe } from '#server/configuracao/versao.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { verContatoLegal } from './contato-legal.queries.ts'

type Novo = z.output<typeof contrato.schema.body>

/**
 * Replaces the rows, the days without sending, or both; the next judgement of every message goes by them. A refusal, which takes the
 * writing back, is decided after it: read again, what is the same is in the same order.
 */
export const mudarContatoLegal = (db: Db, { data, feriados, se_versao }: Novo, autor: Autor): Promise<ContatoLegal> =>
  emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('contato_legal.mudar', 0))`.execute(trx)
    const antes = await verContatoLegal(trx)
    if (data) await gravarLinhas(trx, data)
    if (feriados) await gravarFeriados(trx, feriados)
    const depois = await verContatoLegal(trx)
    const igual = isDeepStrictEqual(depois, antes)
    if (!haMudanca({ igual, dita: se_versao, emUso: versaoDe(antes), frase: MUDOU })) return depois
    await registrar(trx, {
      ...autor,
      acao: 'regua.mudar_contato_legal',
      descricao: 'Mudou os horários de contato dos estados ou os feriados locais.',
      dados: { antes, depois },
    })
    return depois
  })

const MUDOU = 'Outra pessoa mudou os horários ou os feriados agora há pouco. Confira como ficaram e salve de novo.'

async function gravarLinhas(trx: Trx, linhas: NonNullable<Novo['data']>) {
  const repetida = linhas.find(({ uf }, i) => linhas.findIndex((outra) => outra.uf === uf) < i)
  if (repetida) throw new CamposInvalidos({ data: [`Há duas linhas de ${repetida.uf}. Deixe uma por estado.`] })
  await trx.deleteFrom('lei_de_contato').execute()
  if (linhas.length === 0) return
  await trx
    .insertInto('lei_de_contato')
    .values(
      linhas.map(({ semana, sabado, ...linha }) => ({
        ...linha,
        inicio: semana?.inicio ?? null,
        fim: semana?.fim ?? null,
        sabado_inicio: sabado?.inicio ?? null,
        sabado_fim: sabado?.fim ?? null,
      })),
    )
    .execute()
}

/** A day written twice for the same place is one. */
async function gravarFeriados(trx: Trx, feriados: NonNullable<Novo['feriados']>) {
  const unicos = new Map(
    feriados.map(({ dia, uf, municipio }) => {
      const escrito = municipio && limparTexto(municipio)
      return [`${dia} ${uf ?? ''} ${normalizar(escrito ?? '')}`, { dia, uf, municipio: escrito || null }]
    }),
  )
  await trx.deleteFrom('feriado_local').execute()
  if (unicos.size === 0) return
  await trx
    .insertInto('feriado_local')
    .values([...unicos.values()])
    .execute()
}
