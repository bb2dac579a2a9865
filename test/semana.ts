import { sql } from 'kysely'
import { inject } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { Acaso } from '#emulator/acaso.ts'
import type { Cenario } from '#emulator/nucleo.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { rodarODia } from '#server/cobranca/rodada-do-dia.actions.ts'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { encerrarDesconhecidas } from '#server/despacho/desconhecidas.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { verificarConta } from '#server/whatsapp/verificacao.actions.ts'
import { despacharTudo } from './despachar.ts'
import type { Palco } from './emulador.ts'
import { deAgora, foraDeVista, indevidos, repetidos } from './invariantes.envio.ts'
import { estados, statusQueVoltaram, violada } from './invariantes.ts'
import { ligarEmulador } from './modelos.ts'
import { enviarCsv } from './multipart.ts'
import { esvaziarEntrada } from './whatsapp.ts'
import { criarWorld, type Pessoa, type World } from './world.ts'

/** Monday at 5 in the morning, in São Paulo; that Friday is a holiday. */
const INICIO = '2026-11-16T08:00:00.000Z'
const DIAS = 7
/** Local hours at which something happens, some of them outside the allowed hours. */
const HORAS = [6, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19, 20, 23]
const HORA_MS = 3_600_000

/** Account problems, by day of the week (0 is Monday) and hour. */
const ACONTECE: Record<string, Partial<Omit<Cenario, 'caos'>>> = {
  '1 9': { qualidade: 'YELLOW' },
  '2 8': { nivel: 'TIER_10K', qualidade: 'GREEN' },
  '2 10': { situacao: 131031 },
  '2 14': { situacao: 'normal' },
  '3 10': { situacao: 190 },
  '3 12': { situacao: 'normal' },
  '3 16': { qualidade: 'RED' },
  '5 8': { qualidade: 'GREEN' },
}

/** The day and hour at which somebody writes PARAR. Some emulated customers do too, but not in every sending order. */
const ALGUEM_SAI = '1 8'

/** A week of a company, hour by hour; the invariants are checked each time something was sent. */
export class Semana {
  readonly world: World
  readonly palco: Palco
  readonly quebras: string[] = []
  readonly #operador: Pessoa
  readonly #admin: Pessoa
  readonly #acaso = new Acaso(20261116)
  readonly #clientes: number
  #olhada: Date | null = null

  private constructor(world: World, palco: Palco, pessoas: [Pessoa, Pessoa], clientes: number) {
    this.world = world
    this.palco = palco
    this.#admin = pessoas[0]
    this.#operador = pessoas[1]
    this.#clientes = clientes
  }

  static async comecar(clientes: number): Promise<Semana> {
    const world = await criarWorld(inject('postgres'))
    world.relogio.mover(INICIO)
    const nivel = clientes > 4_000 ? 'TIER_2K' : 'TIER_250'
    const limites = { envios: 1_000_000, aparelhos: clientes * 2 }
    const palco = await ligarEmulador(world, { semente: 1, leSozinho: true, personagens: true, nivel, limites })
    palco.agora = world.relogio.agora()
    await palco.ouvidoPor(world.app)
    const pessoas: [Pessoa, Pessoa] = [await world.criarAdmin(), await world.criarOperador()]
    const semana = new Semana(world, palco, pessoas, clientes)
    await semana.#importar()
    return semana
  }

  async fechar(): Promise<void> {
    await this.palco.fechar()
    await this.world.fechar()
  }

  async viver(): Promise<void> {
    for (let dia = 0; dia < DIAS; dia += 1) {
      for (const hora of HORAS) {
        await this.#hora(dia, hora)
        if (dia === 5 && hora === 13) await this.#ninguemEsquecido()
      }
      await this.#conferirODia(dia)
    }
  }

  async contas() {
    const { rows } = await sql<{ status: string; n: number }>`
      select status, count(*)::int as n from cliente group by 1`.execute(this.world.db)
    const { rows: fora } = await sql<{ n: number }>`
      select count(*)::int as n from contato where aceita_mensagens is false`.execute(this.world.db)
    const { rows: esperas } = await sql<{ n: number }>`
      select coalesce(sum((ignorados->>'limite_do_numero')::int), 0)::int as n from execucao`.execute(this.world.db)
    return {
      ...Object.fromEntries(rows.map(({ status, n }) => [status, n])),
      envios: this.palco.emulador.envios().length,
      recebidas: this.palco.emulador.recebidas.recebidas,
      sairam: fora[0]!.n,
      esperaramPeloLimite: esperas[0]!.n,
    }
  }

  /** Saturday before the last hour: a run now must find nobody left to write to. */
  async #ninguemEsquecido() {
    const { enfileiradas } = await executar(this.world.servicos, { simular: true })
    if (enfileiradas > 0) this.#anotar([`${enfileiradas} customers were due and were not written to all week`])
  }

  async #importar() {
    const linhas = Array.from({ length: this.#clientes }, (_, i) => {
      const telefone = `+55${[11, 21, 31, 85][i % 4]}9${String(70_000_000 + i)}`
      const vencimento = somarDias(this.world.hoje(), (i % 27) - 20)
      return `Cliente da Silva ${i};${cpf(100_000_000 + i)};${telefone};T-${i};${100 + (i % 900)},50;${vencimento}`
    })
    const csv = ['nome;documento;telefone;conta_numero;valor;vencimento', ...linhas].join('\n')
    await this.#entrar()
    const resposta = await enviarCsv(this.world, this.#operador, csv)
    if (resposta.statusCode >= 300) throw new Error(resposta.body)
  }

  async #hora(dia: number, hora: number) {
    const { world, palco } = this
    const instante = Date.parse(INICIO) + dia * 24 * HORA_MS + (hora - 5) * HORA_MS
    const ms = instante - world.relogio.agora().getTime()
    world.relogio.passar({ segundos: ms / 1_000 })
    palco.agora = world.relogio.agora()
    palco.agendador.avancar(ms)
    await palco.emulador.idle()
    const antes = await estados(world.db)
    const mudanca = ACONTECE[`${dia} ${hora}`]
    if (mudanca) palco.emulador.configurar(mudanca)
    if (`${dia} ${hora}` === ALGUEM_SAI)
      await palco.emulador.recebidas.receber(palco.emulador.envios()[0]!.telefone, { tipo: 'texto', texto: 'PARAR' })
    await palco.emulador.idle()
    await esvaziarEntrada(world)
    await verificarConta(world.servicos)
    if (mudanca?.situacao === 'normal') await this.#adminVerifica()
    if (hora >= 9 && hora <= 18 && dia < 6) await this.#operadorTrabalha()
    await this.#motor()
    this.#anotar(statusQueVoltaram(antes, await estados(world.db)))
  }

  async #motor() {
    const { world, palco } = this
    const agora = world.relogio.agora()
    await virarODia(world.db, agora)
    await encerrarDesconhecidas(world.db, agora)
    this.#olhada = (await rodarODia(world.servicos, this.#olhada)) ?? this.#olhada
    const situacao = await deAgora(world)
    const vistos = palco.emulador.envios().length
    await despacharTudo(world)
    this.#anotar(await indevidos(world, palco.emulador.envios().slice(vistos), situacao))
  }

  /** Takes over some of the waiting customers: one pays, one is paused, one stays in service. */
  async #operadorTrabalha() {
    await this.#entrar()
    const esperam = await this.world.db
      .selectFrom('cliente')
      .select('id')
      .where('status', '=', 'aguardando_atendimento')
      .orderBy('id')
      .limit(Math.ceil(this.#clientes / 200))
      .execute()
    for (const { id } of esperam) {
      await this.#chamar('POST', `/api/operador/clientes/${id}/assumir`)
      const oQue = this.#acaso.um(['paga', 'pausa', 'atende', 'devolve'] as const)
      if (oQue === 'paga') await this.#pagar(id)
      if (oQue === 'devolve') await this.#chamar('PATCH', `/api/operador/clientes/${id}/reativar`)
      if (oQue !== 'pausa') continue
      const ate = somarDias(this.world.hoje(), 1 + Math.floor(this.#acaso.proximo() * 3))
      await this.#chamar('PATCH', `/api/operador/clientes/${id}/pausar`, { motivo: 'Pediu prazo', ate })
    }
  }

  async #pagar(clienteId: number) {
    const contas = await this.world.db
      .selectFrom('conta')
      .select('id')
      .where('cliente_id', '=', clienteId)
      .where('situacao', '=', 'aberta')
      .execute()
    for (const { id } of contas) {
      const url = `/api/operador/contas-receber/${id}`
      const { valor_atualizado: valor } = await this.#chamar('GET', url)
      await this.#chamar('POST', `${url}/pagamentos`, { valor, pago_em: this.world.hoje(), forma: 'pix' })
    }
  }

  async #adminVerifica() {
    this.#admin.token = await criarSessao(this.world.db, this.#admin.id, this.world.relogio.agora(), null)
    const resposta = await this.world.chamar(this.#admin, 'POST', '/api/admin/configuracoes/whatsapp/verificar')
    if (resposta.statusCode >= 300) throw new Error(resposta.body)
  }

  async #conferirODia(dia: number) {
    const quebra = await violada(this.world.db)
    this.#anotar([
      ...(quebra === null ? [] : [quebra]),
      ...(await repetidos(this.world, this.palco.emulador.envios())),
      ...(await foraDeVista(this.world)),
      ...this.#alemDoLimite(dia),
    ])
  }

  /** People whom Meta refused because the level was exceeded, by the emulator's own log. The company must stop before that. */
  #alemDoLimite(dia: number): string[] {
    const recusadas = this.palco.trocas.filter(
      ({ http, resposta }) => http >= 400 && (resposta as { error?: { code?: number } }).error?.code === 131048,
    )
    this.palco.trocas.length = 0
    return recusadas.length > 0 ? [`day ${dia}: Meta refused ${recusadas.length} beyond the level`] : []
  }

  async #entrar() {
    this.#operador.token = await criarSessao(this.world.db, this.#operador.id, this.world.relogio.agora(), null)
  }

  async #chamar(metodo: 'GET' | 'POST' | 'PATCH', url: string, corpo?: object) {
    const resposta = await this.world.chamar(this.#operador, metodo, url, corpo)
    if (resposta.statusCode >= 500) throw new Error(`${metodo} ${url}: ${resposta.body}`)
    return resposta.json()
  }

  #anotar(quebras: readonly string[]) {
    this.quebras.push(...quebras.map((quebra) => `${this.world.relogio.agora().toISOString()} ${quebra}`))
  }
}
