import type { z } from 'zod'
import type { ComponenteModelo } from '#contract/cloud-api.ts'
import { FORMAS_DO_BOTAO, type FormaDoBotao, TEXTO_DO_BOTAO, tipoDaChave } from '#domain/botao-pix.ts'
import { EXEMPLOS } from '#domain/modelo.ts'
import type { PartesPosicionais } from '#domain/partes.ts'
import type { BotaoPreenchido, PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import { retornoDaMensagem } from '#domain/retorno.ts'
import { cortar } from '#domain/texto.ts'

/** A template as Meta's review wants it: every variable with an example. */
export function componentesDe({
  texto,
  exemplos,
  partes,
}: {
  texto: string
  exemplos: string[]
  partes?: PartesPosicionais
}): object[] {
  const { cabecalho = null, botoes = [] } = partes ?? {}
  const example = cabecalho?.exemplo ? { example: { header_text: [cabecalho.exemplo] } } : {}
  return [
    ...(cabecalho ? [{ type: 'HEADER', format: 'TEXT', text: cabecalho.texto, ...example }] : []),
    { type: 'BODY', text: texto, ...(exemplos.length > 0 ? { example: { body_text: [exemplos] } } : {}) },
    ...(botoes.length > 0 ? [{ type: 'BUTTONS', buttons: botoes.map(botaoDaMeta) }] : []),
  ]
}

function botaoDaMeta(botao: PartesPosicionais['botoes'][number]) {
  if (botao.tipo === 'resposta') return { type: 'QUICK_REPLY', text: botao.texto }
  if (botao.tipo === 'copiar') return { type: 'COPY_CODE', example: botao.exemplo }
  if (botao.tipo === 'pagar') return botaoDePagar(botao.forma)
  return { type: 'URL', text: botao.texto, url: botao.url, ...(botao.exemplo ? { example: [botao.exemplo] } : {}) }
}

/** `order_details` is submitted without a sample; `payment_request` with one. */
const botaoDePagar = (forma: FormaDoBotao) => ({
  type: forma.toUpperCase(),
  text: TEXTO_DO_BOTAO[forma],
  ...(forma === 'payment_request'
    ? { payment_setting: { type: PIX, [PIX]: { code: EXEMPLOS.pix_copia_e_cola } } }
    : {}),
})
const PIX = 'pix_dynamic_code'

/** A template with this button alone is of a kind of its own at Meta. */
export const formatoDe = (partes: PartesPosicionais | undefined): { display_format?: 'ORDER_DETAILS' } =>
  partes?.botoes.some((botao) => botao.tipo === 'pagar' && botao.forma === 'order_details')
    ? { display_format: 'ORDER_DETAILS' }
    : {}

/**
 * What a send carries: a component for each part that takes a value, and for no other. An answer brings back which message it was under
 * (`referencia`): Meta leaves out what a tap quotes now and then, and what it does quote may not be known here yet.
 */
export function componentesDoEnvio(
  parametros: readonly string[],
  partes: PartesPreenchidas | null,
  referencia: string,
): object[] {
  const texto = (text: string) => ({ type: 'text', text })
  const cabecalho = partes?.cabecalho?.parametro ?? null
  return [
    ...(cabecalho === null ? [] : [{ type: 'header', parameters: [texto(cabecalho)] }]),
    ...(parametros.length > 0 ? [{ type: 'body', parameters: parametros.map(texto) }] : []),
    ...(partes?.botoes ?? []).flatMap((botao, i): object[] => {
      const daqui = { type: 'button', index: String(i) }
      if (botao.tipo === 'resposta')
        return [
          {
            ...daqui,
            sub_type: 'quick_reply',
            parameters: [{ type: 'payload', payload: retornoDaMensagem(botao.retorno, referencia) }],
          },
        ]
      if (botao.tipo === 'copiar')
        return [{ ...daqui, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: botao.codigo }] }]
      if (botao.tipo === 'pagar')
        return [{ ...daqui, sub_type: botao.forma, parameters: [{ type: 'action', action: acaoDePagar(botao) }] }]
      return botao.parametro === null ? [] : [{ ...daqui, sub_type: 'url', parameters: [texto(botao.parametro)] }]
    }),
  ]
}

/** The code, and in the older kind of button what it is for as well. */
function acaoDePagar({ forma, codigo, ...dados }: Extract<BotaoPreenchido, { tipo: 'pagar' }>): object {
  if (forma === 'payment_request') return { [forma]: { payment_setting: { type: PIX, [PIX]: { code: codigo } } } }
  const { valorCentavos, referencia, descricao, recebedor } = dados
  const valor = { value: valorCentavos, offset: 100 }
  const pix = {
    code: codigo,
    merchant_name: recebedor.nome,
    key: recebedor.chave,
    key_type: tipoDaChave(recebedor.chave),
  }
  return {
    [forma]: {
      reference_id: referencia,
      type: 'digital-goods',
      payment_type: 'br',
      payment_settings: [{ type: PIX, [PIX]: pix }],
      currency: 'BRL',
      total_amount: valor,
      order: {
        status: 'pending',
        items: [{ retailer_id: referencia, name: cortar(descricao, 60), amount: valor, quantity: 1 }],
        subtotal: valor,
        tax: { value: 0, offset: 100 },
      },
    },
  }
}

const BOTOES = { QUICK_REPLY: 'resposta', URL: 'link', COPY_CODE: 'copiar' } as const

/** The parts of a template that Meta lists; `estranho` when it has some that are never written here. */
export function partesDe(componentes: z.infer<typeof ComponenteModelo>[]): {
  partes: PartesPosicionais
  estranho: boolean
} {
  const de = (tipo: string) => componentes.find(({ type }) => type.toUpperCase() === tipo)
  const cabecalho = de('HEADER')
  const listados = de('BUTTONS')?.buttons ?? []
  const botoes = listados.flatMap(({ type, text = '', url = '' }): PartesPosicionais['botoes'] => {
    const forma = FORMAS_DO_BOTAO.find((uma) => uma === type.toLowerCase())
    if (forma) return [{ tipo: 'pagar', forma }]
    const tipo = BOTOES[type.toUpperCase() as keyof typeof BOTOES]
    if (tipo === 'link') return [{ tipo, texto: text, url, exemplo: null }]
    return tipo === 'copiar' ? [{ tipo, exemplo: '' }] : tipo ? [{ tipo, texto: text }] : []
  })
  const comMidia = cabecalho !== undefined && (cabecalho.format ?? 'TEXT').toUpperCase() !== 'TEXT'
  return {
    partes: { cabecalho: cabecalho ? { texto: cabecalho.text ?? '', exemplo: null } : null, botoes },
    estranho: comMidia || botoes.length < listados.length,
  }
}
