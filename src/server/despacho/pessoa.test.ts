import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { buscarDesempenho } from '#server/dashboard/modelos.queries.ts'
import { detalharCliente } from '#server/ficha/detalhe.queries.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { linha } from '#test/linha.ts'
import { abrirPagina } from '#test/pagina.ts'
import { type Escrita, escrever } from '#test/whatsapp.ts'
import type { Pessoa, World } from '#test/world.ts'

const DE = '+5511988880001'
const CPF = '52998224725'

class Cena {
  readonly world: World
  readonly palco: Palco
  readonly admin: Pessoa
  readonly ana: Pessoa
  id = 0
  contatoId = 0

  private constructor(world: World, palco: Palco, admin: Pessoa, ana: Pessoa) {
    Object.assign(this, { world, palco, admin, ana })
    this.world = world
    this.palco = palco
    this.admin = admin
    this.ana = ana
  }

  /** A customer with a CPF and a step due, of an operator, where those with a CPF are asked. */
  static async montar(world: World, palco: Palco): Promise<Cena> {
    const cena = new Cena(world, palco, await world.criarAdmin(), await world.criarOperador())
    await cena.pedir('cpf')
    const { id, contatoId } = await world.criarCliente({
      nome: 'MARLENE SOUZA',
      documento: CPF,
      telefone: DE,
      operador_id: cena.ana.id,
    })
    return Object.assign(cena, { id, contatoId: contatoId! })
  }

  pedir = (confirmar_pessoa: string) =>
    this.world.chamar(this.admin, 'PUT', '/api/admin/configuracoes/recebimento', { confirmar_pessoa })
  ver = (id = this.id) => detalharCliente({ db: this.world.db, agora: this.world.relogio.agora() }, id)
  textos = () => this.palco.emulador.envios().map(({ texto }) => texto)

  /** By the operator, who signs in again each time, because days pass. */
  async agir(metodo: 'POST' | 'PATCH', acao: string, corpo: object = {}) {
    const { world, ana, id } = this
    const token = await criarSessao(world.db, ana.id, world.relogio.agora(), null)
    const resposta = await world.chamar({ ...ana, token }, metodo, `/api/operador/clientes/${id}${acao}`, corpo)
    expect(resposta.statusCode, resposta.body).toBe(200)
  }
  confirmar = () => this.agir('POST', '/confirmar-pessoa', { motivo: 'Confirmado por ligação' })

  /** The day's run, and all of it sent. */
  async rodar(dias = 0) {
    this.world.relogio.passar({ dias })
    const rodada = await executar(this.world.servicos, {})
    await despachar(this.world)
    return rodada
  }

  /** The last question's button, tapped. */
  async tocar(...botoes: string[]) {
    const { wamid } = await this.world.db
      .selectFrom('mensagem')
      .select('wamid')
      .where('modelo_tipo', '=', 'confirmar_pessoa')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const toque = (texto: string): Escrita => ({
      de: DE,
      cita: wamid!,
      outros: { type: 'button', text: undefined, button: { text: texto, payload: texto } },
    })
    await escrever(this.world, ...botoes.map(toque))
  }
}

const passos = async ({ db }: World) => (await db.selectFrom('cobranca_passo').select('dias').execute()).length

describe('a step due to a phone that nobody has said to be the customer’s', () => {
  test('sends the question in its place, with nothing of the debt: no attempt, no step, no interval', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    const empresa = await world.criarCliente({ documento: '11222333000181', operador_id: cena.ana.id })
    expect(await cena.rodar()).toMatchObject({ enfileiradas: 2, ignorados: {} })
    const [pergunta, cobranca] = cena.textos().sort((a, b) => a.length - b.length)
    expect(pergunta).toMatch(/^Olá! Aqui é da .*\. Este WhatsApp é de Marlene\?/)
    expect(pergunta).not.toMatch(/R\$|\d/)
    expect(cobranca).toContain('R$')
    expect(await cena.ver(empresa.id)).toMatchObject({ numero_chamadas: 1, pessoa: { falta: false } })
    expect(await cena.ver()).toMatchObject({
      numero_chamadas: 0,
      pessoa: { falta: true, perguntas: 1, perguntada_em: '2026-11-24', confirmada_em: null },
      decisao: {
        enviada: true,
        motivo: 'enviada',
        passo: null,
        detalhe: expect.stringMatching(/^Antes de cobrar, foi perguntado/),
      },
      proximo_contato_em: '2026-12-01',
    })
    expect(await passos(world)).toBe(1)
    const contato = await linha(world, 'contato', cena.contatoId)
    expect(contato).toMatchObject({ ultimo_modelo_dia: '2026-11-24', ultima_cobranca_dia: null })
    const { partes } = await world.db
      .selectFrom('mensagem')
      .select('partes')
      .where('finalidade', '=', 'confirmacao')
      .executeTakeFirstOrThrow()
    expect((partes as PartesPreenchidas).botoes).toMatchObject([{ texto: 'Sim' }, { texto: 'Não sou eu' }])
  })

  test('goes the day after “Sim”, which is no reply: the engine keeps the customer, unread by nobody', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await cena.rodar()
    await cena.tocar('Sim')
    expect(await cena.ver()).toMatchObject({
      status: 'ativo',
      nao_lidas: 0,
      pessoa: { falta: false, confirmada_por: 'sim', confirmada_em: world.relogio.agora().toISOString(), perguntas: 0 },
      historico: expect.arrayContaining([expect.objectContaining({ acao: 'cliente.confirmar_pessoa' })]),
    })
    const hoje = world.relogio.agora().toISOString().slice(0, 10)
    const pergunta = (await buscarDesempenho(world.db, hoje, hoje)).find(({ tipo }) => tipo === 'confirmar_pessoa')
    expect(pergunta).toMatchObject({ enviadas: 1, respondidas: 0 })
    expect(await cena.rodar()).toMatchObject({ enfileiradas: 0, ignorados: { ja_contatado_hoje: 1 } })
    expect(await cena.rodar(1)).toMatchObject({ enfileiradas: 1 })
    expect(cena.textos().at(-1)).toContain('R$')
    expect((await cena.ver()).numero_chamadas).toBe(1)
  })

  test('waits a week for an answer, asks once more, and after another week calls a person, again whenever it is handed back', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await cena.rodar()
    expect(await cena.rodar(1)).toMatchObject({ enfileiradas: 0, ignorados: { pessoa_nao_confirmada: 1 } })
    expect((await cena.ver()).decisao.detalhe).toMatch(/^Ainda não se sabe se o telefone é do cliente/)
    expect((await cena.rodar(5)).enfileiradas).toBe(0)
    expect((await cena.rodar(1)).enfileiradas).toBe(1)
    expect(new Set(cena.textos()).size).toBe(1)
    expect(cena.textos()).toHaveLength(2)
    expect((await cena.rodar(6)).ignorados).toMatchObject({ pessoa_nao_confirmada: 1 })
    await cena.rodar(1)
    expect(await cena.ver()).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'pessoa_nao_confirmada',
    })
    await cena.agir('POST', '/assumir')
    expect((await cena.ver()).devolucao).toMatchObject({
      hoje: null,
      fila: 'pessoa_nao_confirmada',
      proximo_contato_em: null,
    })
    await cena.agir('PATCH', '/reativar')
    await cena.rodar(1)
    expect(await cena.ver()).toMatchObject({ aguardando_motivo: 'pessoa_nao_confirmada' })
    expect(cena.textos()).toHaveLength(2)
    await cena.confirmar()
    expect((await cena.ver()).pessoa).toMatchObject({ falta: false, confirmada_por: 'operador' })
  })

  test('“Não sou eu” calls a person, apologises once, and no tap of the same hand takes it back', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await cena.rodar()
    await cena.tocar('Não sou eu', 'Sim')
    await cena.tocar('Sim')
    expect(await cena.ver()).toMatchObject({
      contato_invalido: true,
      aguardando_motivo: 'nao_sou_eu',
      nao_lidas: 1,
      pessoa: { confirmada_em: null, falta: false },
    })
    await despachar(world)
    expect(cena.textos().filter((texto) => texto.startsWith('Desculpe o engano'))).toHaveLength(1)
    expect((await cena.ver()).historico.map(({ acao }) => acao)).not.toContain('cliente.confirmar_pessoa')
    await cena.agir('PATCH', '', { telefone: '(11) 97777-0001' })
    await cena.agir('POST', '/assumir')
    await cena.agir('PATCH', '/reativar')
    expect(await cena.rodar(1), 'of the new phone nothing is known').toMatchObject({ enfileiradas: 1 })
  })

  test('is identified by the reference in its button, when the tap quotes nothing or an unknown message', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await cena.rodar()
    const [, payload] = /"payload":"(Sim #[^"]+)"/.exec(JSON.stringify(palco.trocas)) ?? []
    const tocar = (cita?: string) =>
      escrever(world, {
        de: DE,
        ...(cita && { cita }),
        outros: { type: 'button', text: undefined, button: { text: 'Sim', payload: payload! } },
      })
    // Meta's answer with the message's id was lost, or came after the tap.
    await world.db.updateTable('mensagem').set({ wamid: null }).where('finalidade', '=', 'confirmacao').execute()
    await tocar('wamid.de-que-ninguem-sabe')
    expect(await cena.ver()).toMatchObject({ status: 'ativo', nao_lidas: 0, pessoa: { confirmada_por: 'sim' } })
    await tocar()
    expect(await cena.ver()).toMatchObject({ status: 'ativo', nao_lidas: 0 })
    const toques = await world.db
      .selectFrom('mensagem')
      .select(['conteudo', 'responde_a'])
      .where('finalidade', '=', 'toque')
      .execute()
    expect(toques).toEqual([1, 2].map(() => ({ conteudo: 'Sim', responde_a: expect.any(Number) })))
  })

  test('is judged again when sent: a customer confirmed meanwhile is billed, one who now needs the question is not', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await executar(world.servicos, {})
    await (await abrirPagina(world, cena.id)).entrar()
    await despachar(world)
    expect(cena.textos()).toEqual([expect.stringContaining('R$')])
    expect([await passos(world), (await cena.ver()).pessoa.confirmada_por]).toEqual([1, 'pagina'])
    await cena.pedir('nunca')
    const outro = await world.criarCliente({ documento: '11144477735', operador_id: cena.ana.id })
    await executar(world.servicos, {})
    expect(await passos(world)).toBe(2)
    await cena.pedir('sempre')
    await despachar(world)
    expect(cena.textos().at(-1)).toContain('Este WhatsApp é de')
    expect([await passos(world), (await cena.ver(outro.id)).numero_chamadas]).toEqual([1, 0])
  })
})

describe('a phone known to be the customer’s', () => {
  test('is so until it is silent for 180 days; what is written from it goes on, and not once it was lost', async ({
    world,
    palco,
  }) => {
    const cena = await Cena.montar(world, palco)
    await cena.confirmar()
    const sabe = async (dias: number) => {
      world.relogio.passar({ dias })
      return (await cena.ver()).pessoa.confirmada_por
    }
    expect(await sabe(179)).toBe('operador')
    await escrever(world, { de: DE, texto: 'oi' })
    expect([await sabe(179), await sabe(1)]).toEqual(['operador', null])
    await escrever(world, { de: DE, texto: 'oi de novo' })
    expect(await sabe(0)).toBeNull()
  })

  test('is no more with another phone, nor when the customer takes the first one back', async ({ world, palco }) => {
    const cena = await Cena.montar(world, palco)
    await cena.confirmar()
    expect((await cena.ver()).pessoa.falta).toBe(false)
    for (const telefone of ['(11) 97777-0001', DE]) {
      await cena.agir('PATCH', '', { telefone })
      expect((await cena.ver()).pessoa).toMatchObject({ falta: true, confirmada_em: null })
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pessoa_do_telefone`.execute(world.db)
    expect(rows[0]!.n).toBe(1)
  })
})
