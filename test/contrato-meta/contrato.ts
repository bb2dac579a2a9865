import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import type { ContaEmulada } from '#emulator/conta.ts'
import { type Descricao, type Esquema, LACUNAS } from './lacunas.ts'

/** A webhook as received by the application. */
export interface Chegada {
  corpo: Buffer
  assinatura: string
  json: { entry: { id: string; time?: number; changes: { field: string; value: Record<string, unknown> }[] }[] }
}

/** A call to Graph and its answer. */
export interface Troca {
  metodo: string
  url: string
  corpo: unknown
  http: number
  /** When it arrived, by the machine's clock. */
  em: number
  /** Parsed JSON, or the raw text. */
  resposta: unknown
  conta: ContaEmulada
}

/** Meta's description with its gaps corrected; validates what goes over the wire. */
const descricao = parse(readFileSync(join(import.meta.dirname, 'cloud-api-v23.yaml'), 'utf8')) as Descricao
for (const { emenda } of LACUNAS) emenda(descricao)
const { schemas } = descricao.components

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const prontos = new Map<string, ValidateFunction>()

function conferir(nome: string, esquema: () => Esquema, valor: unknown): string[] {
  const pronto = prontos.get(nome) ?? ajv.compile(fechar(esquema()))
  prontos.set(nome, pronto)
  if (pronto(valor)) return []
  return [`${nome}: ${ajv.errorsText(pronto.errors)} ${JSON.stringify(pronto.errors?.[0]?.params)}`]
}

/** A schema without references, whose objects accept no undescribed field. */
function fechar(esquema: Esquema): Esquema {
  const inteiro = juntar(esquema)
  const alternativas = (inteiro.oneOf ?? inteiro.anyOf) as Esquema[] | undefined
  const { oneOf: _, anyOf: __, discriminator, ...base } = inteiro
  if (discriminator) return porTipo(base, discriminator)
  if (alternativas) return { anyOf: alternativas.map((uma) => fechar({ allOf: [base, uma] })) }
  const { properties, items, ...resto } = base
  return {
    ...resto,
    ...(items ? { items: fechar(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties as Record<string, Esquema>).map(([nome, um]) => [nome, fechar(um)]),
          ),
          additionalProperties: false,
        }
      : {}),
  }
}

/** One branch per value of `type`, so that an error is about that kind. */
const porTipo = (base: Esquema, { mapping, padrao }: Esquema): Esquema => ({
  required: padrao ? [] : ['type'],
  properties: { type: { enum: Object.keys(mapping) } },
  allOf: Object.entries(mapping as Record<string, string>).map(([tipo, ref]) => ({
    if: { properties: { type: { const: tipo } }, required: tipo === padrao ? [] : ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    then: fechar({ allOf: [base, { $ref: ref }] }),
  })),
})

/** Resolves references and merges `allOf` into one object. */
function juntar(esquema: Esquema, dentroDeOutro = false): Esquema {
  if (esquema.$ref) return juntar(schemas[String(esquema.$ref).split('/').at(-1)!]!, dentroDeOutro)
  if (!esquema.allOf) {
    if (!dentroDeOutro) return esquema
    const { discriminator: _, ...resto } = esquema
    return resto
  }
  const { allOf, ...proprio } = esquema
  const partes = [proprio, ...(allOf as Esquema[]).map((parte) => juntar(parte, true))]
  const junto: Esquema = {}
  for (const { properties, required, additionalProperties: _, ...resto } of partes) {
    Object.assign(junto, resto)
    if (properties) junto.properties = { ...junto.properties, ...properties }
    if (required) junto.required = [...new Set([...(junto.required ?? []), ...required])]
  }
  return junto
}

/** The described path that a URL matches, by the kind of object whose id it has; null if none. */
function lugarDe({ url, conta }: Troca): string | null {
  // The version is optional.
  const partes = url
    .split('?')[0]!
    .split('/graph/')[1]!
    .replace(/^v\d+\.\d+\//, '')
    .split('/')
  const [id, aresta] = [
    partes[0]!,
    partes
      .slice(1)
      .join('/')
      .replace(/^message_qrdls\/.+/, 'message_qrdls/{QR-Code-ID}'),
  ]
  if (!/^\d+$/.test(id)) return null
  const dono = id === conta.phoneNumberId ? 'Phone-Number-ID' : id === conta.businessAccountId ? 'WABA-ID' : null
  const no = dono ?? (id.startsWith('7000') ? 'TEMPLATE_ID' : 'Media-ID')
  const caminho = `/{Version}/{${no}}${aresta && `/${aresta}`}`
  return descricao.paths[caminho] ? caminho : null
}

/** The violations of one call. A request is validated if it was accepted, an answer always. */
export function quebrasDaTroca(troca: Troca): string[] {
  const { metodo, http, corpo, resposta } = troca
  const verbo = metodo.toLowerCase()
  if (http >= 400) {
    if (typeof resposta === 'string') return [] // a gateway's error page is not Meta's
    return conferir('GraphAPIError', () => ({ $ref: '#/GraphAPIError' }), resposta)
  }
  const caminho = lugarDe(troca)
  const operacao = caminho === null ? undefined : descricao.paths[caminho]![verbo]
  if (!operacao) return quebrasDeSemDescricao(troca)
  const leitura = caminho!.endsWith('/messages') && (corpo as { status?: string }).status === 'read'
  const nome = `${metodo} ${caminho}`
  const pedido = leitura
    ? { $ref: '#/MarkMessageRequestPayload' }
    : operacao.requestBody?.content['application/json']?.schema
  const saida = leitura
    ? { $ref: '#/MarkMessageResponsePayload' }
    : operacao.responses['200']?.content['application/json']?.schema
  const variante = leitura ? ' (read)' : ''
  return [
    ...(pedido && !(corpo instanceof FormData)
      ? conferir(`${nome}${variante}, the request`, () => pedido, corpo ?? {})
      : []),
    ...(saida ? conferir(`${nome}${variante}, the answer`, () => saida, resposta) : []),
  ]
}

const amostras = join(import.meta.dirname, '../samples/whatsapp')
const amostrasDe = (prefixo: string) =>
  readdirSync(amostras)
    .filter((nome) => nome.startsWith(prefixo))
    .map((nome) => JSON.parse(readFileSync(join(amostras, nome), 'utf8')))

/** Calls that are documented but missing from the description, with sample answers. */
const SO_COM_AMOSTRA: [RegExp, string][] = [
  [/\/debug_token(\?|$)/, 'api.debug-token'],
  [/\/unpause$/, 'api.unpause-template'],
]

/** Answers that the description lacks must resemble a sample of the documentation: no additional fields. */
function quebrasDeSemDescricao({ metodo, url, resposta }: Troca): string[] {
  const prefixo = SO_COM_AMOSTRA.find(([endereco]) => endereco.test(url))?.[1]
  if (!prefixo) return [`${metodo} ${url} is in no description`]
  const conhecidos = new Set(amostrasDe(prefixo).flatMap(({ response }) => camposDe(response.body)))
  return camposDe(resposta)
    .filter((campo) => !conhecidos.has(campo))
    .map((campo) => `${prefixo}: no sample has ${campo}`)
}

/** The violations of one webhook. */
export function quebrasDoWebhook({ json }: Chegada): string[] {
  const envelope = conferir('WebhookPayload', () => ({ $ref: '#/WebhookPayload' }), json)
  const mudancas = json.entry.flatMap(({ changes }) => changes)
  return [...envelope, ...mudancas.flatMap(({ field, value }) => quebrasDaMudanca(field, value))]
}

function quebrasDaMudanca(campo: string, valor: Record<string, unknown>): string[] {
  if (campo === 'messages') {
    const soErros = !valor.statuses && !valor.messages && valor.errors
    const nome = soErros ? 'ErrorValue' : valor.statuses ? 'StatusMessageValue' : 'IncomingMessageValueGeneral'
    return conferir(nome, () => ({ $ref: `#/${nome}` }), valor)
  }
  const conhecidos = new Set(camposDoWebhook().get(campo))
  if (conhecidos.size === 0) return [`no sample of the field ${campo}`]
  return camposDe(valor)
    .filter((um) => !conhecidos.has(um))
    .map((um) => `${campo}: no sample has ${um}`)
}

let camposPorWebhook: Map<string, string[]> | null = null
function camposDoWebhook(): Map<string, string[]> {
  if (camposPorWebhook) return camposPorWebhook
  camposPorWebhook = new Map()
  for (const { entry } of amostrasDe('webhook.')) {
    for (const { field, value } of entry.flatMap(({ changes }: Chegada['json']['entry'][number]) => changes))
      camposPorWebhook.set(field, [...(camposPorWebhook.get(field) ?? []), ...camposDe(value)])
  }
  return camposPorWebhook
}

/** Lists `a`, `a.b`, `a[].c` … with the type of each leaf. */
function camposDe(valor: unknown, onde = ''): string[] {
  if (Array.isArray(valor)) return valor.flatMap((um) => camposDe(um, `${onde}[]`))
  if (valor === null || typeof valor !== 'object') return [`${onde}: ${valor === null ? 'null' : typeof valor}`]
  return Object.entries(valor).flatMap(([nome, um]) => camposDe(um, `${onde}.${nome}`))
}
