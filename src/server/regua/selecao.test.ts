import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { criarCalendario, HORARIO_PADRAO, instanteDe } from '#domain/calendario.ts'
import { avaliarTodos, type ClienteNaRegua, type Momento } from '#domain/decisao.ts'
import { gravarMundo } from '#test/mundo-da-regua/gravar.ts'
import { mundo } from '#test/mundo-da-regua/mundo.ts'
import { test } from '#test/world.ts'
import { decidir, type LinhaDecisao } from './selecao.ts'
import { selecionar } from './selecionar.actions.ts'

const DIA_TODO = { inicio: '00:00', fim: '23:59', sabadoInicio: '00:00', sabadoFim: '23:59' }

class Desfazer extends Error {}

describe('the statement decides like the rule', () => {
  test('over random worlds, for everyone and for each one alone', async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(mundo, async (um) => {
        const agora = new Date(instanteDe(um.dia, um.hora))
        const momento: Momento = {
          dia: um.dia,
          hora: um.hora,
          forcado: um.forcado,
          limite: um.limite,
          carenciaDiasUteis: um.carencia,
          regua: um.regua,
          horario: um.semHoras ? DIA_TODO : HORARIO_PADRAO,
          lei: { linhas: um.linhas, feriados: um.feriadosLocais },
          calendario: criarCalendario(um.feriados),
          aprovados: new Set(um.aprovados),
          marketing: new Set(um.marketing),
          confirmarPessoa: um.confirmarPessoa,
        }
        await world.db
          .transaction()
          .execute(async (trx) => {
            const clientes = await gravarMundo(trx, um, momento, agora)
            expect(resumir(await decidir(trx, { momento, agora }))).toEqual(esperado(clientes, momento))
            // Some ids at a time, as a large company is judged.
            await selecionar(trx, { momento, agora }, um.porFaixa)
            const { rows } = await sql<LinhaDecisao>`select * from decisao`.execute(trx)
            expect(resumir(rows)).toEqual(esperado(clientes, momento))
            const primeiro = clientes[0]!
            expect(resumir(await decidir(trx, { momento, agora, clientes: [primeiro.id] }))).toEqual(
              esperado([primeiro], momento),
            )
            throw new Desfazer()
          })
          .catch((erro: unknown) => {
            if (!(erro instanceof Desfazer)) throw erro
          })
      }),
      { numRuns: Number(process.env.PROPRIEDADE_RUNS ?? 90) },
    )
  })
})

const resumir = (linhas: Awaited<ReturnType<typeof decidir>>) =>
  linhas
    .map(({ cliente_id, motivo, passo, modelo, contas, passos, fila }) => ({
      id: cliente_id,
      motivo,
      passo,
      modelo,
      contas: (contas ?? []).map((id, i) => ({ id, passo: passos?.[i] })),
      fila,
    }))
    .sort((a, b) => a.id - b.id)

const esperado = (clientes: ClienteNaRegua[], momento: Momento) =>
  [...avaliarTodos(clientes, momento)].map(([id, avaliacao]) => ({ id, ...avaliacao })).sort((a, b) => a.id - b.id)
