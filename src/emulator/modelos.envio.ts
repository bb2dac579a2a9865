import { RecusaGraph } from './erros.ts'
import {
  type ComponenteEnviado,
  corpoDe,
  LIMITE_DO_CORPO,
  type ModeloEmulado,
  type Parametro,
  VARIAVEL,
  variaveisDe,
} from './modelos.forma.ts'
import { codigoDoPagamento, rotuloDoPagamento, TIPOS_DE_PAGAMENTO } from './modelos.pagamento.ts'
import type { MensagemEmulada } from './mundo.ts'

/** Checks the values of a send against the template; gives the text as the phone will show it, and its buttons. */
export function preencherEnvio(modelo: ModeloEmulado, componentes: ComponenteEnviado[]) {
  conferirCabecalho(modelo, componentes)
  conferirBotoes(modelo, componentes)
  const texto = preencher(modelo, parametrosDe(componentes, 'body'))
  if (texto.length > LIMITE_DO_CORPO) {
    throw new RecusaGraph(132005, { detalhe: `Translated text too long: ${texto.length} > ${LIMITE_DO_CORPO}` })
  }
  return { ...mostrarBotoes(modelo, componentes), texto, cabecalho: cabecalhoDe(modelo, componentes) }
}

function preencher(modelo: ModeloEmulado, parametros: Parametro[]): string {
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

function valorDe({ type, text, currency, date_time }: Parametro, onde = 'body'): string {
  const legado = type === 'currency' ? currency : type === 'date_time' ? date_time : undefined
  const valor = type === 'text' ? text : legado?.fallback_value
  if (valor === undefined) {
    throw new RecusaGraph(132012, {
      detalhe: `${onde}: Format mismatch, expected TEXT, received ${type.toUpperCase()}`,
    })
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
  const [enviado] = enviados
  if (!enviado) return
  if (formato === 'TEXT') valorDe(enviado, 'header')
  else if (!enviado[formato.toLowerCase() as 'image' | 'video' | 'document' | 'location'])
    throw new RecusaGraph(132012, { detalhe: `header: Format mismatch, expected ${formato}, received nothing` })
}

/** As the phone shows it above the text; files are not drawn. */
function cabecalhoDe(modelo: ModeloEmulado, componentes: ComponenteEnviado[]): string | null {
  const texto = modelo.components.find(({ type, format }) => type === 'HEADER' && format === 'TEXT')?.text
  const [valor] = parametrosDe(componentes, 'header')
  return texto?.replace(VARIAVEL, () => valor?.text ?? '') ?? null
}

const botoesDo = (modelo: ModeloEmulado) => modelo.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []

const COPIA_MAXIMA = 15

/** A button whose address ends in a variable needs its value, and one that copies a code the code. */
function conferirBotoes(modelo: ModeloEmulado, componentes: ComponenteEnviado[]): void {
  const total = botoesDo(modelo).length
  for (const { index = 0 } of componentes.filter(({ type }) => type.toLowerCase() === 'button')) {
    if (!(Number(index) >= 0 && Number(index) < total))
      throw new RecusaGraph(132000, { detalhe: `buttons: the template has no button at index ${index}` })
  }
  for (const [indice, { type, url }] of botoesDo(modelo).entries()) {
    const enviados = parametrosDe(componentes, 'button', indice)
    const falta = (tipo: string) =>
      new RecusaGraph(131008, { detalhe: `buttons: Button at index ${indice} of type ${tipo} requires a parameter` })
    if (type === 'URL' && url && variaveisDe(url).length > 0 && enviados.length !== 1) throw falta('Url')
    if (type === 'URL' && enviados[0]) valorDe(enviados[0], 'buttons')
    if (TIPOS_DE_PAGAMENTO.includes(type)) codigoDoPagamento(type, indice, componentes)
    if (type !== 'COPY_CODE') continue
    const [codigo] = enviados
    if (enviados.length !== 1 || codigo?.type !== 'coupon_code' || !codigo.coupon_code) throw falta('CopyCode')
    if (codigo.coupon_code.length > COPIA_MAXIMA)
      throw new RecusaGraph(131009, { detalhe: `buttons: coupon_code must have at most ${COPIA_MAXIMA} characters` })
  }
}

/** Quick replies with the payload sent for them (their own text when none was), addresses and codes filled in. */
function mostrarBotoes(
  modelo: ModeloEmulado,
  componentes: ComponenteEnviado[],
): Pick<MensagemEmulada, 'botoes' | 'acoes'> {
  const botoes: MensagemEmulada['botoes'] = []
  const acoes: NonNullable<MensagemEmulada['acoes']> = []
  for (const [i, { type, text, url }] of botoesDo(modelo).entries()) {
    const [enviado] = parametrosDe(componentes, 'button', i)
    if (type === 'QUICK_REPLY' && text) botoes.push({ texto: text, id: enviado?.payload ?? null })
    if (type === 'URL' && text && url)
      acoes.push({ tipo: 'link', texto: text, valor: url.replace(VARIAVEL, () => enviado?.text ?? '') })
    if (TIPOS_DE_PAGAMENTO.includes(type))
      acoes.push({
        tipo: 'copiar',
        texto: rotuloDoPagamento(text),
        valor: codigoDoPagamento(type, i, componentes),
      })
    if (type === 'COPY_CODE') acoes.push({ tipo: 'copiar', texto: 'Copiar código', valor: enviado?.coupon_code ?? '' })
  }
  return { botoes, acoes }
}
