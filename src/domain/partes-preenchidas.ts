import { type CobrancaDoBotao, type FormaDoBotao, TEXTO_DO_BOTAO } from './botao-pix.ts'
import { semVariaveis, type Valores } from './modelo.ts'
import { pedeLink } from './na-saida.ts'
import {
  type Botao,
  CABECALHO_MAXIMO,
  codigoPix,
  noEndereco,
  PALAVRA_DO_BOTAO,
  type Partes,
  primeiraConhecida,
  SEM_PAGINA,
} from './partes.ts'
import { type ProblemaDoValor, problemasDoValor, valorDe } from './preenchimento.ts'
import { VARIAVEL } from './variavel.ts'

export const TEXTO_DO_COPIAR = 'Copiar código'

/** The parts of one message: as the customer reads them, and what Meta needs to make them. */
export interface PartesPreenchidas {
  cabecalho: { texto: string; parametro: string | null } | null
  botoes: BotaoPreenchido[]
}
export type BotaoPreenchido =
  | { tipo: 'resposta'; texto: string; retorno: string }
  | { tipo: 'link'; texto: string; url: string; parametro: string | null }
  | { tipo: 'copiar'; texto: string; codigo: string }
  | ({ tipo: 'pagar'; texto: string; forma: FormaDoBotao } & CobrancaDoBotao)

/** The parts of one message with WhatsApp's payment button after the others. */
export const comPagamento = (
  partes: PartesPreenchidas | null,
  forma: FormaDoBotao,
  cobranca: CobrancaDoBotao,
): PartesPreenchidas => ({
  cabecalho: partes?.cabecalho ?? null,
  botoes: [...(partes?.botoes ?? []), { tipo: 'pagar', texto: TEXTO_DO_BOTAO.order_details, forma, ...cobranca }],
})

/** Did it go by the variant with the payment button? */
export const temPagamento = (partes: PartesPreenchidas | null): boolean =>
  partes?.botoes.some(({ tipo }) => tipo === 'pagar') ?? false

/** Null when there is nothing beside the text. A header's value is cut to what fits in its line. */
export function preencherPartes({ cabecalho, botoes }: Partes, valores: Valores): PartesPreenchidas | null {
  if (cabecalho === null && botoes.length === 0) return null
  return {
    cabecalho: cabecalho === null ? null : preencherCabecalho(cabecalho, valores),
    botoes: botoes.map((botao) => preencherBotao(botao, valores)),
  }
}

function preencherCabecalho(cabecalho: string, valores: Valores) {
  const nome = primeiraConhecida(cabecalho)
  if (nome === undefined) return { texto: cabecalho, parametro: null }
  const cabe = Math.max(2, CABECALHO_MAXIMO - semVariaveis(cabecalho).length)
  const valor = valorDe(nome, valores)
  const parametro = valor.length > cabe ? `${valor.slice(0, cabe - 1).replace(/[\ud800-\udbff]$/, '')}…` : valor
  return { texto: cabecalho.replace(VARIAVEL, () => parametro), parametro }
}

/** Where a customer's data is not what the header or an address takes as a value. */
export function problemasDosValoresDasPartes({ cabecalho, botoes }: Partes, valores: Valores): ProblemaDoValor[] {
  const doCabecalho = cabecalho === null ? undefined : primeiraConhecida(cabecalho)
  const vai = cabecalho === null ? null : preencherCabecalho(cabecalho, valores).parametro
  const dosLinks = botoes.flatMap((botao) => (botao.tipo === 'link' ? (primeiraConhecida(botao.url) ?? []) : []))
  return [
    ...(doCabecalho && vai !== null ? problemasDoValor(doCabecalho, valores, vai) : []),
    ...dosLinks.flatMap((nome) => problemasDoValor(nome, valores, valorDe(nome, valores))),
  ]
}

function preencherBotao(botao: Botao, valores: Valores): BotaoPreenchido {
  switch (botao.tipo) {
    case 'resposta':
      return { tipo: 'resposta', texto: botao.texto, retorno: botao.texto }
    case 'parar':
      return { tipo: 'resposta', texto: botao.texto, retorno: PALAVRA_DO_BOTAO }
    case 'copiar_pix':
      return { tipo: 'copiar', texto: TEXTO_DO_COPIAR, codigo: codigoPix(valores.pix) ?? '' }
    case 'link': {
      const nome = primeiraConhecida(botao.url)
      const parametro = nome === undefined ? null : noEndereco(nome, valorDe(nome, valores))
      return {
        tipo: 'link',
        texto: botao.texto,
        url: parametro === null ? botao.url : botao.url.replace(VARIAVEL, () => parametro),
        parametro,
      }
    }
  }
}

/** The same parts with another token for the page, where a button leads there. */
export function comToken(partes: PartesPreenchidas, { botoes }: Partes, token: string | null): PartesPreenchidas {
  const vai = token ?? SEM_PAGINA
  return {
    ...partes,
    botoes: partes.botoes.map((botao, i) => {
      const escrito = botoes[i]
      if (botao.tipo !== 'link' || escrito?.tipo !== 'link' || !pedeLink(escrito.url)) return botao
      return { ...botao, url: escrito.url.replace(VARIAVEL, () => vai), parametro: vai }
    }),
  }
}
