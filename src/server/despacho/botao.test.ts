import { sql } from 'kysely'
import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { aplicarEventoModelo } from '#server/modelos/parecer.actions.ts'
import { sincronizar } from '#server/modelos/sincronizacao.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { enquantoEspera } from '#test/espera.ts'
import { linha } from '#test/linha.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { type BancoEmulado, comBanco } from '#test/psp.ts'
import { dizerStatus } from '#test/whatsapp.ts'
import { test as comWorld, type Pessoa, type World } from '#test/world.ts'
import { meioDoBotao } from './botao.ts'

const TEXTO =
  'Oi, {{primeiro_nome}}. A conta {{numero}} espera. Copie o Pix {{pix_copia_e_cola}} e pague no seu banco, até hoje.'
const SEM_CODIGO = 'Oi, {{primeiro_nome}}. A conta {{numero}} espera, e pode ser paga hoje no seu banco.'

interface Cena {
  palco: Palco
  /** With a PSP and the button, every template approved both ways. */
  comBotao(usar: (banco: BancoEmulado, admin: Pessoa) => Promise<void>): Promise<void>
}

const test = comWorld.extend<{ cena: Cena }>({
  cena: async ({ world }, usar) => {
    await garantirModelos(world.db, world.relogio.agora())
    await sql`update modelo_versao set texto = ${TEXTO} where tipo = 'atraso'`.execute(world.db)
    const palco = await ligarEmulador(world)
    const comBotao: Cena['comBotao'] = (fazer) =>
      comBanco(world, async (banco, admin) => {
        await ligarBotao(world, palco, admin)
        banco.pedidos.length = 0
        await fazer(banco, admin)
      })
    await usar({ palco, comBotao })
    await palco.fechar()
  },
})

async function ligarBotao(world: World, palco: Palco, admin: Pessoa) {
  const corpo = { botao_de_pagamento: true }
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)
  await sincronizar(world.servicos)
  await palco.passar(5_000)
  await sincronizar(world.servicos)
}

const cobrar = async (world: World) => {
  await executar(world.servicos, {})
  await despachar(world)
}
async function criar(world: World) {
  const feito = await world.criarCliente()
  const { telefone } = await linha(world, 'cliente', feito.id)
  return { ...feito, telefone: telefone! }
}
const variantes = (world: World) => world.db.selectFrom('modelo_botao').selectAll().orderBy('versao_id').execute()
const noAparelho = (palco: Palco, telefone: string) => palco.emulador.aparelho(telefone).mensagens.at(-1)!
const codigos = (world: World) => world.db.selectFrom('codigo').selectAll().orderBy('id').execute()
const mensagens = (world: World) => world.db.selectFrom('mensagem').selectAll().orderBy('id').execute()

test('the engine’s templates are submitted both ways, and a PSP’s code goes by the button', async ({ world, cena }) => {
  await cena.comBotao(async () => {
    const feitas = await variantes(world)
    expect(feitas.map(({ situacao, forma }) => [situacao, forma])).toEqual(
      Array(5).fill(['aprovado', 'payment_request']),
    )
    const { id, telefone } = await criar(world)
    await cobrar(world)
    const [codigo] = await codigos(world)
    expect(codigo).toMatchObject({ tipo: 'pix_cob', situacao: 'emitido', cliente_id: id })
    const vista = noAparelho(cena.palco, telefone)
    expect(vista).toMatchObject({
      modelo: feitas.map(({ nome_meta }) => nome_meta).find((nome) => nome!.startsWith('atraso_v')),
      acoes: [{ tipo: 'copiar', texto: 'Copiar código Pix', valor: codigo!.copia_e_cola }],
    })
    expect(vista.texto).toContain(codigo!.copia_e_cola)
    const ana = await world.criarOperador()
    await world.db.updateTable('cliente').set({ operador_id: ana.id, status: 'em_atendimento' }).execute()
    const conversa = await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)
    expect(conversa.json().data.at(-1).partes.botoes).toEqual(['Copiar código Pix'])
  })
})

test('a text that names no code has one by the button', async ({ world, cena }) => {
  await sql`update modelo_versao set texto = ${SEM_CODIGO}, situacao = 'local', nome_meta = null, meta_id = null, aprovada_em = null where tipo = 'atraso'`.execute(
    world.db,
  )
  await sincronizar(world.servicos)
  await cena.palco.passar(5_000)
  await cena.comBotao(async () => {
    const { telefone } = await criar(world)
    await cobrar(world)
    const [codigo] = await codigos(world)
    expect(noAparelho(cena.palco, telefone).acoes).toMatchObject([{ valor: codigo!.copia_e_cola }])
  })
})

test('any other code goes in the text of the template without', async ({ world, cena }) => {
  await cena.comBotao(async (banco) => {
    banco.psp.falhas.provocar({ como: 'status', http: 503 }, 5)
    const { telefone } = await criar(world)
    await cobrar(world)
    const vista = noAparelho(cena.palco, telefone)
    const codigo = (await codigos(world)).find(({ situacao }) => situacao === 'emitido')
    expect(codigo!.tipo).toBe('pix_estatico')
    expect([vista.acoes, vista.modelo]).toEqual([[], expect.not.stringContaining('_pix_')])
    expect(vista.texto).toContain(codigo!.copia_e_cola)
  })
})

test('turned off, or without a PSP, nothing goes by it', async ({ world, cena }) => {
  await cena.comBotao(async (_banco, admin) => {
    const corpo = { botao_de_pagamento: false }
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)
    const { telefone } = await criar(world)
    await cobrar(world)
    expect(noAparelho(cena.palco, telefone).acoes).toEqual([])
  })
})

test('an account without the new button gets the older one; one without either gets the text, and the reason', async ({
  world,
  cena,
}) => {
  await cena.palco.controle('PATCH', '/estado', { pedidosDePagamento: false })
  await cena.comBotao(async (_banco, admin) => {
    expect(new Set((await variantes(world)).map(({ forma, situacao }) => `${forma} ${situacao}`))).toEqual(
      new Set(['order_details aprovado']),
    )
    const { telefone } = await criar(world)
    await cobrar(world)
    expect(noAparelho(cena.palco, telefone).acoes).toMatchObject([{ valor: (await codigos(world))[0]!.copia_e_cola }])

    await world.db.deleteFrom('modelo_botao').execute()
    await cena.palco.controle('PATCH', '/estado', { pagamentos: false })
    await sincronizar(world.servicos)
    const recusadas = await variantes(world)
    expect(new Set(recusadas.map(({ situacao }) => situacao))).toEqual(new Set(['rejeitado']))
    expect(recusadas[0]!.motivo).toMatch(/^A conta da Meta não aceita o botão de pagamento/)
    const { atraso } = (await world.chamar(admin, 'GET', '/api/admin/configuracoes/mensagens/templates')).json()
    expect([atraso.situacao, atraso.botao_de_pagamento]).toEqual([
      'aprovado',
      { situacao: 'rejeitado', motivo: recusadas[0]!.motivo },
    ])
    // Once it is mended at Meta, switching the button off and on submits again.
    await cena.palco.controle('PATCH', '/estado', { pagamentos: true })
    for (const botao_de_pagamento of [false, true])
      await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { botao_de_pagamento })
    await sincronizar(world.servicos)
    expect(new Set((await variantes(world)).map(({ situacao }) => situacao))).toEqual(new Set(['pendente']))
  })
})

test('a pause of its template told while the list is read is newer than the list', async ({ world, cena }) => {
  await cena.comBotao(async () => {
    const nome = (await variantes(world))[0]!.nome_meta!
    const evento = { nome, idioma: 'pt_BR', evento: 'PAUSED', motivo: null }
    await enquantoEspera(world.db, {
      segurar: (trx) => trx.selectFrom('modelo_botao').select('versao_id').forUpdate().execute(),
      pedir: () => sincronizar(world.servicos),
      depois: (trx) => aplicarEventoModelo(trx, evento, world.relogio.agora()),
    })
    expect((await variantes(world))[0]).toMatchObject({ nome_meta: nome, situacao: 'pausado' })
  })
})

test('a button refused at the moment of sending costs the button, not the message nor the template', async ({
  world,
  cena,
}) => {
  await cena.comBotao(async () => {
    await cena.palco.controle('PATCH', '/estado', { pagamentos: false })
    const clientes = [await criar(world), await criar(world)]
    await cobrar(world)
    for (const { telefone } of clientes)
      expect(noAparelho(cena.palco, telefone)).toMatchObject({
        acoes: [],
        texto: expect.stringContaining('br.gov.bcb'),
      })
    expect((await mensagens(world)).map(({ status }) => status)).toEqual(['enviada', 'enviada'])
    expect((await variantes(world)).find(({ situacao }) => situacao === 'rejeitado')!.motivo).toMatch(/termos/)
    const { rows } = await sql<{ situacao: string }>`select situacao from modelo_versao where tipo = 'atraso'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ situacao: 'aprovado' }])
  })
})

test('who cannot see a button is written to again without one', async ({ world, cena }) => {
  await cena.comBotao(async () => {
    const { telefone, contatoId } = await criar(world)
    await cobrar(world)
    const [mensagem] = await mensagens(world)
    await dizerStatus(world, { wamid: mensagem!.wamid!, status: 'failed', erro: 2040 })
    const contato = await linha(world, 'contato', contatoId)
    expect(contato.sem_botao_de_pagamento).toBe(true)
    await cobrar(world)
    expect(noAparelho(cena.palco, telefone).acoes).toEqual([])
    expect((await mensagens(world)).map(({ erro_codigo }) => erro_codigo)).toEqual(['2040', null])
  })
})

test('who cannot see a button, told at the moment of sending, costs the others nothing', async ({ world, cena }) => {
  await cena.comBotao(async () => {
    const [um, outro] = [await criar(world), await criar(world)]
    await cena.palco.controle('PATCH', `/telefones/${um.telefone.slice(1)}`, {
      resposta: { tipo: 'recusa', codigo: 2040 },
    })
    await cobrar(world)
    expect(noAparelho(cena.palco, outro.telefone).acoes).toHaveLength(1)
    const contatos = await world.db
      .selectFrom('contato')
      .select(['id', 'sem_botao_de_pagamento'])
      .where('sem_botao_de_pagamento', '=', true)
      .execute()
    expect(contatos.map(({ id }) => id)).toEqual([um.contatoId])
    expect((await variantes(world)).filter(({ situacao }) => situacao === 'rejeitado')).toEqual([])
  })
})

test('each try of a message has a reference of its own, which Meta takes once', () => {
  const meio = (tentativas: number) =>
    meioDoBotao(
      { botao: { nome: 'x', forma: 'order_details' } } as Parameters<typeof meioDoBotao>[0],
      { referencia: 'r', tentativas },
      { sem_botao_de_pagamento: false } as Parameters<typeof meioDoBotao>[2],
      { chave: '11222333000181', nome: 'X', cidade: 'Y' },
    )
  expect(meio(1)!.referencia).not.toBe(meio(2)!.referencia)
})

test('a person’s and the engine’s, next at the same time, both carry a code that lives when it goes', async ({
  world,
  cena,
}) => {
  await cena.comBotao(async () => {
    const ana = await world.criarOperador()
    const { telefone } = await criar(world)
    await executar(world.servicos, {})
    const [daRegua] = await mensagens(world)
    const { id: _, referencia: __, execucao_id: ___, ...igual } = daRegua!
    const { id: versao } = await world.db
      .selectFrom('modelo_versao')
      .select('id')
      .where('tipo', '=', 'atraso')
      .executeTakeFirstOrThrow()
    const dela = {
      ...igual,
      finalidade: 'atendimento' as const,
      autor_id: ana.id,
      passo: null,
      dia: null,
      forcada: false,
      modelo_tipo: 'atraso' as const,
      intencoes: null,
      modelo_versao_id: versao,
      parametros: JSON.stringify(['Maria', '1', 'peça por aqui']),
      partes: null,
    }
    await world.db.insertInto('mensagem').values(dela).execute()
    await despachar(world)
    const vistas = cena.palco.emulador.aparelho(telefone).mensagens
    const emVigor = (await codigos(world)).filter(({ situacao }) => situacao === 'emitido')
    expect(emVigor).toHaveLength(1)
    for (const { acoes } of vistas) expect(acoes).toMatchObject([{ valor: emVigor[0]!.copia_e_cola }])
    expect(vistas.length).toBeGreaterThan(0)
  })
})
