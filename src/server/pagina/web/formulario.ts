import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { CamposInvalidos, MuitasTentativas, NaoAutenticado, Proibido, RegraViolada } from '#domain/erros.ts'
import { EnvioRecusado } from '#server/http/envio.ts'
import type { Rotas } from '../publico.ts'
import type { Tentativa } from './campos.ts'

export type Campos = Record<string, string | string[]>
const MAIOR_FORMULARIO = 64 * 1024

/** Forms as browsers send them without a script. */
export function lerFormularios(app: Rotas) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAIOR_FORMULARIO },
    (_, corpo, pronto) => pronto(null, camposDo(String(corpo))),
  )
}

function camposDo(corpo: string): Campos {
  const campos = new Map<string, string[]>()
  // In place: with a copy for each value, one small form of a name thousands of times stopped everybody for half a minute.
  for (const [nome, valor] of new URLSearchParams(corpo)) {
    const valores = campos.get(nome)
    if (valores) valores.push(valor)
    else campos.set(nome, [valor])
  }
  return Object.fromEntries([...campos].map(([nome, valores]) => [nome, valores.length > 1 ? valores : valores[0]!]))
}

export const camposDe = ({ body }: FastifyRequest): Campos =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? (body as Campos) : {}

export const umSo = (campos: Campos, nome: string): string => [campos[nome] ?? ''].flat()[0] ?? ''
/** The accounts chosen, as the contract asks for them. */
export const contasDe = (campos: Campos): number[] =>
  [campos.contas ?? []]
    .flat()
    .flatMap((um) => um.split(','))
    .filter(Boolean)
    .map(Number)

/** Parses form data by the contract's schema; errors are assigned to their fields, in `frases` where the contract's are for programs. */
export function conferir<T extends z.ZodType>(
  esquema: T,
  dito: unknown,
  frases: Partial<Record<string, string>> = {},
): z.output<T> {
  const lido = esquema.safeParse(dito)
  if (lido.success) return lido.data
  const campos: Record<string, string[]> = {}
  for (const { path, message } of lido.error.issues) {
    const campo = String(path[0] ?? 'corpo')
    campos[campo] = [...(campos[campo] ?? []), frases[campo] ?? message]
  }
  throw new CamposInvalidos(campos)
}

/** A refusal that is told in the form that was filled, with what was typed; anything else is not the form's. */
export function tentativaDe(
  forma: string,
  campos: Campos,
  erro: unknown,
): { tentativa: Tentativa; status: number } | null {
  const dita = (status: number, { message }: Error, erros = {}) => ({
    tentativa: { forma, campos, erros, mensagem: message },
    status,
  })
  if (erro instanceof CamposInvalidos) return dita(422, erro, erro.campos)
  if (erro instanceof RegraViolada) return dita(409, erro)
  if (erro instanceof MuitasTentativas) return dita(429, erro)
  if (erro instanceof EnvioRecusado) return dita(erro.statusCode, erro, { arquivo: [erro.message] })
  if (erro instanceof NaoAutenticado) return dita(401, erro)
  if (erro instanceof Proibido) return dita(403, erro)
  return null
}

const VOLTA = 'volta.'

/** What was typed in a form when its half hour was over, as hidden fields of the door's. */
export const guardar = ({ forma, campos }: Tentativa): Record<string, string> =>
  Object.fromEntries([
    ['forma', forma],
    ...Object.entries(campos)
      .filter(([nome]) => !nome.startsWith(VOLTA) && nome !== 'chave' && nome !== 'digitos')
      .map(([nome, valor]) => [nome, [valor].flat().join(',')]),
  ])

/** The same, given back once inside. */
export function devolver(campos: Campos): Tentativa | undefined {
  const guardados = Object.entries(campos)
    .filter(([nome]) => nome.startsWith(VOLTA))
    .map(([nome, valor]) => [nome.slice(VOLTA.length), [valor].flat()[0] ?? ''] as const)
  if (guardados.length === 0) return undefined
  const { forma = '', ...digitados } = Object.fromEntries(guardados)
  return {
    forma,
    campos: digitados,
    erros: {},
    mensagem: 'Meia hora passou. O que você digitou está aqui: confira e envie.',
  }
}
