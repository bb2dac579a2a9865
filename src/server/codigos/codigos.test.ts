import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { anonimizar } from '#server/ficha/lgpd.actions.ts'
import { cenario, DEVE, rodarTrabalho, situacoes } from '#test/codigos.ts'
import { comFigurante } from '#test/figurantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { comPagamento, pagar } from '#test/pagamentos.ts'
import { CHAVE_PIX } from '#test/psp.ts'
import type { Pessoa, World } from '#test/world.ts'
import {
  cancelarCodigosDasContas,
  cancelarCodigosDoCliente,
  codigoParaEnviar,
  pagarCodigo,
  pagarCodigoDe,
} from './vida.actions.ts'

const RECEBIMENTO = '/api/admin/configuracoes/recebimento'

describe('without a PSP', () => {
  test('a code is static, asks what is owed today to the cent, and the same accounts are given it again', async ({
    world,
  }) => {
    const { emitir, cliente, listar } = await cenario(world)
    const feito = await emitir()
    expect(feito.statusCode).toBe(201)
    const codigo = feito.json()
    expect(codigo).toMatchObject({
      tipo: 'pix_estatico',
      txid: expect.stringMatching(/^[A-Za-z0-9]{25}$/),
      valor: 602.17,
      contas: [
        { id: cliente.contas[0], valor: 100, encargos: 2.17 },
        { id: cliente.contas[1], valor: 500, encargos: 0 },
      ],
      situacao: 'emitido',
      vale_ate: '2026-11-24',
      mensagem_id: null,
      negociacao_id: null,
    })
    expect(lerPix(codigo.copia_e_cola)).toMatchObject({ chave: CHAVE_PIX, valorCentavos: 60_217, txid: codigo.txid })
    const denovo = await emitir([cliente.contas[1]!, cliente.contas[0]!])
    expect([denovo.statusCode, denovo.json().id]).toEqual([200, codigo.id])
    const uma = await emitir([cliente.contas[0]!])
    expect(uma.json().valor).toBe(102.17)
    expect((await listar()).map(({ situacao }: { situacao: string }) => situacao)).toEqual(['emitido', 'substituido'])
    const logs = await world.db.selectFrom('log').select('acao').where('acao', '=', 'codigo.emitir').execute()
    expect(logs).toHaveLength(2)
  })

  test('of an account paid in part it asks the rest, with the charges of the rest', async ({ world }) => {
    const { emitir, cliente, operador } = await cenario(world, [DEVE])
    await comPagamento(world, operador, cliente.contas[0]!, 60)
    expect((await emitir()).json()).toMatchObject({ valor: 40.87, contas: [{ valor: 40, encargos: 0.87 }] })
  })

  test('only whoever may see the customer gets one, and only for open accounts', async ({ world }) => {
    const { emitir, cliente, admin, operador } = await cenario(world)
    const outro = await world.criarCliente()
    expect((await emitir([outro.contas[0]!])).json().errors).toHaveProperty('contas')
    await world.db.updateTable('cliente').set({ operador_id: operador.id }).where('id', '=', cliente.id).execute()
    expect((await emitir(cliente.contas, await world.criarOperador())).statusCode).toBe(404)
    await world.chamar(admin, 'PUT', RECEBIMENTO, { pix: null })
    const sem = await emitir()
    expect([sem.statusCode, sem.json().codigo]).toEqual([409, 'sem_recebimento'])
  })

  test('while disputed it asks what was owed when the dispute began, and the current amount once it is answered', async ({
    world,
  }) => {
    const { emitir, cliente, operador } = await cenario(world, [DEVE])
    const contestacoes = `/api/operador/clientes/${cliente.id}/contestacoes`
    const disputa = { contas: cliente.contas, motivo: 'valor' }
    const { id } = (await world.chamar(operador, 'POST', contestacoes, disputa)).json()
    world.relogio.passar({ dias: 10 })
    const codigo = (await emitir(undefined, await world.criarOperador())).json()
    expect(codigo).toMatchObject({ valor: 102.17, contas: [{ valor: 100, encargos: 2.17 }] })
    const ana = await world.criarOperador()
    const resposta = { status: 'improcedente', resposta: 'O valor confere com a nota' }
    await world.chamar(ana, 'PATCH', `${contestacoes}/${id}`, resposta)
    expect(await situacoes(world)).toEqual(['cancelado'])
    expect((await emitir(undefined, ana)).json().valor).toBe(102.5)
  })

  test('an Idempotency-Key answers the same code, and another body with it is refused', async ({ world }) => {
    const { emitir, cliente, operador } = await cenario(world)
    const chave = { 'idempotency-key': 'k1' }
    const [a, b] = [await emitir(cliente.contas, operador, chave), await emitir(cliente.contas, operador, chave)]
    expect([a.statusCode, b.statusCode, b.json()]).toEqual([201, 201, a.json()])
    expect((await emitir([cliente.contas[0]!], operador, chave)).statusCode).toBe(422)
  })

  test('asked for many times at once, it is one', async ({ world }) => {
    const { emitir, cliente } = await cenario(world)
    const pedidos = Array.from({ length: 12 }, (_, i) => emitir(i % 2 ? cliente.contas : [cliente.contas[0]!]))
    const respostas = await Promise.all(pedidos)
    expect(respostas.every(({ statusCode }) => statusCode < 300)).toBe(true)
    const { rows } = await sql<{ vivos: number }>`
      select count(*) as vivos from codigo_conta where situacao = 'emitido' and conta_id = ${cliente.contas[0]}`.execute(
      world.db,
    )
    expect(rows[0]!.vivos).toBe(1)
  })
})

describe('what changes what an account owes ends its code', () => {
  const MUDANCAS: Record<string, (world: World, operador: Pessoa, conta: number, cliente: number) => Promise<unknown>> =
    {
      'a payment': (world, operador, conta) => pagar(world, operador, conta, 5),
      'another value': (world, operador, conta) =>
        world.chamar(operador, 'PATCH', `/api/operador/contas-receber/${conta}`, { valor: 99 }),
      'another day': (world, operador, conta) =>
        world.chamar(operador, 'PATCH', `/api/operador/contas-receber/${conta}`, { vencimento: '2026-12-01' }),
      'its cancellation': (world, operador, conta) =>
        world.chamar(operador, 'PATCH', `/api/operador/contas-receber/${conta}/cancelar`, { motivo: 'Nota errada' }),
      'an agreement': (world, operador, conta, cliente) =>
        world.chamar(operador, 'POST', `/api/operador/clientes/${cliente}/negociacoes`, {
          contas: [conta],
          parcelas: 2,
          primeiro_vencimento: '2026-12-01',
        }),
      'its customer’s data being erased': async (world, _, __, cliente) => {
        const admin = await world.criarAdmin()
        const autor = { origem: 'usuario' as const, usuarioId: admin.id, ip: null, agora: world.relogio.agora() }
        await anonimizar(world.db, cliente, 'Pedido do titular', autor)
      },
    }
  test.for(Object.entries(MUDANCAS))('%s', async ([, mudar], { world }) => {
    const { emitir, cliente, operador } = await cenario(world, [DEVE])
    await emitir()
    await mudar(world, operador, cliente.contas[0]!, cliente.id)
    expect(await situacoes(world)).toEqual(['cancelado'])
  })

  test('and who pays it all the same has paid it', async ({ world }) => {
    const { emitir, cliente, operador } = await cenario(world, [DEVE])
    const { id } = (await emitir()).json()
    await MUDANCAS['a payment']!(world, operador, cliente.contas[0]!, cliente.id)
    expect(await emTransacao(world.db, (trx) => pagarCodigo(trx, id))).toBe(true)
    expect(await emTransacao(world.db, (trx) => pagarCodigo(trx, id))).toBe(false)
    expect(await situacoes(world)).toEqual(['pago'])
  })

  test('an imported account that a code asks for is not undone', async ({ world }) => {
    const { operador, admin } = await cenario(world)
    void admin
    const { enviarCsv } = await import('#test/multipart.ts')
    const csv =
      'nome;documento;telefone;conta_numero;valor;vencimento\nAna;52998224725;11987654321;77;10,00;2026-12-10\n'
    const { importacao_id } = (await enviarCsv(world, operador, csv)).json()
    const conta = await world.db
      .selectFrom('conta')
      .select(['id', 'cliente_id'])
      .where('numero', '=', '77')
      .executeTakeFirstOrThrow()
    await world.chamar(operador, 'POST', `/api/operador/clientes/${conta.cliente_id}/codigos`, { contas: [conta.id] })
    const desfeita = await world.chamar(operador, 'POST', `/api/operador/importacoes/${importacao_id}/desfazer`)
    expect(desfeita.json()).toMatchObject({
      codigo: 'importacao_em_uso',
      message: expect.stringContaining('1 conta já tem código'),
    })
  })

  test('the end of its day', async ({ world }) => {
    const { emitir } = await cenario(world, [DEVE])
    await emitir()
    world.relogio.passar({ dias: 1 })
    await rodarTrabalho(world)
    expect(await situacoes(world)).toEqual(['expirado'])
    const outro = await world.criarOperador()
    expect((await emitir(undefined, outro)).statusCode).toBe(201)
  })
})

test('what becomes of one code becomes of no other', async ({ world }) => {
  const intocado = await comFigurante(world)
  const { operador, cliente, emitir } = await cenario(world)
  const vivo = async (contas = cliente.contas) => (await emitir(contas)).json()
  const doCliente = async () =>
    (
      await world.db
        .selectFrom('codigo')
        .select('situacao')
        .where('cliente_id', '=', cliente.id)
        .orderBy('id')
        .execute()
    ).map(({ situacao }) => situacao)
  await vivo([cliente.contas[0]!])
  await vivo([cliente.contas[1]!])
  await vivo()
  await pagar(world, operador, cliente.contas[0]!, 1)
  expect(await doCliente()).toEqual(['substituido', 'substituido', 'cancelado'])
  const [um, outro] = [await vivo([cliente.contas[0]!]), await vivo([cliente.contas[1]!])]
  await emTransacao(world.db, (trx) => pagarCodigo(trx, um.id))
  await emTransacao(world.db, (trx) => pagarCodigoDe(trx, outro.txid, [cliente.id + 1_000]))
  expect((await doCliente()).slice(3)).toEqual(['pago', 'emitido'])
  await emTransacao(world.db, (trx) => pagarCodigoDe(trx, outro.txid, [cliente.id]))
  expect((await doCliente()).slice(3)).toEqual(['pago', 'pago'])
  const [terceiro, quarto] = [await vivo([cliente.contas[0]!]), await vivo([cliente.contas[1]!])]
  await emTransacao(world.db, (trx) => cancelarCodigosDasContas(trx, [cliente.contas[0]!]))
  expect((await doCliente()).slice(3)).toEqual(['pago', 'pago', 'cancelado', 'emitido'])
  await emTransacao(world.db, (trx) => cancelarCodigosDoCliente(trx, cliente.id))
  expect((await doCliente()).slice(3)).toEqual(['pago', 'pago', 'cancelado', 'cancelado'])
  for (const { id } of [terceiro, quarto])
    await expect(emTransacao(world.db, (trx) => codigoParaEnviar(trx, id, cliente.id))).rejects.toThrow(/não vale mais/)
  await expect(emTransacao(world.db, (trx) => codigoParaEnviar(trx, quarto.id, cliente.id + 1_000))).rejects.toThrow(
    /não existe/,
  )
  await intocado()
})
