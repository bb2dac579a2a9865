// biome-ignore-all lint/style/noExcessiveLinesPerFile: one company and all that may happen to it
import { inject } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { rodarODia } from '#server/cobranca/rodada-do-dia.actions.ts'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { enviarPelo } from '#server/despacho/chamada.ts'
import { lerMeiosDosCodigos } from '#server/despacho/codigos.actions.ts'
import { encerrarDesconhecidas } from '#server/despacho/desconhecidas.actions.ts'
import { reivindicar } from '#server/despacho/reivindicacao.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { pelaConciliacao } from './caminhada-da-conciliacao.ts'
import { naPagina } from './caminhada-da-pagina.ts'
import { daPessoa } from './caminhada-da-pessoa.ts'
import { ehDaOferta, pelasOfertas } from './caminhada-das-ofertas.ts'
import { semFim, tratativaErrada } from './caminhada-das-tratativas.ts'
import { comoAdmin } from './caminhada-do-admin.ts'
import { dinheiroPerdido, noBanco, TEXTO_COM_TUDO } from './caminhada-do-banco.ts'
import { ehDoExtrato, fechamentoErrado, pelosExtratos } from './caminhada-dos-extratos.ts'
import { despacharTudo } from './despachar.ts'
import type { Palco } from './emulador.ts'
import { cobradasACaminho, contasACaminho, deAgora, foraDeVista, indevidos, repetidos } from './invariantes.envio.ts'
import { estados, statusQueVoltaram, violada } from './invariantes.ts'
import { linha } from './linha.ts'
import { ligarEmulador } from './modelos.ts'
import { enviarCsv, enviarXml } from './multipart.ts'
import { chaveDe, criarCancelamento, criarNota } from './nota.ts'
import { type Passo, type PassoDaOferta, type PassoDoExtrato, TELEFONES } from './passos.ts'
import type { PassoDaPagina } from './passos-do-cliente.ts'
import { BancoEmulado } from './psp.ts'
import { semErro } from './sem-erro.ts'
import { esvaziarEntrada } from './whatsapp.ts'
import { criarWorld, type Pessoa, type World } from './world.ts'

type De<T extends Passo['tipo']> = Extract<Passo, { tipo: T }>
const DOCUMENTOS = ['52998224725', '11144477735', '11222333000181', '12345678909', '39053344705', '86288366757']

/** The program's background jobs, one after another. */
const TURNO: readonly Passo[] = [
  { tipo: 'dia' },
  { tipo: 'despachar' },
  { tipo: 'chegam', ordem: 1 },
  { tipo: 'processar' },
  { tipo: 'julgar' },
  { tipo: 'despachar' },
]
/** The parts of a step; the invariants are checked after each. */
function partesDe(passo: Passo): readonly Passo[] {
  if (passo.tipo === 'turno') return TURNO
  return passo.tipo === 'disputado' ? disputado(passo) : [passo]
}

/** All of a customer's accounts, a new one included, are disputed; an operator takes the customer over and hands them back; the engine runs on a later morning. */
function disputado({ quem, cliente, naPagina, em, dias }: De<'disputado'>): Passo[] {
  const [conta, todas] = [0, true]
  const pelaPagina: Passo = {
    tipo: 'pagina',
    cliente,
    ato: 'contestar',
    qual: conta,
    todas,
    em: 0,
    abas: 1,
    errado: false,
  }
  return [
    { tipo: 'conta_nova', quem, cliente, em },
    naPagina ? pelaPagina : { tipo: 'contestar', quem, cliente, conta, todas, motivo: 'valor' },
    { tipo: 'assumir', quem, cliente },
    { tipo: 'reativar', quem, cliente, amanha: false },
    { tipo: 'amanhecer', dias },
    ...TURNO,
  ]
}

/** Steps after which the closing figures are checked. */
const DE_DINHEIRO: ReadonlySet<Passo['tipo']> = new Set<Passo['tipo']>([
  'banco',
  'chega',
  'volta',
  'concilia',
  'julgar',
  'extrato',
  'desfaz_extrato',
])
const VENCIDAS_DE_UM = Array.from({ length: 28 }, (_, n) => n - 28)
const HORA_MS = 3_600_000
const MEIO_MINUTO_MS = 30_000

/** A company with its customers and their phones; performs steps and checks the invariants after each. */
export class Caminhada {
  readonly world: World
  readonly palco: Palco
  readonly banco: BancoEmulado
  readonly admin: Pessoa
  readonly operadores: Pessoa[]
  #olhada: Date | null = null
  #entregues = 0

  private constructor(world: World, palco: Palco, banco: BancoEmulado, admin: Pessoa, operadores: Pessoa[]) {
    this.world = world
    this.palco = palco
    this.banco = banco
    this.admin = admin
    this.operadores = operadores
  }

  static async comecar(): Promise<Caminhada> {
    const world = await criarWorld(inject('postgres'))
    await garantirModelos(world.db, world.relogio.agora())
    await world.db.updateTable('modelo_versao').set({ texto: TEXTO_COM_TUDO }).where('tipo', '=', 'atraso').execute()
    const palco = await ligarEmulador(world)
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    for (const [i, documento] of DOCUMENTOS.entries()) {
      // The first two share a phone; the others have one each.
      const telefone = TELEFONES[Math.max(0, i - 1)]!
      // One customer has more accounts than most forms accept at once.
      const dias = i === 2 ? [...VENCIDAS_DE_UM, 0, 3] : [-5, -1, 0, 3].slice(i % 3)
      const contas = dias.map((em, n) => ({
        vencimento: somarDias(world.hoje(), em),
        valor_centavos: 10_001 + 3_333 * n,
      }))
      await world.criarCliente({ documento, telefone, nome: `Cliente da Silva ${i}` }, contas)
    }
    const banco = await new BancoEmulado(world).abrir()
    await banco.ligar(admin)
    const caminhada = new Caminhada(world, palco, banco, admin, [ana, bia])
    palco.agora = world.relogio.agora()
    return caminhada
  }

  async terminar() {
    await this.palco.fechar()
    await this.banco.fechar()
    await this.world.fechar()
  }

  /** Performs the step and returns what it violated, if anything. */
  async dar(passo: Passo): Promise<string | null> {
    for (const um of partesDe(passo)) {
      const quebra = await this.#darUm(um)
      if (quebra !== null) return quebra
    }
    return null
  }

  async #darUm(passo: Passo): Promise<string | null> {
    const antes = await estados(this.world.db)
    const vistos = this.palco.emulador.envios().length
    const situacao = await deAgora(this.world)
    const aCaminho = await contasACaminho(this.world)
    const olhadaAntes = this.#olhada // the day's turn checks everybody once an hour, or when something changed
    await this.#agir(passo)
    const novos = this.palco.emulador.envios().slice(vistos)
    const quebras = [
      await violada(this.world.db),
      await tratativaErrada(this.world),
      ...(passo.tipo === 'dia' ? [await semFim(this.world)] : []),
      ...statusQueVoltaram(antes, await estados(this.world.db)).map((volta) => `a status went back: ${volta}`),
      ...(await indevidos(this.world, novos, situacao)),
      ...(await cobradasACaminho(this.world, novos, aCaminho)),
      ...(await repetidos(this.world, this.palco.emulador.envios())),
      ...(passo.tipo === 'banco' ? [await dinheiroPerdido(this.world, this.banco)] : []),
      ...(DE_DINHEIRO.has(passo.tipo) ? [await fechamentoErrado(this.world, this.admin)] : []),
      ...(passo.tipo === 'executar' || this.#olhada !== olhadaAntes ? await foraDeVista(this.world) : []),
    ]
    return quebras.find((quebra) => quebra !== null) ?? null
  }

  #agir(passo: Passo): Promise<void> {
    if (passo.tipo === 'pagina') return naPagina(this, passo)
    if (ehDoExtrato(passo)) return pelosExtratos(this, passo)
    return ehDaOferta(passo) ? pelasOfertas(this, passo) : this.#fazer(passo)
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a line or two for each thing that may happen
  async #fazer(passo: Exclude<Passo, PassoDaOferta | PassoDaPagina | PassoDoExtrato>): Promise<void> {
    const { world, palco } = this
    switch (passo.tipo) {
      case 'juntos':
        return this.#juntos(passo)
      case 'transferir':
      case 'distribuir':
      case 'anonimizar':
      case 'regua':
      case 'pergunta':
      case 'bloquear':
      case 'desbloquear':
      case 'verificar':
        return comoAdmin(this, passo)
      case 'pix':
      case 'banco':
      case 'psp_cai':
        return noBanco(world, this.banco, passo)
      case 'chega':
      case 'volta':
      case 'concilia':
      case 'julgar':
        return pelaConciliacao(this, passo)
      case 'csv':
        return this.#importarCsv(passo)
      case 'nota': {
        const cliente = { documento: DOCUMENTOS[passo.cliente % DOCUMENTOS.length]! }
        const xml = criarNota({ numero: passo.nota + 1, cliente })
        return semErro(await enviarXml(world, this.operadores[passo.quem]!, xml))
      }
      case 'nota_cancelada': {
        const xml = criarCancelamento(chaveDe({ numero: passo.nota + 1 }))
        return semErro(await enviarXml(world, this.operadores[passo.quem]!, xml))
      }
      case 'desfazer':
        return this.#desfazer(passo)
      case 'responde':
      case 'toca':
        return this.#noTelefone(passo)
      case 'conta_meta':
        palco.emulador.cenario.situacao = passo.situacao as never
        return
      case 'chegam':
        return this.#chegam(passo.ordem)
      case 'processar':
        return esvaziarEntrada(world)
      case 'executar':
        return this.chamar(this.admin, 'POST', '/api/admin/cobranca/executar', { forcar_horario: passo.forcado })
      case 'dia':
        return this.#dia()
      case 'despachar':
        return despacharTudo(world)
      case 'queda':
        await this.#dia() // so that the crash finds messages
        return this.#cair(passo.quando as 'reivindicada')
      case 'passar':
        return this.#passar(passo.horas * HORA_MS)
      case 'amanhecer': {
        const agora = world.relogio.agora()
        const manha = new Date(agora.getTime() + passo.dias * 24 * HORA_MS).setUTCHours(13, 0, 0, 0)
        return this.#passar(manha - agora.getTime())
      }
      case 'turno':
      case 'disputado':
        return
      default:
        return daPessoa(this, passo)
    }
  }

  async #juntos({ um, outro }: De<'juntos'>): Promise<void> {
    await Promise.all([um, outro].map((cada) => (cada.tipo === 'pagina' ? naPagina(this, cada) : daPessoa(this, cada))))
  }

  async #importarCsv({ quem, cliente, em }: De<'csv'>) {
    const documento = DOCUMENTOS[cliente % DOCUMENTOS.length]!
    const conta = `T-${cliente % 3};50,00;${somarDias(this.world.hoje(), em)}`
    const csv = `nome;documento;conta_numero;valor;vencimento\nCliente da Planilha;${documento};${conta}\n`
    semErro(await enviarCsv(this.world, this.operadores[quem]!, csv))
  }

  async #desfazer({ quem }: De<'desfazer'>) {
    const ultima = await this.world.db
      .selectFrom('importacao')
      .select('id')
      .where('usuario_id', '=', this.operadores[quem]!.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (ultima) await this.chamar(this.operadores[quem]!, 'POST', `/api/operador/importacoes/${ultima.id}/desfazer`)
  }

  /** The customer writes, or taps a button of the last question this phone got, however long ago. */
  async #noTelefone(passo: De<'responde'> | De<'toca'>) {
    const id = await this.cliente(passo.cliente)
    const { telefone } = await linha(this.world, 'cliente', id)
    if (!telefone) return
    const { emulador } = this.palco
    if (passo.tipo === 'responde') {
      await emulador.recebidas.receber(telefone, { tipo: 'texto', texto: passo.texto })
    } else {
      const pergunta = emulador.aparelho(telefone).mensagens.findLast((uma) => uma.texto.includes('Este WhatsApp é de'))
      if (!pergunta) return
      await emulador.recebidas.receber(telefone, { tipo: 'botao', wamid: pergunta.wamid, botao: passo.botao })
    }
    await emulador.idle()
  }

  /** The webhooks exactly as the emulator signed them, shuffled, every third one twice. */
  async #chegam(ordem: number) {
    await this.palco.passar(MEIO_MINUTO_MS) // sent messages arrive meanwhile
    const chegadas = this.palco.chegadas.slice(this.#entregues)
    this.#entregues = this.palco.chegadas.length
    const baralhadas = chegadas
      .flatMap((chegada, i) => (i % 3 === 0 ? [chegada, chegada] : [chegada]))
      .map((chegada, i) => ({ chegada, peso: ((i + 1) * 7_919 * (ordem + 1)) % 10_007 }))
      .sort((a, b) => a.peso - b.peso)
    for (const { chegada } of baralhadas) {
      const resposta = await this.world.app.inject({
        method: 'POST',
        url: '/api/webhooks/whatsapp',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': chegada.assinatura },
        payload: chegada.corpo,
      })
      if (resposta.statusCode !== 200) throw new Error(`the webhook answered ${resposta.statusCode}: ${resposta.body}`)
    }
  }

  async #dia() {
    const { db, relogio } = this.world
    await virarODia(db, relogio.agora())
    await encerrarDesconhecidas(db, relogio.agora())
    this.#olhada = (await rodarODia(this.world.servicos, this.#olhada)) ?? this.#olhada
  }

  /** A dispatcher dies while sending; the next one takes over what it left. */
  async #cair(quando: 'reivindicada' | 'marcada' | 'enviada') {
    const { db, relogio, servicos } = this.world
    const parada = await db.selectFrom('configuracao').select('conta_parada_codigo').executeTakeFirstOrThrow()
    const api = await servicos.whatsapp.api()
    if (parada.conta_parada_codigo !== null || !api) return
    const { lote } = await reivindicar(db, relogio.agora(), 2, {
      ...servicos,
      codigos: await lerMeiosDosCodigos(servicos.pix),
    })
    if (quando === 'reivindicada') return
    for (const mensagem of lote) {
      const marca = { envio: 'enviando', enviando_em: relogio.agora() } as const
      await db.updateTable('mensagem').set(marca).where('id', '=', mensagem.id).execute()
      if (quando !== 'marcada') await enviarPelo(api, mensagem)
    }
  }

  async #passar(ms: number) {
    this.world.relogio.passar({ segundos: ms / 1_000 })
    await this.palco.passar(ms)
    this.palco.agora = this.world.relogio.agora()
    await this.entrarDeNovo()
  }

  /** Everybody signs in again, because time or a block ended their sessions. */
  async entrarDeNovo() {
    for (const pessoa of [this.admin, ...this.operadores])
      pessoa.token = await criarSessao(this.world.db, pessoa.id, this.world.relogio.agora(), null)
  }

  /** Makes a call as this person; a refusal is an acceptable answer. */
  async chamar(pessoa: Pessoa, metodo: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, corpo?: object) {
    semErro(await this.world.chamar(pessoa, metodo, url, corpo))
  }

  /** The n-th existing one. */
  async cliente(qual: number): Promise<number> {
    const clientes = await this.world.db.selectFrom('cliente').select('id').orderBy('id').execute()
    return clientes[qual % clientes.length]!.id
  }
}
