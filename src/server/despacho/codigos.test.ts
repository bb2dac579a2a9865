import { describe, expect } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { VALOR_MAXIMO_CENTAVOS } from '#domain/dinheiro.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import { comTexto } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { pagar } from '#test/pagamentos.ts'
import { type BancoEmulado, comBanco, PIX } from '#test/psp.ts'
import type { World } from '#test/world.ts'
import { lerMeiosDosCodigos } from './codigos.actions.ts'
import { reivindicar } from './reivindicacao.actions.ts'

const TEXTO =
  'Oi, {{primeiro_nome}}. A conta {{numero}} espera. Copie o Pix {{pix_copia_e_cola}} e pague no seu banco, até hoje.'

const test = comTexto(TEXTO)

const enviados = async (world: World) =>
  world.db
    .selectFrom('mensagem')
    .leftJoin('codigo', 'codigo.mensagem_id', 'mensagem.id')
    .select([
      'mensagem.id',
      'mensagem.conteudo',
      'mensagem.parametros',
      'codigo.copia_e_cola',
      'codigo.tipo',
      'codigo.situacao',
    ])
    .orderBy('mensagem.id')
    .execute()
const usarPix = async (world: World) =>
  world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
const pedidosDe = (banco: BancoEmulado) => banco.pedidos.filter((um) => um.startsWith('PUT'))

describe('a message that names the code', () => {
  test('carries a code for exactly its amount, and the stored text is the sent one', async ({ world, palco }) => {
    await usarPix(world)
    await world.criarCliente()
    await executar(world.servicos, {})
    await despachar(world)
    const [um] = await enviados(world)
    expect(um).toMatchObject({ tipo: 'pix_estatico', situacao: 'emitido' })
    expect(lerPix(um!.copia_e_cola!)).toMatchObject({ valorCentavos: 10_217 })
    expect(um!.conteudo).toContain(um!.copia_e_cola)
    expect(palco.emulador.envios().map(({ texto }) => texto)).toEqual([um!.conteudo])
  })

  test('is cancelled alone if its debts exceed what a code can ask, and the others are sent', async ({
    world,
    palco,
  }) => {
    await usarPix(world)
    await world.criarCliente()
    const { id, contas } = await world.criarCliente({}, [{ valor_centavos: VALOR_MAXIMO_CENTAVOS }])
    await world.criarCliente()
    await executar(world.servicos, {})
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(2)
    const naoFoi = await world.db
      .selectFrom('mensagem')
      .select(['cliente_id', 'erro_codigo'])
      .where('status', '=', 'cancelada')
      .execute()
    expect(naoFoi).toEqual([{ cliente_id: id, erro_codigo: 'nao_preparada' }])
    const ana = await world.criarOperador()
    await world.db.updateTable('cliente').set({ operador_id: ana.id }).where('id', '=', id).execute()
    const pedido = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/codigos`, { contas })
    expect(pedido.json()).toMatchObject({ codigo: 'valor_acima_do_pix' })
  })

  test('says that it comes by asking, while the company has not said how it receives', async ({ world, palco }) => {
    await world.criarCliente()
    await executar(world.servicos, {})
    await despachar(world)
    expect(palco.emulador.envios()[0]!.texto).toContain('Copie o Pix peça por aqui e pague')
    expect((await enviados(world))[0]).toMatchObject({ tipo: null })
  })

  test('by a PSP: a charge each, asked once, and in the text that went', async ({ world, palco }) => {
    await comBanco(world, async (banco) => {
      for (let i = 0; i < 30; i += 1) await world.criarCliente()
      await executar(world.servicos, {})
      await despachar(world)
      const todos = await enviados(world)
      expect(todos).toHaveLength(30)
      for (const um of todos) {
        expect(um).toMatchObject({ tipo: 'pix_cob', situacao: 'emitido' })
        expect(um.conteudo).toContain(um.copia_e_cola)
      }
      expect(
        palco.emulador
          .envios()
          .map(({ texto }) => texto)
          .sort(),
      ).toEqual(todos.map(({ conteudo }) => conteudo).sort())
      expect(pedidosDe(banco)).toHaveLength(30)
    })
  })

  test('by a PSP that does not answer goes out all the same, with a static one, at the pace', async ({
    world,
    palco,
  }) => {
    await comBanco(world, async (banco) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora())
      for (let i = 0; i < 40; i += 1) await world.criarCliente()
      banco.psp.falhas.provocar({ como: 'status', http: 503 }, 40)
      await executar(world.servicos, {})
      await despachar(world)
      const estaticos = (await enviados(world)).filter(({ tipo }) => tipo === 'pix_estatico')
      expect(estaticos).toHaveLength(40)
      expect(palco.emulador.envios()).toHaveLength(40)
    })
  })

  test('claimed by one that died before it went is sent with the same charge', async ({ world, palco }) => {
    await comBanco(world, async (banco) => {
      await world.criarCliente()
      await executar(world.servicos, {})
      const meios = await lerMeiosDosCodigos(world.servicos.pix)
      const { lote, semCodigo } = await reivindicar(world.db, world.relogio.agora(), 10, {
        ...world.servicos,
        codigos: meios,
      })
      expect([lote.length, semCodigo.length]).toEqual([0, 1])
      const { preparado } = semCodigo[0]!.codigo
      await (await world.servicos.pix.api())!.criarCob({ ...preparado, expiraEmSegundos: 600 })
      await despachar(world)
      expect(palco.emulador.envios()).toHaveLength(1)
      expect(new Set(pedidosDe(banco))).toEqual(new Set([`PUT /v2/cob/${preparado.txid}`]))
      const codigos = await world.db.selectFrom('codigo').select(['txid', 'situacao']).execute()
      expect(codigos).toEqual([{ txid: preparado.txid, situacao: 'emitido' }])
    })
  })

  test('of a person’s hand gets its code as well, made as it goes', async ({ world, palco }) => {
    await usarPix(world)
    const operador = await world.criarOperador()
    const { id } = await world.criarCliente({ status: 'em_atendimento', operador_id: operador.id })
    const escrita = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/mensagens`, {
      template: 'atraso',
    })
    expect(escrita.statusCode).toBe(201)
    await despachar(world)
    const [um] = await enviados(world)
    expect(um!.conteudo).toContain(um!.copia_e_cola)
    expect(palco.emulador.envios()[0]!.texto).toBe(um!.conteudo)
  })

  test('is looked at before it goes with a code of that length, and what is missing is said', async ({
    world,
    palco,
  }) => {
    void palco
    const admin = await world.criarAdmin()
    await world.criarCliente()
    const conferir = async () => (await world.chamar(admin, 'GET', '/api/admin/cobranca/conferencia')).json()
    expect((await conferir()).data[0].problemas).toMatchObject([{ variavel: 'pix_copia_e_cola', problema: 'vazio' }])
    await usarPix(world)
    expect((await conferir()).data).toEqual([])
  })
})

test('a message that was nobody’s until it was claimed goes alone, and the engine’s to the same customer waits', async ({
  world,
  palco: _,
}) => {
  const { id, contatoId } = await world.criarCliente()
  await executar(world.servicos, {})
  const agora = world.relogio.agora()
  const saida = {
    clienteId: null,
    contatoId: contatoId!,
    finalidade: 'atendimento',
    tipo: 'texto',
    conteudo: 'Oi',
  } as const
  await world.db.transaction().execute((trx) => enfileirar(trx, saida, agora))
  await world.db
    .updateTable('contato')
    .set({ janela_ate: new Date(agora.getTime() + 3_600_000) })
    .execute()
  const [tomando] = await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('cliente').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const tomadas = reivindicar(world.db, agora, 10, { origem: world.servicos.origem })
    await esperarNaTrava(world.db)
    await trx.updateTable('mensagem').set({ cliente_id: id }).where('cliente_id', 'is', null).execute()
    return [tomadas]
  })
  expect((await tomando!).lote.map(({ corpo }) => corpo)).toMatchObject([{ texto: 'Oi' }])
  const naFila = await world.db.selectFrom('mensagem').select('finalidade').where('envio', '=', 'fila').execute()
  expect(naFila).toEqual([{ finalidade: 'regua' }])
})

describe('“Enviar Pix”', () => {
  async function cenario(world: World) {
    await usarPix(world)
    const operador = await world.criarOperador()
    const { id, contatoId, contas } = await world.criarCliente({ status: 'em_atendimento', operador_id: operador.id })
    const base = `/api/operador/clientes/${id}`
    const abrirJanela = () =>
      world.db
        .updateTable('contato')
        .set({ janela_ate: new Date(world.relogio.agora().getTime() + 3_600_000) })
        .where('id', '=', contatoId)
        .execute()
    const codigo = (await world.chamar(operador, 'POST', `${base}/codigos`, { contas })).json()
    const enviar = (codigo_id = codigo.id) => world.chamar(operador, 'POST', `${base}/mensagens`, { codigo_id })
    return { operador, contas, base, codigo, enviar, abrirJanela }
  }

  test('sends the code alone, within the window', async ({ world, palco }) => {
    const { enviar, codigo, abrirJanela, base, operador } = await cenario(world)
    expect((await enviar()).json().codigo).toBe('janela_fechada')
    await abrirJanela()
    const escrita = await enviar()
    expect([escrita.statusCode, escrita.json().conteudo]).toEqual([201, codigo.copia_e_cola])
    await despachar(world)
    expect(palco.emulador.envios().at(-1)!.texto).toBe(codigo.copia_e_cola)
    const [listado] = (await world.chamar(operador, 'GET', `${base}/codigos`)).json().data
    expect(listado.mensagem_id).toBe(escrita.json().id)
  })

  test('not one that ended, nor another’s; one that ends before it goes is not sent', async ({ world, palco }) => {
    const { enviar, abrirJanela, operador, contas } = await cenario(world)
    await abrirJanela()
    const outro = await cenario(world)
    expect((await enviar(outro.codigo.id)).statusCode).toBe(404)
    await enviar()
    await pagar(world, operador, contas[0]!, 5)
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    const [mensagem] = await world.db.selectFrom('mensagem').selectAll().execute()
    expect([mensagem!.status, mensagem!.erro_codigo]).toEqual(['cancelada', 'codigo_encerrado'])
    expect((await enviar()).json().codigo).toBe('codigo_encerrado')
  })
})
