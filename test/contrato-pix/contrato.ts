import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { type Descricao, type Esquema, LACUNAS } from './lacunas.ts'

/** A call to the Pix API and its answer. */
export interface TrocaPix {
  metodo: string
  /** Without the query. */
  caminho: string
  corpo: unknown
  http: number
  resposta: unknown
}

const descricao = parse(readFileSync(join(import.meta.dirname, 'pix-api-2.9.0.yaml'), 'utf8')) as Descricao
for (const { emenda } of LACUNAS) emenda(descricao)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'pix', components: descricao.components })
const prontos = new Map<string, ValidateFunction>()

/** `fechado`: an undescribed field is an error. */
function conferir(nome: string, esquema: Esquema, valor: unknown, fechado: boolean): string[] {
  const noArquivo = JSON.parse(JSON.stringify(esquema).replaceAll('"#/', '"pix#/'))
  const pronto =
    prontos.get(nome) ?? ajv.compile(fechado ? { allOf: [noArquivo], unevaluatedProperties: false } : noArquivo)
  prontos.set(nome, pronto)
  return pronto(valor)
    ? []
    : [`${nome}: ${ajv.errorsText(pronto.errors)} ${JSON.stringify(pronto.errors?.[0]?.params)}`]
}

const formas = Object.keys(descricao.paths).map((caminho) => ({
  caminho,
  forma: new RegExp(`^${caminho.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The violations of one call: a request is validated if it was accepted, an answer always. */
export function quebrasDaTrocaPix({ metodo, caminho, corpo, http, resposta }: TrocaPix): string[] {
  if (http >= 400) return conferir('Problema', { $ref: '#/components/schemas/Problema' }, resposta, true)
  const achado = formas.find(({ forma }) => forma.test(caminho))?.caminho
  const operacao = achado === undefined ? undefined : descricao.paths[achado]![metodo.toLowerCase()]
  if (!operacao) return [`${metodo} ${caminho} is in no description`]
  const nome = `${metodo} ${achado}`
  const dito = operacao.responses[String(http)]
  if (!dito) return [`${nome} answers ${http}, which is not described`]
  const pedido = jsonDe(operacao.requestBody)
  const saida = jsonDe(dito)
  return [
    ...(pedido ? conferir(`${nome}, the request`, pedido, corpo, false) : []),
    ...(saida ? conferir(`${nome}, the answer`, saida, resposta, true) : []),
  ]
}

/** The violations of one webhook. */
export const quebrasDoAviso = (corpo: unknown): string[] =>
  conferir('the webhook', jsonDe(descricao.components.requestBodies.WebhookPixBody)!, corpo, true)

function jsonDe(parte: Esquema | undefined): Esquema | undefined {
  const inteira = parte?.$ref ? descricao.components.requestBodies[String(parte.$ref).split('/').at(-1)!] : parte
  return inteira?.content?.['application/json']?.schema
}
