import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DA_REGUA, DO_DIA, FINALIDADES } from '#domain/mensagem.ts'
import { test as comBanco } from '#test/world.ts'
import { lista } from './lista.ts'

const SERVIDOR = join(import.meta.dirname, '..')

/** `envio` compared with words typed in the statement, instead of a list of the domain. */
const ENVIO_A_MAO = /\benvio\b['"`]?(,\s*'(not )?in',|\s+(not\s+)?in|\s*=\s*any)\s*[([]\s*(array\[)?'/i

/** `finalidade` compared with words typed in the statement or condition. */
const A_MAO = new RegExp(
  String.raw`finalidades?\b['"\`)]*\}?\s*(,\s*'[^']+',|(not\s+)?in\b|=\s*any|<>\s*all|[!=]==?|=|<>|:(?=\s*\[))\s*[(\[]?\s*(array\[)?'(${FINALIDADES.join('|')})'`,
  'i',
)

describe('lists of what messages are for', () => {
  test.each([
    "m.finalidade in ('regua', 'parcela')",
    "finalidade not in ('regua')",
    ".where('finalidade', 'in', ['regua', 'parcela'])",
    ".where('m.finalidade', '=', 'regua')",
    "mensagem.finalidade !== 'opt_out'",
    "finalidade = 'regua'",
    "finalidade = any(array['regua'])",
    "cancelarNaFila(trx, { clientes, finalidades: ['regua', 'parcela'] }, porque)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in a source
    "${sql.ref(`${mensagem}.finalidade`)} in ('regua')",
  ])('typed by hand is seen: %s', (codigo) => expect(codigo).toMatch(A_MAO))

  test.each(["m.envio in ('fila', 'reivindicada')", ".where('envio', 'in', ['fila'])", "envio not in ('fila')"])(
    'where it stands, typed by hand, is seen: %s',
    (codigo) => expect(codigo).toMatch(ENVIO_A_MAO),
  )

  test('are typed by hand nowhere on the server: they come from the domain', () => {
    const fontes = readdirSync(SERVIDOR, { recursive: true, encoding: 'utf8' }).filter(
      (nome) => nome.endsWith('.ts') && !nome.endsWith('.test.ts'),
    )
    expect(fontes.length).toBeGreaterThan(200)
    const achadas = fontes.flatMap((nome) =>
      readFileSync(join(SERVIDOR, nome), 'utf8')
        .split('\n')
        .flatMap((linha, i) =>
          A_MAO.test(linha) || ENVIO_A_MAO.test(linha) ? [`${nome}:${i + 1} ${linha.trim()}`] : [],
        ),
    )
    expect(achadas).toEqual([])
  })

  comBanco('say in a statement what they say in the domain, and let a partial index be found', async ({ world }) => {
    const { rows } = await sql<{ palavra: string; motor: boolean; dia: boolean }>`
      select palavra, palavra in ${lista(DA_REGUA)} as motor, palavra in ${lista(DO_DIA)} as dia
      from unnest(${[...FINALIDADES]}::text[]) as palavra`.execute(world.db)
    expect(rows.filter(({ motor }) => motor).map(({ palavra }) => palavra)).toEqual(DA_REGUA)
    expect(rows.filter(({ dia }) => dia).map(({ palavra }) => palavra)).toEqual(DO_DIA)
    await world.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const plano = await sql<{ 'QUERY PLAN': string }>`explain select id from mensagem
        where envio = 'fila' and finalidade in ${lista(DA_REGUA)} and proxima_em < now() order by proxima_em, id`.execute(
        trx,
      )
      expect(plano.rows.map((linha) => linha['QUERY PLAN']).join('\n')).toContain('mensagem_saida')
    })
  })
})
