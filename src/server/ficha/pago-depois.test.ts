import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { aplicarDevolucoes } from '#server/conciliacao/devolucoes.actions.ts'
import { julgarPendentes } from '#server/conciliacao/julgar.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { trabalhosDoRecebimento } from '#server/recebimento/recebimento.jobs.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import { pagar } from '#test/pagamentos.ts'
import { comBanco } from '#test/psp.ts'
import type { Pessoa, World } from '#test/world.ts'
import { apagarTitular } from './lgpd.actions.ts'

const NOME = 'Maria Rara'
const DOCUMENTO = '52998224725'
const SINAIS = 'maria|rara|52998224725|529\\.982'
const CONTA = { valor_centavos: 10_000, vencimento: '2026-11-24', vencimento_util: '2026-11-24', numero: 'NF-9' }

/** Every row of any table that tells who it was. */
async function rastros(world: World): Promise<string[]> {
  const { rows } = await sql<{ nome: string }>`
    select relname as nome from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
    world.db,
  )
  const achados = await Promise.all(
    rows.map(async ({ nome }) => {
      const { rows } = await sql<{ linha: string }>`
        select t::text as linha from ${sql.table(nome)} t where t::text ~* ${SINAIS}`.execute(world.db)
      return rows.map(({ linha }) => `${nome}: ${linha}`)
    }),
  )
  return achados.flat()
}

const maria = (world: World) => world.criarCliente({ nome: NOME, documento: DOCUMENTO }, [CONTA])
const anonimizar = async (world: World, admin: Pessoa, id: number) => {
  const url = `/api/admin/clientes/${id}/anonimizar`
  expect((await world.chamar(admin, 'POST', url, { motivo: 'pediu' })).statusCode).toBe(200)
  expect(await rastros(world)).toEqual([])
}
const varrer = (world: World) => trabalhosDoRecebimento(world.servicos)[1]!.executar(new AbortController().signal)
const julgar = async (world: World) => {
  while ((await julgarPendentes(world.db, world.relogio.agora())) > 0);
  while ((await aplicarDevolucoes(world.db, world.relogio.agora())) > 0);
}
const registrar = (world: World, um: MovimentoARegistrar) =>
  emTransacao(world.db, (trx) => registrarMovimentos(trx, [um], { agora: world.relogio.agora() }))
async function dinheiro(world: World) {
  const { rows } = await sql`select
    (select json_agg(json_build_array(tipo, situacao, valor_centavos) order by id) from movimento) as movimentos,
    (select sum(pago_centavos)::int from conta) as pago`.execute(world.db)
  return rows[0]
}

const sugestoes = async (world: World) =>
  (await world.db.selectFrom('sugestao').select('porque').execute()).map(({ porque }) => porque)

describe('of a person who was made anonymous', () => {
  test('a Pix by the code they were given is theirs to the cent, as is its refund, and brings nobody back', async ({
    world,
  }) => {
    await comBanco(world, async (banco, admin) => {
      const { id, contas } = await maria(world)
      const ana = await world.criarOperador()
      const emitido = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/codigos`, { contas })
      const { txid } = emitido.json()
      await anonimizar(world, admin, id)
      const { endToEndId } = banco.psp.pagar(txid, { aForca: true, pagador: { nome: NOME, cpf: DOCUMENTO } })
      await varrer(world)
      await julgar(world)
      expect(await dinheiro(world)).toEqual({ movimentos: [['credito', 'aplicado', 10_000]], pago: 10_000 })
      expect(await rastros(world)).toEqual([])
      banco.psp.devolverPeloMed(endToEndId, 10_000)
      banco.agendador.avancar(2_000)
      world.relogio.passar({ dias: 1 })
      await varrer(world)
      await julgar(world)
      expect(await dinheiro(world)).toMatchObject({ pago: 0 })
      expect(await rastros(world)).toEqual([])
    })
  })

  test.for([true, false])(
    'money that the provider tells of afterwards is the same money, and brings nobody back; by its id: %s',
    async (peloId, { world }) => {
      const admin = await world.criarAdmin()
      const { id } = await maria(world)
      const pagador = { nome: NOME, documento: DOCUMENTO }
      const pix = umPix(world, { valorCentavos: 10_000, pagador })
      const linha = {
        valorCentavos: 10_000,
        pagador: peloId ? pagador : { nome: 'MARIA RARA', documento: '***982247**' },
        descricao: `PIX RECEBIDO ${NOME} ${DOCUMENTO}`,
        endToEndId: peloId ? pix.endToEndId : null,
      }
      await registrar(world, umCredito(world, linha))
      await julgar(world)
      await anonimizar(world, admin, id)
      await registrar(world, pix)
      await julgar(world)
      expect(await dinheiro(world)).toMatchObject({ movimentos: [['credito', expect.any(String), 10_000]] })
      expect(await rastros(world)).toEqual([])
    },
  )

  test('what went back by a line without an id finds their credit, and brings nobody back', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await maria(world)
    const linha = umCredito(world, {
      valorCentavos: 10_000,
      pagador: { nome: NOME, documento: DOCUMENTO },
      descricao: `PIX RECEBIDO ${NOME} ${DOCUMENTO}`,
    })
    await registrar(world, linha)
    await julgar(world)
    await anonimizar(world, admin, id)
    const outra = { ...linha, pagador: { nome: 'Bruna Terceira', documento: null }, descricao: 'PIX RECEBIDO BRUNA' }
    await registrar(world, outra)
    const volta = { tipo: 'devolucao', saiu: true, descricao: 'PIX DEVOLVIDO MARIA RARA' } as const
    await registrar(world, { ...linha, ...volta, pagador: { nome: 'MARIA RARA', documento: null } })
    await julgar(world)
    const deMaria = ['credito', 'devolvido', 10_000]
    const [primeiro, , ultimo] = ((await dinheiro(world)) as { movimentos: unknown[] }).movimentos
    expect([primeiro, ultimo]).toEqual([deMaria, ['devolucao', 'aplicado', 10_000]])
    expect(await rastros(world)).toEqual([])
  })

  test('a movement that comes while they are erased is theirs with its sign, or as if it had come afterwards', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const { id, contas } = await maria(world)
    const ana = await world.criarOperador()
    await pagar(world, ana, contas[0]!, 1)
    const linha = umCredito(world, { valorCentavos: 10_000, pagador: { nome: NOME, documento: DOCUMENTO } })
    const url = `/api/admin/clientes/${id}/anonimizar`
    // Holds up what is erased of payments, which comes before movements.
    const [apagando] = await world.db.transaction().execute(async (trx) => {
      await sql`select from pagamento for update`.execute(trx)
      const resposta = world.chamar(admin, 'POST', url, { motivo: 'pediu' })
      await esperarNaTrava(world.db)
      await registrar(world, linha)
      return [resposta]
    })
    expect((await apagando!).statusCode).toBe(200)
    const { pagador_documento, pagador_sinal_documento } = await world.db
      .selectFrom('movimento')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([pagador_documento, pagador_sinal_documento]).not.toEqual([null, null])
  })

  test.for([
    ['a customer', true],
    ['whoever paid more than it', false],
  ] as const)('what went back to %s who begins alike is not of their credit', async ([, cliente], { world }) => {
    const admin = await world.criarAdmin()
    const apagada = { nome: 'Maria Rara dos Anjos', documento: DOCUMENTO }
    const outra = { nome: 'Maria Rara dos Santos', documento: null }
    const { id } = await world.criarCliente(apagada, [CONTA])
    if (cliente) await world.criarCliente({ nome: outra.nome })
    const linha = umCredito(world, { valorCentavos: 10_000, pagador: apagada })
    await registrar(world, linha)
    if (!cliente) await registrar(world, umCredito(world, { valorCentavos: 15_000, pagador: outra }))
    await julgar(world)
    await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'pediu' })
    const volta = { tipo: 'devolucao', saiu: true, descricao: 'PIX DEVOLVIDO', pagador: outra } as const
    await registrar(world, { ...linha, ...volta })
    await julgar(world)
    const { movimentos } = (await dinheiro(world)) as { movimentos: unknown[][] }
    expect([movimentos[0]![1], movimentos.at(-1)]).toEqual(['sugerido', ['devolucao', 'novo', 10_000]])
  })

  test('a suggestion that is thought of while they are erased does not say who they were', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await maria(world)
    await registrar(world, umCredito(world, { valorCentavos: 2_500, pagador: { nome: NOME, documento: null } }))
    const [julgando] = await world.db.transaction().execute(async (trx) => {
      await apagarTitular(trx, id, 'pediu', { origem: 'usuario', usuarioId: admin.id, agora: world.relogio.agora() })
      const julgamento = julgar(world)
      await esperarNaTrava(world.db) // with what was read of them before
      return [julgamento]
    })
    await julgando
    expect((await sugestoes(world)).join()).not.toMatch(/Maria/)
  })

  test('a boleto that is paid is theirs, and what a person decides about their money keeps no payer', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({ nome: NOME, documento: DOCUMENTO }, [
      { ...CONTA, nosso_numero: '00012345' },
    ])
    await anonimizar(world, admin, id)
    const pagador = { nome: NOME, documento: DOCUMENTO }
    const descricao = `LIQUIDACAO ${NOME}`
    await registrar(
      world,
      umCredito(world, { origem: 'cnab240', nossoNumero: '00012345', valorCentavos: 10_000, pagador, descricao }),
    )
    await julgar(world)
    expect(await dinheiro(world)).toEqual({ movimentos: [['credito', 'aplicado', 10_000]], pago: 10_000 })
    expect(await rastros(world)).toEqual([])

    const [solto] = await registrar(world, umCredito(world, { valorCentavos: 777, pagador, descricao }))
    await julgar(world)
    const creditar = { cliente_id: id }
    const url = `/api/admin/conciliacao/movimentos/${solto!.id}/credito`
    expect((await world.chamar(admin, 'POST', url, creditar)).statusCode).toBe(200)
    expect(await rastros(world)).toEqual([])
  })
})
