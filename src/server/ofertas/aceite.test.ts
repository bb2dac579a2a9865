import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Codigo } from '#contract/codigos.ts'
import { lerPix } from '#domain/brcode.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { trabalhosDosCodigos } from '#server/codigos/codigos.jobs.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { enviarModeloAutomatico } from '#server/mensagens/modelo.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { encerrarEsperas, iniciarProposta } from '#server/negociacoes/propostas.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { aceitar, comecarAAceitar, comPolitica } from '#test/aceite.ts'
import { despacharTudo } from '#test/despachar.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { violada } from '#test/invariantes.ts'
import { julgar, registrar } from '#test/julgamento.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos, ligarEmulador } from '#test/modelos.ts'
import { umPix } from '#test/movimento.ts'
import { ANTIGA, cenario, json, ofertas, PRAZO, VENCIDA } from '#test/ofertas.ts'
import { pagar } from '#test/pagamentos.ts'
import { abrirPagina } from '#test/pagina.ts'
import { comBanco, PIX } from '#test/psp.ts'
import type { Pessoa, World } from '#test/world.ts'

const acordo = async (world: World, quem: Pessoa, base: string) =>
  (await json(world, quem, `${base}/negociacoes`)).data[0]
const rodar = (world: World) => trabalhosDosCodigos(world.servicos)[0]!.executar(new AbortController().signal)

/** The bank tells, now, of what was paid on a day by a code. */
async function pagarCodigo(world: World, codigo: { txid: string; valor: number }, dia = world.hoje()) {
  const pix = umPix(world, { txid: codigo.txid, valorCentavos: Math.round(codigo.valor * 100), dia })
  const [movimento] = await registrar(world, pix)
  await julgar(world)
  return linha(world, 'movimento', movimento!)
}
async function passarPara(world: World, dia: string, ...pessoas: Pessoa[]) {
  world.relogio.mover(`${dia}T13:00:00.000Z`)
  for (const pessoa of pessoas) pessoa.token = await criarSessao(world.db, pessoa.id, world.relogio.agora(), null)
  await virarODia(world.db, world.relogio.agora())
  await rodar(world)
}
/** Somebody else's, about an account that was disputed once. */
async function outraProposta(world: World, ana: Pessoa) {
  const { id, contas } = await world.criarCliente({}, [VENCIDA])
  const base = `/api/operador/clientes/${id}`
  const disputa = await world.chamar(ana, 'POST', `${base}/contestacoes`, { contas, motivo: 'valor' })
  const fim = { status: 'improcedente', resposta: 'O valor está certo.' }
  const { statusCode } = await world.chamar(ana, 'PATCH', `${base}/contestacoes/${disputa.json().id}`, fim)
  expect(statusCode).toBe(200)
  await aceitar(world, id)
  return base
}
/** On their page, which alone may. */
async function trocarCodigo(world: World, clienteId: number, conta: number) {
  const pagina = await (await abrirPagina(world, clienteId)).entrar()
  expect((await pagina.chamar('POST', '/codigos', { contas: [conta] })).statusCode).toBe(201)
}

describe('what a customer accepts', () => {
  test('is a proposal with the code of its first payment, and the originals stand', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world)
    const [, duas] = await ofertas(world, ana, base)
    const pedir = (contas: (number | undefined)[]) => world.chamar(ana, 'POST', `${base}/codigos`, { contas })
    const deAntes = (await pedir(cliente.contas.slice(1, 2))).json()
    const aceito = await aceitar(world, cliente.id, 1)
    expect(aceito).toMatchObject({
      status: 'proposta',
      origem: 'pagina',
      valor_negociado: 810,
      vence_em: PRAZO,
      parcelas: duas.parcelas.map((uma: object) => ({ ...uma, status: 'em_aberto', pago_em: null, conta_id: null })),
      codigo: { tipo: 'pix_estatico', valor: 162, situacao: 'emitido', vale_ate: PRAZO, negociacao_id: aceito.id },
    })
    expect(aceito.codigo.contas.reduce((soma, { valor, encargos }) => soma + valor + encargos, 0)).toBeCloseTo(162, 2)
    expect(lerPix(aceito.codigo.copia_e_cola)).toMatchObject({ valorCentavos: 16_200 })
    // An operator's code of the same accounts would leave the customer without it.
    const recusado = await pedir(cliente.contas.slice(1, 2))
    expect([recusado.statusCode, recusado.json().codigo]).toEqual([409, 'acordo_em_andamento'])
    expect(recusado.json().message).toContain('Envie o código do acordo')
    expect((await pedir(cliente.contas.slice(2))).statusCode).toBe(201)
    const { data: codigos } = await json(world, ana, `${base}/codigos`)
    const como = new Map(codigos.map(({ id, situacao }: Codigo) => [id, situacao]))
    expect([como.get(aceito.codigo.id), como.get(deAntes.id)]).toEqual(['emitido', 'substituido'])
    const detalhe = await json(world, ana, base)
    expect(detalhe).toMatchObject({ status: 'ativo', valor_em_aberto: 1050, negociacao: { status: 'proposta' } })
    expect(detalhe.decisao).toMatchObject({ motivo: 'acordo', enviada: false })
    const prova = await world.db.selectFrom('aceite').selectAll().executeTakeFirstOrThrow()
    expect(prova).toMatchObject({ negociacao_id: aceito.id, texto: duas.texto, endereco: '203.0.113.9' })
    expect(prova.texto_hash.equals(createHash('sha256').update(duas.texto).digest())).toBe(true)
    expect(await violada(world.db)).toBeNull()
  })

  test.for(['before', 'while it waits'] as const)(
    'keeps its code from a template that names one and was sent by hand: accepted %s',
    async (quando, { world }) => {
      await garantirModelos(world.db, world.relogio.agora())
      const texto =
        'Oi, {{primeiro_nome}}. Sua conta espera por você. Copie o Pix {{pix_copia_e_cola}} e pague no seu banco hoje.'
      await sql`update modelo_versao set texto = ${texto} where tipo in ('atraso', 'contestacao')`.execute(world.db)
      const palco = await ligarEmulador(world)
      try {
        const { ana, cliente, base } = await cenario(world)
        await world.chamar(ana, 'POST', `${base}/assumir`)
        const mandar = (template: string) => world.chamar(ana, 'POST', `${base}/mensagens`, { template })
        if (quando === 'while it waits') expect((await mandar('atraso')).statusCode).toBe(201)
        const { codigo } = await aceitar(world, cliente.id, 1)
        if (quando === 'before') {
          const recusada = await mandar('atraso')
          expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'acordo_em_andamento'])
          expect(recusada.json().message).toContain('Envie o código do acordo')
          expect((await mandar('reengajar')).statusCode).toBe(201)
        }
        // An automatic reply is not held back: it goes without a code.
        await emTransacao(world.db, (trx) =>
          enviarModeloAutomatico(trx, { clienteId: cliente.id, tipo: 'contestacao', agora: world.relogio.agora() }),
        )
        await despacharTudo(world)
        const { data: mensagens } = await json(world, ana, `${base}/mensagens`)
        const cancelada = mensagens.find(({ status }: { status: string }) => status === 'cancelada')
        expect(cancelada?.erro?.codigo).toBe(quando === 'before' ? undefined : 'acordo_em_andamento')
        expect(palco.emulador.envios().filter(({ texto }) => texto.includes('Copie o Pix peça por aqui'))).toHaveLength(
          1,
        )
        const { data: codigos } = await json(world, ana, `${base}/codigos`)
        expect(codigos.map(({ id, situacao }: Codigo) => [id, situacao])).toEqual([[codigo.id, 'emitido']])
        expect(await pagarCodigo(world, codigo)).toMatchObject({ situacao: 'aplicado' })
        expect(await acordo(world, ana, base)).toMatchObject({ status: 'ativa' })
      } finally {
        await palco.fechar()
      }
    },
  )

  test('begins when its entry is paid by the code, and is kept when all is paid', async ({ world }) => {
    await aprovarModelos(world)
    const { ana, cliente, base } = await cenario(world)
    const { id, codigo } = await aceitar(world, cliente.id, 1)
    const movimento = await pagarCodigo(world, codigo)
    expect(movimento).toMatchObject({ situacao: 'aplicado', aplicado_centavos: 16_200, automatico: true })
    const corre = await acordo(world, ana, base)
    expect(corre).toMatchObject({ id, status: 'ativa', encerrada_em: null })
    expect(corre.parcelas.map(({ status }: { status: string }) => status)).toEqual(['paga', 'em_aberto', 'em_aberto'])
    expect(await json(world, ana, base)).toMatchObject({ status: 'negociado', valor_em_aberto: 698, operador: null })
    const { data } = await json(world, ana, `${base}/codigos`)
    expect(data[0]).toMatchObject({ id: codigo.id, situacao: 'pago' })
    const { data: ditas } = await json(world, ana, `${base}/mensagens`)
    expect(ditas.at(-1).conteudo).toContain('mais a entrada de R$ 162,00, já paga\n')
    // Paid twice: the second is to be given back.
    expect(await pagarCodigo(world, codigo)).toMatchObject({ situacao: 'credito', credito_centavos: 16_200 })
    expect(await violada(world.db)).toBeNull()
  })

  test('at once is kept by its one payment', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world, [VENCIDA])
    await pagarCodigo(world, (await aceitar(world, cliente.id)).codigo)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'cumprida', valor_pago: 90 })
    expect((await json(world, ana, base)).status).toBe('concluido')
  })

  test('expires unpaid, and the engine speaks again', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world, [VENCIDA])
    const { codigo } = await aceitar(world, cliente.id)
    await passarPara(world, PRAZO, ana)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'proposta' })
    await passarPara(world, '2026-11-27', ana)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'expirada' })
    expect((await json(world, ana, base)).decisao.motivo).not.toBe('acordo')
    expect((await json(world, ana, `${base}/codigos`)).data[0]).toMatchObject({ id: codigo.id, situacao: 'expirado' })
    expect(await ofertas(world, ana, base)).not.toEqual([])
  })

  test.for([
    ['paid in time and learned later, nothing changed', PRAZO, false, 'ativa', 'aplicado'],
    ['paid in time and learned later, an account changed', PRAZO, true, 'expirada', 'credito'],
    ['paid late', '2026-11-27', false, 'expirada', 'credito'],
  ] as const)('%s', async ([, dia, muda, status, situacao], { world }) => {
    const { ana, cliente, base } = await cenario(world)
    const { codigo } = await aceitar(world, cliente.id, 1)
    await passarPara(world, '2026-11-30', ana)
    if (muda) await pagar(world, ana, cliente.contas[0]!, 10)
    expect(await pagarCodigo(world, codigo, dia)).toMatchObject({ situacao })
    expect(await acordo(world, ana, base)).toMatchObject({ status })
    expect(await violada(world.db)).toBeNull()
  })

  test.for([
    ['a payment', (world: World, ana: Pessoa, conta: number) => pagar(world, ana, conta, 10)],
    [
      'a new day',
      (world: World, ana: Pessoa, conta: number) =>
        world.chamar(ana, 'PATCH', `/api/operador/contas-receber/${conta}`, { vencimento: '2026-11-10' }),
    ],
    [
      'a cancellation',
      (world: World, ana: Pessoa, conta: number) =>
        world.chamar(ana, 'PATCH', `/api/operador/contas-receber/${conta}/cancelar`, { motivo: 'Lançada duas vezes' }),
    ],
    [
      'a dispute',
      (world: World, ana: Pessoa, conta: number, base: string) =>
        world.chamar(ana, 'POST', `${base}/contestacoes`, { contas: [conta], motivo: 'valor' }),
    ],
  ] as const)('%s of one of its accounts cancels it, and its money then is a credit', async ([, mudar], { world }) => {
    const { ana, cliente, base } = await cenario(world)
    const outro = await outraProposta(world, ana)
    const { codigo } = await aceitar(world, cliente.id, 2)
    // Its own code is dead already, and tells of no change.
    await trocarCodigo(world, cliente.id, cliente.contas[0]!)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'proposta' })
    const { statusCode } = await mudar(world, ana, cliente.contas[0]!, base)
    expect(statusCode).toBeLessThan(300)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'cancelada' })
    expect((await json(world, ana, `${base}/codigos`)).data[0]).toMatchObject({ situacao: 'cancelado' })
    expect(await pagarCodigo(world, codigo)).toMatchObject({ situacao: 'credito' })
    expect(await violada(world.db)).toBeNull()
    await encerrarEsperas(world.db, world.relogio.agora())
    expect(await acordo(world, ana, outro)).toMatchObject({ status: 'proposta' })
  })

  test('ends with its code, when that is cancelled by another Pix key', async ({ world }) => {
    const { admin, ana, cliente, base } = await cenario(world)
    await aceitar(world, cliente.id, 1)
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', {
      pix: { ...PIX, chave: 'financeiro@modelo.example' },
    })
    await outraProposta(world, ana)
    expect(await encerrarEsperas(world.db, world.relogio.agora())).toBe(1)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'cancelada' })
  })

  test('that began while the job waited for its customer is not ended', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world)
    const { id } = await aceitar(world, cliente.id, 1)
    world.relogio.mover('2026-11-27T13:00:00.000Z')
    const agora = world.relogio.agora()
    ana.token = await criarSessao(world.db, ana.id, agora, null)
    const trabalho = await emTransacao(world.db, async (trx) => {
      await fixarCalendario(trx)
      await travarClientes(trx, [cliente.id])
      const trabalho = encerrarEsperas(world.db, agora)
      await esperarNaTrava(world.db)
      await iniciarProposta(trx, id, { origem: 'conciliacao', agora })
      return [trabalho]
    })
    await Promise.all(trabalho)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'ativa', encerrada_em: null })
  })

  test('another code of its accounts replaces its own, which begins it all the same when paid', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world)
    const { codigo } = await aceitar(world, cliente.id, 1)
    await trocarCodigo(world, cliente.id, cliente.contas[0]!)
    const [deles, dele] = await json(world, ana, `${base}/codigos`).then(({ data }) => data)
    expect([deles.situacao, dele.situacao, dele.id]).toEqual(['emitido', 'substituido', codigo.id])
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'proposta' })
    await pagarCodigo(world, codigo)
    expect(await acordo(world, ana, base)).toMatchObject({ status: 'ativa' })
  })

  test('an offer of another day, or from before a change, is refused; and every offer while an agreement is under way', async ({
    world,
  }) => {
    const { ana, cliente, base } = await cenario(world)
    const [avista] = await ofertas(world, ana, base)
    world.relogio.passar({ dias: 1 })
    await expect(aceitar(world, cliente.id, avista)).rejects.toMatchObject({ codigo: 'oferta_mudou' })
    const { id } = await aceitar(world, cliente.id)
    await expect(aceitar(world, cliente.id, { id: 1 })).rejects.toMatchObject({ codigo: 'acordo_em_andamento' })
    const bia = await world.criarOperador()
    const pedido = { contas: [cliente.contas[0]], parcelas: 1, primeiro_vencimento: '2026-12-10' }
    const outro = await world.chamar(bia, 'POST', `${base}/negociacoes`, pedido)
    expect([outro.statusCode, outro.json().codigo]).toEqual([409, 'acordo_em_andamento'])
    const corpo = { motivo: 'O cliente desistiu' }
    const cancelada = await world.chamar(bia, 'PATCH', `${base}/negociacoes/${id}/cancelar`, corpo)
    expect(cancelada.json()).toMatchObject({ status: 'cancelada', motivo: 'O cliente desistiu' })
    expect(await json(world, bia, base)).toMatchObject({ status: 'ativo', operador: null, negociacao: null })
  })

  test('of many at once is one', async ({ world }) => {
    const { cliente, ana, base } = await cenario(world)
    const pedido = { contas: [cliente.contas[0]], incluir_encargos: true, parcelas: 1, primeiro_vencimento: PRAZO }
    const vistas = await ofertas(world, ana, base) // by all before any is taken: then there are none
    const tentativas = await Promise.allSettled([
      ...[0, 1, 2, 0, 1].map((n) => aceitar(world, cliente.id, vistas[n])),
      world.chamar(ana, 'POST', `${base}/negociacoes`, pedido).then((resposta) => {
        if (resposta.statusCode !== 201) throw Object.assign(new Error(), { codigo: resposta.json().codigo })
      }),
    ])
    expect(tentativas.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const uma of tentativas)
      if (uma.status === 'rejected') expect(uma.reason.codigo).toMatch(/^(acordo_em_andamento|oferta_mudou)$/)
    expect(await violada(world.db)).toBeNull()
  })

  test('is paid and cancelled at once: one wins, and no cent is lost', async ({ world }) => {
    const { cliente, ana, base } = await cenario(world)
    const { id, codigo } = await aceitar(world, cliente.id, 1)
    const [movimento] = await Promise.all([
      pagarCodigo(world, codigo),
      world.chamar(ana, 'PATCH', `${base}/negociacoes/${id}/cancelar`, { motivo: 'Desistiu' }),
    ])
    const { status } = await acordo(world, ana, base)
    // Cancelled after it began, it is an agreement that ends: what was paid stands on the originals.
    expect(['ativa', 'cancelada']).toContain(status)
    expect(movimento.aplicado_centavos + movimento.credito_centavos).toBe(16_200)
    expect(await violada(world.db)).toBeNull()
  })
})

describe('with a PSP', () => {
  test('a process that died before it asked for the code leaves what was accepted standing, and another asks', async ({
    world,
  }) => {
    await comBanco(world, async (banco, admin) => {
      await comPolitica(world, admin)
      const cliente = await world.criarCliente({ documento: '52998224725' }, [ANTIGA])
      const { negociacaoId, codigo } = await comecarAAceitar(world, cliente.id, 1)
      const depois = async (segundos: number) => {
        world.relogio.passar({ segundos })
        await rodar(world)
        await virarODia(world.db, world.relogio.agora())
        return linha(world, 'codigo', codigo.id)
      }
      expect(await depois(59)).toMatchObject({ situacao: 'emitido', copia_e_cola: null })
      const feito = await depois(2)
      expect(feito).toMatchObject({ situacao: 'emitido', tipo: 'pix_cob', vale_ate: PRAZO })
      expect(lerPix(feito.copia_e_cola!)).toMatchObject({ forma: 'dinamico', avisos: [] })
      expect(banco.pedidos.filter((um) => um.startsWith('PUT'))).toEqual([`PUT /v2/cob/${codigo.txid}`])
      expect(await linha(world, 'negociacao', negociacaoId)).toMatchObject({ status: 'proposta' })
    })
  })

  test('the code is a charge until the end of its last day; one that does not answer gives a static code', async ({
    world,
  }) => {
    await comBanco(world, async (_, admin) => {
      await comPolitica(world, admin)
      const cliente = await world.criarCliente({ documento: '52998224725' }, [ANTIGA])
      const { codigo } = await aceitar(world, cliente.id, 1)
      expect(codigo).toMatchObject({ tipo: 'pix_cob', vale_ate: PRAZO, situacao: 'emitido' })
    })
    const cliente = await world.criarCliente({ documento: '11144477735' }, [ANTIGA])
    const { id, codigo, status } = await aceitar(world, cliente.id, 1)
    expect([codigo.tipo, codigo.vale_ate, codigo.negociacao_id, status]).toEqual([
      'pix_estatico',
      PRAZO,
      id,
      'proposta',
    ])
    await virarODia(world.db, world.relogio.agora())
    const { rows } = await sql<{ status: string }>`select status from negociacao where id = ${id}`.execute(world.db)
    expect(rows).toEqual([{ status: 'proposta' }])
  })
})
