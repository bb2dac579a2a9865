import { z } from 'zod'
import type { Agendador } from './agendador.ts'
import { RecusaGraph } from './erros.ts'
import { novoId } from './mundo.ts'
import { lerCorpo } from './pedido.ts'
import type { Evento } from './webhooks.ts'

const STATUS = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'ARCHIVED',
] as const
export type StatusModelo = (typeof STATUS)[number]
export const StatusModelo = z.enum(STATUS)

const maiuscula = z.string().transform((texto) => texto.toUpperCase())
const Botao = z.looseObject({
  type: maiuscula,
  text: z.string().min(1).max(25).optional(),
  url: z.string().max(2000).optional(),
})
const Componente = z.looseObject({
  type: maiuscula,
  format: maiuscula.optional(),
  text: z.string().optional(),
  buttons: z.array(Botao).min(1).max(10).optional(),
  example: z
    .looseObject({
      body_text: z.array(z.array(z.string())).optional(),
      body_text_named_params: z.array(z.looseObject({ param_name: z.string(), example: z.string() })).optional(),
      header_text: z.array(z.string()).optional(),
    })
    .optional(),
})
type Componente = z.infer<typeof Componente>

const NovoModelo = z.looseObject({
  name: z.string().min(1),
  language: z.string().min(2),
  category: maiuscula.pipe(z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION'])),
  parameter_format: maiuscula.pipe(z.enum(['POSITIONAL', 'NAMED'])).default('POSITIONAL'),
  components: z.array(Componente).min(1),
})

export interface ModeloEmulado {
  id: string
  name: string
  language: string
  category: string
  status: StatusModelo
  parameter_format: string
  components: Componente[]
  rejected_reason: string
  quality_score: { score: string; date: number }
  /** Pauses so far: the third ends it. */
  pausas?: number
  /** When it was last edited while approved; business clock. */
  editadoEm?: number
}

const LIMITE_DO_CORPO = 1024
const PAUSAS_H = [3, 6]
const VARIAVEL = /\{\{\s*([^{}]*?)\s*\}\}/g
const variaveisDe = (texto: string) => [...texto.matchAll(VARIAVEL)].map(([, nome]) => nome!)

interface Servicos {
  agendador: Agendador
  agora: () => Date
  aprovacaoMs: number
  emitir: (evento: Evento) => void
  mudou: () => void
}

/** The account's templates and their life: PENDING, then the review's word by webhook. */
export class Modelos {
  readonly #porChave = new Map<string, ModeloEmulado>()
  readonly #porId = new Map<string, ModeloEmulado>()
  /** Names of approved templates that were deleted, and until when they may not come back. */
  readonly #apagados = new Map<string, number>()
  readonly #s: Servicos

  constructor(servicos: Servicos) {
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
    conferirComponentes(novo.components, novo.parameter_format)
    const promocional = novo.category === 'UTILITY' && PROMOCIONAL.test(corpoDe(novo.components))
    const modelo: ModeloEmulado = {
      id: novoId(7000),
      name: novo.name,
      language: novo.language,
      category: promocional ? 'MARKETING' : novo.category,
      status: 'PENDING',
      parameter_format: novo.parameter_format,
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
      conferirComponentes(components, modelo.parameter_format)
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

  /** The review's, the quality system's or a test's word; told by webhook. */
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

  /** Its readers complained: 3 hours the first time, 6 the second; the third is the end. */
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

  mudarQualidade(modelo: ModeloEmulado, qualidade: string): void {
    const previous_quality_score = modelo.quality_score.score
    modelo.quality_score = { score: qualidade, date: this.#segundos() }
    this.#contar('message_template_quality_update', modelo, qualidade, {
      previous_quality_score,
      new_quality_score: qualidade,
    })
  }

  /** Meta thinks that it is of another kind. */
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
    const enviado = componentes.find(({ type }) => type.toLowerCase() === 'body')
    conferirCabecalho(modelo, componentes)
    conferirEnderecos(modelo, componentes)
    const texto = preencher(modelo, enviado?.parameters ?? [])
    if (texto.length > LIMITE_DO_CORPO) {
      throw new RecusaGraph(132005, { detalhe: `Translated text too long: ${texto.length} > ${LIMITE_DO_CORPO}` })
    }
    return { modelo, texto, botoes: botoesDe(modelo, componentes) }
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
    this.#s.agendador.agendar(this.#s.aprovacaoMs, () => {
      if (modelo.status !== 'PENDING' || this.#porId.get(modelo.id) !== modelo) return
      if (!/\}\}\s*\{\{/.test(corpoDe(modelo.components))) return this.mudarStatus(modelo, 'APPROVED')
      this.mudarStatus(modelo, 'REJECTED', 'INVALID_FORMAT', {
        rejection_info: {
          reason: 'Two parameters are placed next to each other without text or punctuation between them.',
          recommendation: 'Separate the parameters with descriptive text.',
        },
      })
    })
  }

  #segundos(): number {
    return Math.floor(this.#s.agora().getTime() / 1000)
  }
}

/** What moves a reminder out of `UTILITY`: a promotion, a discount, a push to buy. */
const PROMOCIONAL = /promo[çc]|\boferta|\bdesconto|\bcupom|\baproveite|imperd[ií]vel/i

const chave = (nome: string, idioma: string) => `${idioma}\n${nome}`
const corpoDe = (componentes: Componente[]) => componentes.find(({ type }) => type === 'BODY')?.text ?? ''

export const cursorDe = (id: string) => Buffer.from(id).toString('base64url')
const abrirCursor = (cursor: string) => Buffer.from(cursor, 'base64url').toString()

const recusaDeCriacao = (subcodigo: number, titulo: string, mensagem: string) =>
  new RecusaGraph(100, { subcodigo, titulo: 'Invalid parameter', paraPessoa: { titulo, mensagem } })

/** Checks the account's clerk makes at once; the rest is found out in review. */
function conferirComponentes(componentes: Componente[], formato: string): void {
  const corpo = componentes.find(({ type }) => type === 'BODY')
  if (!corpo?.text) throw recusaDeCriacao(2388072, 'Body is missing', 'A template needs a body with text.')
  if (corpo.text.length > LIMITE_DO_CORPO) {
    throw recusaDeCriacao(2388040, 'Character limit exceeded', `The body has more than ${LIMITE_DO_CORPO} characters.`)
  }
  conferirVariaveis(corpo.text, formato)
  conferirExemplos(corpo, formato)
  const rodape = componentes.find(({ type }) => type === 'FOOTER')?.text ?? ''
  if (rodape.length > 60 || variaveisDe(rodape).length > 0) {
    throw recusaDeCriacao(2388073, 'Footer format is incorrect', 'The footer has up to 60 characters and no variables.')
  }
}

function conferirVariaveis(texto: string, formato: string): void {
  const nomes = variaveisDe(texto)
  const validas = formato === 'NAMED' ? nomes.every((nome) => /^[a-z_][a-z0-9_]*$/.test(nome)) : semFalhas(nomes)
  if (!validas) throw recusaDeCriacao(2388072, 'Body format is incorrect', 'The variables of the body are not valid.')
  if (/^\s*\{\{|\}\}\s*$/.test(texto)) {
    throw recusaDeCriacao(
      2388299,
      'Leading or trailing parameters not allowed',
      'Variables cannot be at the start or end of the template.',
    )
  }
  const palavras = texto.replace(VARIAVEL, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (nomes.length > 0 && palavras < 2 * new Set(nomes).size + 1) {
    throw recusaDeCriacao(
      2388293,
      'Too many variables for the length of the text',
      'This template has too many variables for its length. Reduce the variables or write a longer message.',
    )
  }
}

/** 1…n with no gap; a number may be used again. */
function semFalhas(nomes: string[]): boolean {
  const usados = new Set(nomes)
  return [...usados].every((nome) => /^[1-9]\d*$/.test(nome) && Number(nome) <= usados.size)
}

function conferirExemplos({ text = '', example }: Componente, formato: string): void {
  const nomes = new Set(variaveisDe(text))
  const dados =
    formato === 'NAMED'
      ? (example?.body_text_named_params ?? []).filter(({ param_name }) => nomes.has(param_name))
      : (example?.body_text?.[0] ?? [])
  if (dados.length !== nomes.size) {
    throw recusaDeCriacao(2388072, 'Body format is incorrect', 'Each variable of the body needs one example.')
  }
}

const Parametro = z.looseObject({
  type: z.string().default('text'),
  text: z.string().max(32_768).optional(),
  parameter_name: z.string().optional(),
  payload: z.string().max(256).optional(),
})
export const ComponenteEnviado = z.looseObject({
  type: z.string(),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.number()]).optional(),
  parameters: z.array(Parametro).default([]),
})
export type ComponenteEnviado = z.infer<typeof ComponenteEnviado>

function preencher(modelo: ModeloEmulado, parametros: z.infer<typeof Parametro>[]): string {
  const texto = corpoDe(modelo.components)
  const nomes = [...new Set(variaveisDe(texto))]
  if (parametros.length !== nomes.length) {
    throw new RecusaGraph(132000, {
      detalhe: `body: number of localizable_params (${parametros.length}) does not match the expected number of params (${nomes.length})`,
    })
  }
  const valores = new Map<string, string>()
  parametros.forEach((parametro, i) => {
    const valor = valorDe(parametro)
    const nome = modelo.parameter_format === 'NAMED' ? parametro.parameter_name : String(i + 1)
    if (nome === undefined || !nomes.includes(nome)) {
      throw new RecusaGraph(132012, { detalhe: `body: parameter name (${nome}) is not in the template` })
    }
    valores.set(nome, valor)
  })
  return texto.replace(VARIAVEL, (_tudo, nome: string) => valores.get(nome) ?? '')
}

function valorDe({ type, text, ...resto }: z.infer<typeof Parametro>): string {
  const legado = (resto as Record<string, unknown>)[type] as { fallback_value?: string } | undefined
  const valor = type === 'text' ? text : legado?.fallback_value
  if (valor === undefined) {
    throw new RecusaGraph(132012, { detalhe: `body: Format mismatch, expected TEXT, received ${type.toUpperCase()}` })
  }
  if (valor === '' || /[\n\r\t]| {5,}/.test(valor)) {
    throw new RecusaGraph(132018, {
      detalhe: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    })
  }
  return valor
}

const parametrosDe = (componentes: ComponenteEnviado[], tipo: string, indice?: number) =>
  componentes.find((um) => um.type.toLowerCase() === tipo && (indice === undefined || Number(um.index) === indice))
    ?.parameters ?? []

/** A text header takes its variable, a media header its file at every send, and no header nothing. */
function conferirCabecalho(modelo: ModeloEmulado, componentes: ComponenteEnviado[]): void {
  const cabecalho = modelo.components.find(({ type }) => type === 'HEADER')
  const enviados = parametrosDe(componentes, 'header')
  const formato = cabecalho?.format ?? 'TEXT'
  const esperados = formato === 'TEXT' ? new Set(variaveisDe(cabecalho?.text ?? '')).size : 1
  if (enviados.length !== esperados) {
    throw new RecusaGraph(formato === 'TEXT' ? 132000 : 132012, {
      detalhe: `header: number of localizable_params (${enviados.length}) does not match the expected number of params (${esperados})`,
    })
  }
  const recebido = enviados[0]?.type.toUpperCase()
  if (recebido !== undefined && recebido !== formato)
    throw new RecusaGraph(132012, { detalhe: `header: Format mismatch, expected ${formato}, received ${recebido}` })
}

/** A button whose address ends in a variable needs its value. */
function conferirEnderecos(modelo: ModeloEmulado, componentes: ComponenteEnviado[]): void {
  const botoes = modelo.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []
  for (const [indice, { type, url }] of botoes.entries()) {
    if (type !== 'URL' || !url || variaveisDe(url).length === 0) continue
    if (parametrosDe(componentes, 'button', indice).length !== 1)
      throw new RecusaGraph(131008, { detalhe: `buttons: Button at index ${indice} of type Url requires a parameter` })
  }
}

/** Quick replies with the payload sent for them, or their own text when none was. */
function botoesDe(modelo: ModeloEmulado, componentes: ComponenteEnviado[]) {
  const botoes = modelo.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []
  return botoes.flatMap(({ type, text }, i) => {
    if (type !== 'QUICK_REPLY' || !text) return []
    const enviado = componentes.find((um) => um.type.toLowerCase() === 'button' && Number(um.index) === i)
    return [{ texto: text, id: enviado?.parameters[0]?.payload ?? null }]
  })
}
