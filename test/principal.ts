import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { somarDias } from '#domain/data.ts'
import type { Caos } from '#emulator/conta.ts'
import { rodarODia } from '#server/cobranca/rodada-do-dia.actions.ts'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { encerrarDesconhecidas } from '#server/despacho/desconhecidas.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { despachar } from './despachar.ts'
import type { Palco } from './emulador.ts'
import { repetidos } from './invariantes.envio.ts'
import { violada } from './invariantes.ts'
import { ligarEmulador } from './modelos.ts'
import { enviarCsv } from './multipart.ts'
import { esvaziarEntrada } from './whatsapp.ts'
import { criarWorld, type Pessoa, type World } from './world.ts'

/** What happens to each customer in the story, by position in the spreadsheet. */
const PAPEIS = ['paga', 'negocia', 'silencia', 'sai', 'sai e volta', 'pede prazo'] as const
type Papel = (typeof PAPEIS)[number]

interface Personagem {
  documento: string
  telefone: string
  papel: Papel
  id: number
}

/** The whole job over HTTP: import, bill, answer, take over, negotiate, pay, complete. */
export class TrabalhoPrincipal {
  readonly world: World
  readonly palco: Palco
  readonly #operador: Pessoa
  readonly #quantos: number
  #clientes: Personagem[] = []

  private constructor(world: World, palco: Palco, operador: Pessoa, quantos: number) {
    this.world = world
    this.palco = palco
    this.#operador = operador
    this.#quantos = quantos
  }

  /** Webhooks reach the application over a real port. */
  static async comecar(quantos: number, caos: Partial<Caos>): Promise<TrabalhoPrincipal> {
    const world = await criarWorld(inject('postgres'))
    const palco = await ligarEmulador(world, { leSozinho: true })
    palco.agora = world.relogio.agora()
    await palco.ouvidoPor(world.app)
    Object.assign(palco.emulador.cenario.caos, caos)
    return new TrabalhoPrincipal(world, palco, await world.criarOperador(), quantos)
  }

  async fechar(): Promise<void> {
    await this.palco.fechar()
    await this.world.fechar()
  }

  async cumprir(): Promise<void> {
    await this.#importar()
    await this.#instante('2026-11-24T13:00:00Z', () => this.#dia()) // Tuesday, 10:00
    await this.#instante('2026-11-24T15:00:00Z', () => this.#clientesEscrevem())
    await this.#instante('2026-11-24T17:00:00Z', () => this.#operadorAtende())
    await this.#instante('2026-11-24T19:00:00Z', () => this.#clientesRespondem())
    await this.#instante('2026-11-25T13:00:00Z', () => this.#dia())
    await this.#instante('2026-11-26T13:00:00Z', () => this.#pagamParcelas())
    await this.#instante('2026-11-26T14:00:00Z', () => this.#dia())
    await this.#instante('2026-11-29T13:00:00Z', () => this.#dia()) // Sunday: nobody is billed, and unknown outcomes are past their 24 hours
  }

  async #importar() {
    const hoje = this.world.hoje()
    const linhas = Array.from({ length: this.#quantos }, (_, i) => {
      const ddd = i % 2 ? 31 : 11
      this.#clientes.push({
        documento: cpf(100_000_000 + i),
        telefone: `+55${ddd}9${String(80_000_000 + i)}`,
        papel: PAPEIS[i % PAPEIS.length]!,
        id: 0,
      })
      const { documento, telefone } = this.#clientes[i]!
      return [-5, -1].map((dias, n) => {
        const conta = `T-${i}-${n};${100 + i},50;${somarDias(hoje, dias)}`
        return `Cliente da Silva ${i};${documento};${telefone};${conta}`
      })
    })
    const csv = ['nome;documento;telefone;conta_numero;valor;vencimento', ...linhas.flat()].join('\n')
    const resposta = await enviarCsv(this.world, this.#operador, csv)
    expect(resposta.statusCode, resposta.body).toBeLessThan(300)
    const ids = await this.world.db.selectFrom('cliente').select(['id', 'documento']).execute()
    const porDocumento = new Map(ids.map(({ id, documento }) => [documento, id]))
    for (const um of this.#clientes) um.id = porDocumento.get(um.documento)!
  }

  /** The engine's scheduled work. */
  async #dia() {
    const { db, relogio, servicos } = this.world
    await virarODia(db, relogio.agora())
    await encerrarDesconhecidas(db, relogio.agora())
    await rodarODia(servicos, null)
  }

  async #clientesEscrevem() {
    await this.#cada('paga', ({ telefone }) => this.#escreve(telefone, 'Já paguei ontem'))
    await this.#cada('negocia', ({ telefone }) => this.#escreve(telefone, 'Consigo parcelar?'))
    await this.#cada('pede prazo', ({ telefone }) => this.#escreve(telefone, 'Recebo na sexta'))
    await this.#cada('sai', ({ telefone }) => this.#escreve(telefone, 'PARAR'))
    await this.#cada('sai e volta', async ({ telefone }) => {
      await this.#escreve(telefone, 'PARAR')
      this.#passar(1_000)
      await this.#escreve(telefone, 'VOLTAR')
    })
  }

  async #operadorAtende() {
    const atender = async ({ id }: Personagem, texto: string) => {
      await this.#chamar('POST', `/api/operador/clientes/${id}/assumir`)
      await this.#chamar('POST', `/api/operador/clientes/${id}/mensagens`, { conteudo: texto })
    }
    await this.#cada('paga', (um) => atender(um, 'Bom dia! Vou conferir o pagamento.'))
    await this.#cada('pede prazo', async (um) => {
      await atender(um, 'Combinado, sexta-feira.')
      const pausa = { motivo: 'Recebe na sexta', ate: '2026-11-30' }
      await this.#chamar('PATCH', `/api/operador/clientes/${um.id}/pausar`, pausa)
    })
    await this.#cada('negocia', (um) => atender(um, 'Em duas vezes, pode ser?'))
  }

  async #clientesRespondem() {
    await this.#cada('negocia', async ({ id, telefone }) => {
      await this.#escreve(telefone, 'Pode ser sim')
      const contas = (await this.#contas(id)).map((conta) => conta.id)
      const acordo = { contas, parcelas: 2, incluir_encargos: false, primeiro_vencimento: '2026-11-26' }
      await this.#chamar('POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    })
    await this.#cada('paga', ({ id }) => this.#pagarTudo(id))
  }

  #pagamParcelas() {
    return this.#cada('negocia', ({ id }) => this.#pagarTudo(id))
  }

  async #pagarTudo(clienteId: number) {
    for (const { id } of await this.#contas(clienteId)) {
      const url = `/api/operador/contas-receber/${id}`
      const { valor_atualizado: valor } = await this.#chamar('GET', url)
      await this.#chamar('POST', `${url}/pagamentos`, { valor, pago_em: this.world.hoje(), forma: 'pix' })
    }
  }

  #contas = (clienteId: number) =>
    this.world.db
      .selectFrom('conta')
      .select('id')
      .where('cliente_id', '=', clienteId)
      .where('situacao', '=', 'aberta')
      .orderBy('id')
      .execute()

  async #cada(papel: Papel, fazer: (um: Personagem) => Promise<unknown>) {
    for (const um of this.#clientes) if (um.papel === papel) await fazer(um)
  }

  #escreve = (telefone: string, texto: string) =>
    this.palco.emulador.recebidas.receber(telefone, { tipo: 'texto', texto })

  async #chamar(metodo: 'GET' | 'POST' | 'PATCH', url: string, corpo?: object) {
    const resposta = await this.world.chamar(this.#operador, metodo, url, corpo)
    expect(resposta.statusCode, `${metodo} ${url}: ${resposta.body}`).toBeLessThan(300)
    return resposta.json()
  }

  /** Moves both clocks to this instant, does something, and waits until all its effects have settled. */
  async #instante(iso: string, fazer: () => Promise<unknown>) {
    this.#passar(Date.parse(iso) - this.world.relogio.agora().getTime())
    this.#operador.token = await criarSessao(this.world.db, this.#operador.id, this.world.relogio.agora(), null)
    await fazer()
    for (let volta = 0; await this.#agitado(); volta += 1) {
      if (volta > 300) throw new Error('O sistema não sossegou.')
      await this.#despachar()
      this.#passar(20_000)
      await this.palco.emulador.idle()
      await esvaziarEntrada(this.world)
    }
    expect(await violada(this.world.db)).toBeNull()
    expect(await repetidos(this.world, this.palco.emulador.envios())).toEqual([])
  }

  /** Moves the company's clock and the phones' together. */
  #passar(ms: number) {
    this.world.relogio.passar({ segundos: ms / 1_000 })
    this.palco.agora = this.world.relogio.agora()
    this.palco.agendador.avancar(ms)
  }

  /** One turn of a dispatcher; the phones' time advances meanwhile, so that slow answers arrive. */
  async #despachar() {
    const fim = new AbortController()
    let terminou = false
    const turno = despachar(this.world, fim.signal).finally(() => {
      terminou = true
    })
    while (!terminou && (await this.#aEnviar()) > 0) this.palco.agendador.avancar(100)
    fim.abort()
    while (!terminou) {
      this.palco.agendador.avancar(100)
      await new Promise((depois) => setImmediate(depois))
    }
    await turno
  }

  async #aEnviar(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mensagem where envio in ('reivindicada', 'enviando')
        or (envio = 'fila' and proxima_em <= ${this.world.relogio.agora()})`.execute(this.world.db)
    return rows[0]!.n
  }

  /** True while something is in transit in either direction, or a phone still has something to send. */
  async #agitado(): Promise<boolean> {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from mensagem where envio in ('fila', 'reivindicada', 'enviando'))
        + (select count(*) from evento_recebido where processado_em is null and posto_de_lado_em is null)
        + (select count(*) from mensagem where envio = 'aceita' and status in ('enviada', 'entregue')) as n`.execute(
      this.world.db,
    )
    return rows[0]!.n > 0 || this.palco.emulador.webhooks.pendentes > 0
  }

  /** The company's state, which must not depend on the network. Messages are compared separately. */
  async estado() {
    const { db } = this.world
    const { rows } = await sql`
      select c.documento, c.nome, c.telefone, c.status, c.aberto_centavos, c.contas_abertas, c.motivo_pausa, c.nao_lidas,
        t.aceita_mensagens, t.canonico, u.name as operador,
        (select json_agg(json_build_object('numero', a.numero, 'situacao', a.situacao, 'pago', a.pago_centavos, 'vence', a.vencimento) order by a.numero, a.vencimento)
          from conta a where a.cliente_id = c.id) as contas,
        (select json_agg(json_build_object('status', n.status, 'valor', n.valor_negociado_centavos)) from negociacao n where n.cliente_id = c.id) as acordos,
        (select sum(p.valor_centavos) from pagamento p where p.cliente_id = c.id and p.estornado_em is null) as pago,
        (select json_agg(m.conteudo order by m.conteudo) from mensagem m where m.cliente_id = c.id and m.direcao = 'recebida') as recebidas
      from cliente c left join contato t on t.id = c.contato_id left join usuario u on u.id = c.operador_id order by c.documento`.execute(
      db,
    )
    return rows
  }

  /** What was sent to each customer and its outcome, by text. */
  async enviadas() {
    const { rows } = await sql<{ chave: string; status: string; erro: string | null; referencia: string }>`
      select c.documento || ' ' || m.finalidade || ' ' || m.conteudo as chave, m.status, m.erro_codigo as erro, m.referencia
      from mensagem m join cliente c on c.id = m.cliente_id where m.direcao = 'enviada' order by 1`.execute(
      this.world.db,
    )
    return rows
  }
}
