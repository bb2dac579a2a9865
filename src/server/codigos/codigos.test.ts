import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { anonimizar } from '#server/ficha/lgpd.actions.ts'
import { esperarAte } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { pagar } from '#test/pagamentos.ts'
import { BancoEmulado, CHAVE_PIX, PIX } from '#test/psp.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { trabalhosDosCodigos } from './codigos.jobs.ts'
import { completarCodigos } from './completar.actions.ts'
import { prepararCodigos } from './preparar.actions.ts'
import {
  cancelarCodigosDasContas,
  cancelarCodigosDoCliente,
  codigoParaEnviar,
  pagarCodigo,
  pagarCodigoDe,
} from './vida.actions.ts'

const RECEBIMENTO = '/api/admin/configuracoes/recebimento'
const DEVE = { valor_centavos: 10_000, vencimento: '2026-11-19', vencimento_util: '2026-11-19' }
const A_VENCER = { valor_centavos: 50_000, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }

async function cenario(world: World, contas = [DEVE, A_VENCER]) {
  const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
  await world.chamar(admin, 'PUT', RECEBIMENTO, { pix: PIX })
  const cliente = await world.criarCliente({ documento: '52998224725' }, contas)
  const emitir = (quais = cliente.contas, quem: Pessoa = operador, headers = {}) =>
    world.chamar(quem, 'POST', `/api/operador/clientes/${cliente.id}/codigos`, { contas: quais }, headers)
  const listar = async () =>
    (await world.chamar(operador, 'GET', `/api/operador/clientes/${cliente.id}/codigos`)).json().data
  return { admin, operador, cliente, emitir, listar }
}

async function comBanco(
  world: World,
  usar: (banco: BancoEmulado, cena: Awaited<ReturnType<typeof cenario>>) => Promise<void>,
  preparar: (banco: BancoEmulado) => void = () => undefined,
) {
  const banco = new BancoEmulado(world)
  preparar(banco)
  await banco.abrir()
  try {
    const cena = await cenario(world)
    await banco.ligar(cena.admin)
    banco.pedidos.length = 0
    await usar(banco, cena)
  } finally {
    await banco.fechar()
  }
}

const rodarTrabalho = (world: World) => trabalhosDosCodigos(world.servicos)[0]!.executar(new AbortController().signal)
const situacoes = async ({ db }: World) =>
  (await db.selectFrom('codigo').select('situacao').orderBy('id').execute()).map(({ situacao }) => situacao)

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
      'a payment': (world, operador, conta) =>
        world.chamar(operador, 'POST', `/api/operador/contas-receber/${conta}/pagamentos`, {
          valor: 5,
          pago_em: world.hoje(),
          forma: 'pix',
        }),
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

describe('with a PSP', () => {
  test('one account not overdue is a charge with its due day; any other is one of today', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente }) => {
      const cobv = (await emitir([cliente.contas[1]!])).json()
      expect(cobv).toMatchObject({ tipo: 'pix_cobv', valor: 500, vale_ate: '2027-01-09' })
      expect(lerPix(cobv.copia_e_cola)).toMatchObject({ forma: 'dinamico', avisos: [] })
      const cob = (await emitir()).json()
      expect(cob).toMatchObject({ tipo: 'pix_cob', valor: 602.17, vale_ate: '2026-11-24' })
      const feitos = banco.pedidos.filter((um) => um.startsWith('PUT'))
      expect(feitos).toEqual(['PUT /v2/cobv', 'PUT /v2/cob'].map((um, i) => `${um}/${[cobv, cob][i].txid}`))
      expect(await situacoes(world)).toEqual(['substituido', 'emitido'])
    })
  })

  test('one disputed has no charge to which the PSP would add what its dispute stopped', async ({ world }) => {
    await comBanco(world, async (_banco, { emitir, cliente, operador }) => {
      const contas = [cliente.contas[1]!]
      const disputa = { contas, motivo: 'entrega' }
      await world.chamar(operador, 'POST', `/api/operador/clientes/${cliente.id}/contestacoes`, disputa)
      expect((await emitir(contas)).json()).toMatchObject({ tipo: 'pix_cob', valor: 500, vale_ate: '2026-11-24' })
    })
  })

  test('what ends here ends there too, and once', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const cobv = (await emitir([cliente.contas[1]!])).json()
      const viva = (await emitir()).json()
      banco.psp.falhas.provocar({ como: 'status', http: 503 })
      await rodarTrabalho(world)
      world.relogio.passar({ segundos: 6 })
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(cobv.txid)).toThrow(/REMOVIDA/)
      const antes = banco.pedidos.length
      world.relogio.passar({ horas: 2 })
      await rodarTrabalho(world)
      expect(banco.pedidos.length).toBe(antes)
      const api = (await world.servicos.pix.api())!
      expect(await api.consultar('cob', viva.txid)).toMatchObject({ valor: { status: 'ATIVA' } })
      await pagar(world, operador, cliente.contas[0]!, 1)
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(viva.txid)).toThrow(/REMOVIDA/)
    })
  })

  test('that does not answer, the code is static; what it made late is taken back; asked again it is the same', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, listar }) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora())
      banco.psp.falhas.provocar({ como: 'sem_resposta' })
      const feito = await emitir()
      expect([feito.statusCode, feito.json().tipo]).toEqual([201, 'pix_estatico'])
      expect(await situacoes(world)).toEqual(['cancelado', 'emitido'])
      expect((await emitir()).json().id).toBe(feito.json().id)
      expect(await listar()).toHaveLength(1)
      const { txid } = await world.db.selectFrom('codigo').select('txid').orderBy('id').executeTakeFirstOrThrow()
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(txid)).toThrow(/REMOVIDA/)
    })
  })

  const CODIGO = /"pixCopiaECola":"[^"]+"/
  test.for([
    ['another amount', (dito: string) => dito.replace(/"original":"[\d.]+"/, '"original":"9999.99"')],
    ['the charge of somebody else', (dito: string) => dito.replace(/"txid":"\w+"/, `"txid":"${'Z'.repeat(32)}"`)],
    ['a text that is no code', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":"<b>indisponível</b>"')],
    ['a code with an error in it', (dito: string) => dito.replace('br.gov.bcb.pix', 'br.gov.bcb.pox')],
    ['an empty code', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":""')],
    ['what no database takes', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":"a\\u0000\\ud800"')],
    ['five million letters', (dito: string) => dito.replace(CODIGO, `"pixCopiaECola":"${'x'.repeat(5e6)}"`)],
    ['a page', () => '<html>em manutenção</html>'],
    ['half an answer', (dito: string) => dito.slice(0, 40)],
  ] as const)('that answers with %s, the code is static and asks what is owed', async ([, mudar], { world }) => {
    const mudado = ({ app }: BancoEmulado) =>
      app.addHook('onSend', async ({ method }, resposta, corpo) => {
        if (method !== 'PUT') return corpo
        resposta.removeHeader('content-length')
        return mudar(String(corpo))
      })
    await comBanco(
      world,
      async (_banco, { emitir }) => {
        const feito = (await emitir()).json()
        expect(feito).toMatchObject({ tipo: 'pix_estatico', valor: 602.17 })
        expect(lerPix(feito.copia_e_cola)).toMatchObject({ forma: 'estatico', valorCentavos: 60_217 })
      },
      mudado,
    )
  })

  test('that removed a charge by itself: it is given to nobody again, by hand or in a message', async ({ world }) => {
    let removida = false
    const mudado = ({ app }: BancoEmulado) =>
      app.addHook('onSend', async ({ method }, resposta, corpo) => {
        if (method !== 'GET' || !removida) return corpo
        resposta.removeHeader('content-length')
        return String(corpo).replace('"status":"ATIVA"', '"status":"REMOVIDA_PELO_PSP"')
      })
    await comBanco(
      world,
      async (banco, { emitir, cliente, listar }) => {
        const contas = [cliente.contas[1]!]
        const cobv = (await emitir(contas)).json()
        const outro = (await emitir([cliente.contas[0]!])).json()
        const ditos = (await listar()).map(({ copia_e_cola }: { copia_e_cola: string }) => copia_e_cola)
        expect(ditos).toEqual([outro.copia_e_cola, cobv.copia_e_cola])
        removida = true
        const denovo = await emitir(contas)
        expect([denovo.statusCode, denovo.json()]).toEqual([
          200,
          expect.objectContaining({ tipo: 'pix_estatico', valor: 500, situacao: 'emitido' }),
        ])
        expect((await emitir(contas)).json().id).toBe(denovo.json().id)
        const { recebedor } = await world.servicos.pix.meios()
        const pedido = { clienteId: cliente.id, contas: [cliente.contas[0]!], mensagemId: null }
        const preparados = await emTransacao(world.db, (trx) =>
          prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp: true, agora: world.relogio.agora() }),
        )
        const [daMensagem] = await completarCodigos(world.servicos, preparados)
        expect(preparados[0]).toMatchObject({ id: outro.id, novo: false })
        expect(daMensagem).toMatchObject({ tipo: 'pix_estatico', valorCentavos: 10_217 })
        expect(await situacoes(world)).toEqual(['cancelado', 'cancelado', 'emitido', 'emitido'])
        expect(cobv.situacao).toBe('emitido')
        expect(banco.pedidos.filter((um) => um.startsWith('PUT'))).toHaveLength(2)
      },
      mudado,
    )
  })

  test('asked whether a charge is still there while a part of it is paid: no code that ended is given', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      await emitir()
      banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
      const pedido = emitir()
      await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('GET /v2/cob')))
      await pagar(world, operador, cliente.contas[0]!, 1)
      banco.agendador.avancar(1_000)
      const dito = await pedido
      expect([dito.statusCode, dito.json()]).toMatchObject([409, { codigo: 'conta_mudou' }])
    })
  })

  test('asked by a message and a person at once of a charge that it removed: both get the code in its place', async ({
    world,
  }) => {
    const removida = ({ app }: BancoEmulado) =>
      app.addHook('onSend', async ({ method }, resposta, corpo) => {
        if (method !== 'GET') return corpo
        resposta.removeHeader('content-length')
        return String(corpo).replace('"status":"ATIVA"', '"status":"REMOVIDA_PELO_PSP"')
      })
    await comBanco(
      world,
      async (banco, { emitir, cliente }) => {
        const contas = [cliente.contas[0]!]
        await emitir(contas)
        const { recebedor } = await world.servicos.pix.meios()
        const pedido = { clienteId: cliente.id, contas, mensagemId: null }
        const preparados = await emTransacao(world.db, (trx) =>
          prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp: true, agora: world.relogio.agora() }),
        )
        banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
        const daPessoa = emitir(contas)
        await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('GET /v2/cob')))
        const [daMensagem] = await completarCodigos(world.servicos, preparados)
        banco.agendador.avancar(1_000)
        const dito = await daPessoa
        expect([dito.statusCode, dito.json()]).toMatchObject([200, { id: daMensagem!.id, situacao: 'emitido' }])
      },
      removida,
    )
  })

  test('that does not say whether a charge is there is asked again by the next act, and by no repeated one', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const { id } = (await emitir()).json()
      const vezes = () => banco.pedidos.filter((um) => um.startsWith('GET /v2/cob')).length
      const chave = { 'idempotency-key': 'k1' }
      banco.psp.falhas.provocar({ como: 'status', http: 503 })
      for (const _ of [1, 2]) expect((await emitir(cliente.contas, operador, chave)).json().id).toBe(id)
      expect(vezes()).toBe(1)
      for (const _ of [1, 2]) expect((await emitir()).json().id).toBe(id)
      expect(vezes()).toBe(2) // what it said holds for a minute
    })
  })

  test.for([
    ['answers', ({ agendador }: BancoEmulado) => agendador.avancar(1_000)],
    ['does not answer', ({ app }: BancoEmulado) => app.server.closeAllConnections()],
  ] as const)(
    'that %s after the account changed makes no code of what it owed before',
    async ([, acabar], { world }) => {
      await comBanco(world, async (banco, { emitir, cliente, operador }) => {
        await (await world.servicos.pix.api())!.provar(world.relogio.agora())
        banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
        const pedido = emitir()
        await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('PUT')))
        await pagar(world, operador, cliente.contas[0]!, 1)
        acabar(banco)
        expect((await pedido).json()).toMatchObject({ codigo: 'conta_mudou' })
        expect(await situacoes(world)).toEqual(['cancelado'])
      })
    },
  )

  test('that fails again and again is left alone for a while', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente }) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora())
      banco.psp.falhas.provocar({ como: 'status', http: 503 }, 3)
      for (const contas of [[0], [1], [0, 1]]) await emitir(contas.map((i) => cliente.contas[i]!))
      const antes = banco.pedidos.length
      expect((await emitir([cliente.contas[0]!])).json().tipo).toBe('pix_estatico')
      expect(banco.pedidos.length).toBe(antes)
    })
  })

  test('that rests takes no living code of its own away: an operator and a message are given it again', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const contas = [cliente.contas[1]!]
      const cobv = (await emitir(contas)).json()
      const outro = await world.criarCliente({ documento: '11144477735' }, [DEVE])
      banco.psp.falhas.provocar({ como: 'status', http: 429, retryAfter: 60 })
      const daOutra = await world.chamar(operador, 'POST', `/api/operador/clientes/${outro.id}/codigos`, {
        contas: outro.contas,
      })
      expect([daOutra.json().tipo, world.servicos.pix.emFalta()]).toEqual(['pix_estatico', true])
      const denovo = await emitir(contas)
      expect([denovo.statusCode, denovo.json()]).toEqual([200, cobv])
      const { recebedor } = await world.servicos.pix.meios()
      const [daMensagem] = await emTransacao(world.db, (trx) =>
        prepararCodigos(trx, [{ clienteId: cliente.id, contas, mensagemId: null }], {
          recebedor: recebedor!,
          comPsp: false,
          agora: world.relogio.agora(),
        }),
      )
      expect(daMensagem).toMatchObject({ id: cobv.id, copiaECola: cobv.copia_e_cola, novo: false })
      expect((await emitir()).json().tipo).toBe('pix_estatico') // other accounts get another code, as always
    })
  })

  test('a crash between the PSP’s answer and our record leaves one live code, which the next request gets', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, listar }) => {
      const { recebedor } = await world.servicos.pix.meios()
      const pedido = { clienteId: cliente.id, contas: cliente.contas, mensagemId: null }
      const [perdido] = await emTransacao(world.db, (trx) =>
        prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp: true, agora: world.relogio.agora() }),
      )
      const api = (await world.servicos.pix.api())!
      await api.criarCob({ ...perdido!, descricao: 'Conta', expiraEmSegundos: 60 })
      expect(await listar()).toEqual([])
      const feito = (await emitir()).json()
      expect(feito).toMatchObject({ id: perdido!.id, txid: perdido!.txid, tipo: 'pix_cob', situacao: 'emitido' })
      expect(banco.pedidos.filter((um) => um.startsWith('PUT'))).toHaveLength(2)
      expect(new Set(banco.pedidos.filter((um) => um.startsWith('PUT'))).size).toBe(1)
    })
  })

  test('an abandoned code is withdrawn after a minute', async ({ world }) => {
    await comBanco(world, async (banco, { cliente }) => {
      const { recebedor } = await world.servicos.pix.meios()
      const pedido = { clienteId: cliente.id, contas: cliente.contas, mensagemId: null }
      const [perdido] = await emTransacao(world.db, (trx) =>
        prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp: true, agora: world.relogio.agora() }),
      )
      await (await world.servicos.pix.api())!.criarCob({ ...perdido!, descricao: 'Conta', expiraEmSegundos: 600 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['emitido'])
      world.relogio.passar({ minutos: 2 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['cancelado'])
      expect(() => banco.psp.pagar(perdido!.txid)).toThrow(/REMOVIDA/)
    })
  })
})
