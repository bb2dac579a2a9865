import { RecusaGraph } from './erros.ts'
import { conferirCriacao } from './modelos.criacao.ts'
import { preencherEnvio } from './modelos.envio.ts'
import {
  type ComponenteEnviado,
  type ModeloEmulado,
  NovoModelo,
  recusaDeCriacao,
  type StatusModelo,
} from './modelos.forma.ts'
import { conferirTermos } from './modelos.pagamento.ts'
import { acharRecusa, ehPromocional } from './modelos.revisao.ts'
import type { ServicosDosModelos } from './modelos.servicos.ts'
import { novoId } from './mundo.ts'
import { lerCorpo } from './pedido.ts'

const PAUSAS_H = [3, 6]
const UMA_HORA_MS = 3_600_000
/** Templates of an account, each language counted: of a business that Meta verified, and of another. */
const TETO = { verificada: 6_000, outra: 250 }

/** The account's templates and their life: PENDING, then the review's verdict by webhook. */
export class Modelos {
  readonly #porChave = new Map<string, ModeloEmulado>()
  readonly #porId = new Map<string, ModeloEmulado>()
  /** Names of approved templates that were deleted, and until when they may not come back. */
  readonly #apagados = new Map<string, number>()
  /** When the latest were created; business clock. */
  #criados: number[] = []
  readonly #s: ServicosDosModelos

  constructor(servicos: ServicosDosModelos) {
    this.#s = servicos
  }

  get todos(): ModeloEmulado[] {
    return [...this.#porId.values()]
  }

  porId(id: string): ModeloEmulado | undefined {
    return this.#porId.get(id)
  }

  criar(corpo: unknown) {
    const novo = lerCorpo(NovoModelo, corpo)
    this.#conferirNome(novo.name, novo.language)
    this.#conferirTeto()
    conferirCriacao(novo, this.#s.pagamentos())
    const modelo: ModeloEmulado = {
      id: novoId(7000),
      name: novo.name,
      language: novo.language,
      category: ehPromocional(novo) ? 'MARKETING' : novo.category,
      status: 'PENDING',
      parameter_format: novo.parameter_format,
      display_format: novo.display_format,
      components: novo.components,
      rejected_reason: 'NONE',
      quality_score: { score: 'UNKNOWN', date: this.#segundos() },
    }
    this.repor(modelo)
    this.#revisar(modelo)
    return { id: modelo.id, status: modelo.status, category: modelo.category }
  }

  /** Puts it there as it is: from a snapshot, or for a test. One under review is reviewed anew. */
  repor(modelo: ModeloEmulado, revisar = false): void {
    this.#porChave.set(chave(modelo.name, modelo.language), modelo)
    this.#porId.set(modelo.id, modelo)
    this.#s.mudou()
    if (revisar && modelo.status === 'PENDING') this.#revisar(modelo)
  }

  editar(modelo: ModeloEmulado, corpo: unknown) {
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(modelo.status)) {
      throw recusaDeCriacao(
        2388039,
        'Template cannot be edited',
        'The status of this template does not allow the change.',
      )
    }
    if (modelo.status === 'APPROVED') this.#conferirEdicao(modelo)
    const { components, category } = lerCorpo(NovoModelo.pick({ components: true, category: true }).partial(), corpo)
    if (components) {
      conferirCriacao({ ...modelo, components }, this.#s.pagamentos())
      modelo.components = components
    }
    if (category && modelo.status !== 'APPROVED') modelo.category = category
    modelo.status = 'PENDING'
    this.#revisar(modelo)
    this.#s.mudou()
    return { success: true }
  }

  apagar(nome: string, id?: string) {
    const alvos = this.todos.filter((modelo) => modelo.name === nome && (id === undefined || modelo.id === id))
    if (alvos.length === 0) throw new RecusaGraph(100, { detalhe: `Message template (${nome}) not found.` })
    if (alvos.some(({ status }) => status === 'DISABLED')) {
      throw recusaDeCriacao(2388039, 'Template cannot be deleted', 'Disabled templates cannot be deleted.')
    }
    for (const modelo of alvos) {
      this.#porChave.delete(chave(modelo.name, modelo.language))
      this.#porId.delete(modelo.id)
      if (modelo.status === 'APPROVED') this.#apagados.set(nome, this.#s.agora().getTime() + 30 * 86_400_000)
    }
    this.#s.mudou()
    return { success: true }
  }

  /** The verdict of the review, the quality system or a test; tells it by webhook. */
  mudarStatus(modelo: ModeloEmulado, status: StatusModelo, motivo = 'NONE', pormenores: object = {}): void {
    modelo.status = status
    modelo.rejected_reason = status === 'REJECTED' ? motivo : 'NONE'
    this.#s.mudou()
    this.#s.emitir({
      campo: 'message_template_status_update',
      valor: {
        event: status,
        message_template_id: Number(modelo.id),
        message_template_name: modelo.name,
        message_template_language: modelo.language,
        reason: status === 'APPROVED' || status === 'REJECTED' ? motivo : null,
        message_template_category: modelo.category,
        ...pormenores,
      },
      aparelho: null,
      titulo: `message_template_status_update · ${status}`,
      resumo: modelo.name,
      tempo: this.#segundos(),
    })
  }

  /** Pauses it after complaints: 3 hours the first time, 6 the second; the third disables it. */
  pausar(modelo: ModeloEmulado): void {
    const vez = (modelo.pausas ?? 0) + 1
    modelo.pausas = vez
    const horas = PAUSAS_H[vez - 1]
    if (horas === undefined) {
      this.mudarStatus(modelo, 'DISABLED', 'NONE', { other_info: { title: 'DISABLED' } })
      return
    }
    const title = vez === 1 ? 'FIRST_PAUSE' : 'SECOND_PAUSE'
    const description = `Your WhatsApp message template has been paused for ${horas} hours because it continued to have issues.`
    this.mudarStatus(modelo, 'PAUSED', 'NONE', { other_info: { title, description } })
    this.#s.agendador.agendar(horas * 3_600_000, () => {
      if (modelo.status === 'PAUSED' && modelo.pausas === vez) this.despausar(modelo)
    })
  }

  despausar(modelo: ModeloEmulado): void {
    this.mudarStatus(modelo, 'APPROVED', 'NONE', { other_info: { title: 'UNPAUSE' } })
  }

  /** Pacing: what is sent with it from now on is held until it is known how the first ones were received. */
  reter(modelo: ModeloEmulado, retido: boolean): void {
    modelo.retido = retido
    this.#s.mudou()
  }

  /** Its first messages were received badly: paused, until somebody unpauses it. */
  pausarPeloRitmo(modelo: ModeloEmulado): void {
    modelo.retido = false
    this.mudarStatus(modelo, 'PAUSED', 'NONE', { other_info: { title: 'RATE_LIMITING_PAUSE' } })
  }

  mudarQualidade(modelo: ModeloEmulado, qualidade: string): void {
    const previous_quality_score = modelo.quality_score.score
    modelo.quality_score = { score: qualidade, date: this.#segundos() }
    this.#contar('message_template_quality_update', modelo, qualidade, {
      previous_quality_score,
      new_quality_score: qualidade,
    })
  }

  /** Meta moves it to another category. */
  mudarCategoria(modelo: ModeloEmulado, categoria: string): void {
    const previous_category = modelo.category
    modelo.category = categoria
    this.#contar('template_category_update', modelo, categoria, { previous_category, new_category: categoria })
  }

  #contar(campo: string, modelo: ModeloEmulado, titulo: string, pormenores: object): void {
    this.#s.mudou()
    this.#s.emitir({
      campo,
      valor: {
        message_template_id: Number(modelo.id),
        message_template_name: modelo.name,
        message_template_language: modelo.language,
        ...pormenores,
      },
      aparelho: null,
      titulo: `${campo} · ${titulo}`,
      resumo: modelo.name,
      tempo: this.#segundos(),
    })
  }

  #conferirEdicao(modelo: ModeloEmulado): void {
    const agora = this.#s.agora().getTime()
    if (modelo.editadoEm !== undefined && agora - modelo.editadoEm < 86_400_000) {
      throw recusaDeCriacao(
        2388039,
        'Template cannot be edited',
        'An approved template can be edited once in 24 hours.',
      )
    }
    modelo.editadoEm = agora
  }

  /** Filters and pages as the list call does; `after` is the id of the last one given. */
  listar(filtro: Record<string, string | undefined>) {
    const limite = Math.min(Math.max(Number(filtro.limit) || 25, 1), 250)
    const achados = this.todos.filter(
      (modelo) =>
        (!filtro.name || modelo.name === filtro.name) &&
        (!filtro.status || modelo.status === filtro.status.toUpperCase()) &&
        (!filtro.category || modelo.category === filtro.category.toUpperCase()) &&
        (!filtro.language || modelo.language === filtro.language),
    )
    const inicio = filtro.after ? achados.findIndex(({ id }) => id === abrirCursor(filtro.after!)) + 1 : 0
    const itens = achados.slice(inicio, inicio + limite)
    return { itens, haMais: inicio + limite < achados.length, haAntes: inicio > 0 }
  }

  /** Everything Meta checks of a template at send; gives the text as the phone will show it. */
  conferirEnvio(nome: string, idioma: string, componentes: ComponenteEnviado[]) {
    const modelo = this.#porChave.get(chave(nome, idioma))
    if (modelo?.status === 'PAUSED') throw new RecusaGraph(132015)
    if (modelo?.status === 'DISABLED') throw new RecusaGraph(132016)
    if (modelo?.status !== 'APPROVED') {
      throw new RecusaGraph(132001, { detalhe: `template name (${nome}) does not exist in ${idioma}` })
    }
    conferirTermos(modelo, this.#s.pagamentos())
    return { modelo, ...preencherEnvio(modelo, componentes) }
  }

  #conferirTeto(): void {
    const maximo = this.#s.verificada() ? TETO.verificada : TETO.outra
    if (this.#porId.size >= maximo) {
      throw recusaDeCriacao(
        2388019,
        'Template limit reached',
        `This account has reached its limit of ${maximo} templates.`,
      )
    }
    const agora = this.#s.agora().getTime()
    this.#criados = this.#criados.filter((quando) => quando > agora - UMA_HORA_MS)
    const porHora = this.#s.criacoesPorHora()
    if (this.#criados.length >= porHora) {
      throw new RecusaGraph(100, { detalhe: `No more than ${porHora} templates can be created in an hour.` })
    }
    this.#criados.push(agora)
  }

  #conferirNome(nome: string, idioma: string): void {
    if (!/^[a-z0-9_]{1,512}$/.test(nome)) {
      throw new RecusaGraph(100, {
        detalhe: 'Message template name can only have lowercase letters, numbers and underscores.',
      })
    }
    if (this.#porChave.has(chave(nome, idioma))) {
      throw recusaDeCriacao(
        2388024,
        'Content in This Language Already Exists',
        `There is already ${idioma} content for this template. You can create a new template and try again.`,
      )
    }
    if ((this.#apagados.get(nome) ?? 0) > this.#s.agora().getTime()) {
      throw recusaDeCriacao(2388023, 'Message template is being deleted', 'Try again in 30 days or use another name.')
    }
  }

  #revisar(modelo: ModeloEmulado): void {
    this.#s.agendador.agendar(this.#s.demoraMs(), () => {
      if (modelo.status !== 'PENDING' || this.#porId.get(modelo.id) !== modelo) return
      const recusa = acharRecusa(modelo, this.#s.recusa())
      if (recusa) {
        const { motivo, ...rejection_info } = recusa
        return this.mudarStatus(modelo, 'REJECTED', motivo, { rejection_info })
      }
      if (ehPromocional(modelo)) this.mudarCategoria(modelo, 'MARKETING')
      this.mudarStatus(modelo, 'APPROVED')
    })
  }

  #segundos(): number {
    return Math.floor(this.#s.agora().getTime() / 1000)
  }
}

const chave = (nome: string, idioma: string) => `${idioma}\n${nome}`
export const cursorDe = (id: string) => Buffer.from(id).toString('base64url')
const abrirCursor = (cursor: string) => Buffer.from(cursor, 'base64url').toString()
