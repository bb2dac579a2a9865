import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Trx } from '#server/db/schema.ts'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { enquantoEspera, esperarNaTrava } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { criarNota } from '#test/nota.ts'
import { total } from '#test/planilha.ts'
import type { World } from '#test/world.ts'

/** Three batches, the last of which waits for one of the two before it. */
const CPFS = Array.from({ length: 2_100 }, (_, i) => cpf(100_000_000 + i))
const ULTIMO = CPFS.at(-1)!
const planilha = (...colunas: string[]) =>
  [
    'nome;documento;conta_numero;valor;vencimento',
    ...CPFS.map((um, i) => [`Cliente ${i}`, um, ...colunas].join(';')),
  ].join('\r\n')

/** Nobody writes an account until the end of the transaction. */
const segurar = (trx: Trx) => sql`lock table conta in exclusive mode`.execute(trx)
const criarPelaIntegracao = (world: World, trx: Trx, documento: string) =>
  trx
    .insertInto('cliente')
    .values({
      ...{ nome: 'De outro programa', documento, status: 'concluido' },
      ...{ created_at: world.relogio.agora(), updated_at: world.relogio.agora() },
    })
    .execute()

test('a customer whom another program makes while a spreadsheet is written stops nothing, and gets their account', async ({
  world,
}) => {
  const operador = await world.criarOperador()
  const resposta = await enquantoEspera(world.db, {
    segurar,
    pedir: () => enviarCsv(world, operador, planilha('T-1', '10,00', '10/12/2026')),
    depois: (trx) => criarPelaIntegracao(world, trx, ULTIMO),
    quantas: 2,
  })
  expect([resposta.statusCode, resposta.json()]).toMatchObject([
    200,
    { importados: 2_100, contas_criadas: 2_100, total_erros: 0 },
  ])
  expect([await total(world, 'cliente'), await total(world, 'conta')]).toEqual([2_100, 2_100])
  const dele = await world.db.selectFrom('cliente').selectAll().where('documento', '=', ULTIMO).executeTakeFirst()
  expect(dele).toMatchObject({ nome: 'Cliente 2099', status: 'ativo', aberto_centavos: 1_000 })
})

test('nor one who is made while a note is', async ({ world }) => {
  const operador = await world.criarOperador()
  const documento = '52998224725'
  const resposta = await enquantoEspera(world.db, {
    segurar: (trx) => criarPelaIntegracao(world, trx, documento),
    pedir: () => enviarXml(world, operador, criarNota({ numero: 1, cliente: { documento } })),
  })
  expect([resposta.statusCode, resposta.json()]).toMatchObject([
    200,
    { contas_criadas: 1, clientes_criados: 0, erros: [] },
  ])
  expect(await total(world, 'cliente')).toBe(1)
})

test('no import is undone while another may write to what it made', async ({ world }) => {
  const operador = await world.criarOperador()
  const primeira = (await enviarCsv(world, operador, `nome;documento\r\nCliente 2099;${ULTIMO}`)).json().importacao_id
  const desfazer = () => world.chamar(operador, 'POST', `/api/operador/importacoes/${primeira}/desfazer`, {})
  let desfeita: ReturnType<typeof desfazer> | undefined
  const segunda = await enquantoEspera(world.db, {
    segurar,
    pedir: () => enviarCsv(world, operador, planilha('T-1', '10,00', '10/12/2026')),
    depois: async () => {
      desfeita = desfazer()
      await Promise.race([desfeita, esperarNaTrava(world.db, 3)])
    },
    quantas: 2,
  })
  expect((await desfeita!).json()).toMatchObject({
    codigo: 'importacao_em_andamento',
    message: expect.stringContaining('Outra importação'),
  })
  expect(segunda.json()).toMatchObject({ importados: 2_099, contas_criadas: 2_100 })
  expect((await desfazer()).json()).toMatchObject({ codigo: 'importacao_em_uso' })
})
