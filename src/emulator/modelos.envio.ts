import { z } from 'zod'
import { RecusaGraph } from './erros.ts'
import { corpoDe, LIMITE_DO_CORPO, type ModeloEmulado, VARIAVEL, variaveisDe } from './modelos.forma.ts'

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

/** Checks the values of a send against the template; gives the text as the phone will show it, and its buttons. */
export function preencherEnvio(modelo: ModeloEmulado, componentes: ComponenteEnviado[]) {
  conferirCabecalho(modelo, componentes)
  conferirEnderecos(modelo, componentes)
  const texto = preencher(modelo, parametrosDe(componentes, 'body'))
  if (texto.length > LIMITE_DO_CORPO) {
    throw new RecusaGraph(132005, { detalhe: `Translated text too long: ${texto.length} > ${LIMITE_DO_CORPO}` })
  }
  return { texto, botoes: botoesDe(modelo, componentes) }
}

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
