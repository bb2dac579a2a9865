import type { z } from 'zod'
import type { ComponenteModelo } from '#contract/cloud-api.ts'
import type { PartesPosicionais, PartesPreenchidas } from '#domain/partes.ts'

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
  return { type: 'URL', text: botao.texto, url: botao.url, ...(botao.exemplo ? { example: [botao.exemplo] } : {}) }
}

/** What a send carries: a component for each part that takes a value, and for no other. */
export function componentesDoEnvio(parametros: readonly string[], partes: PartesPreenchidas | null): object[] {
  const texto = (text: string) => ({ type: 'text', text })
  const cabecalho = partes?.cabecalho?.parametro ?? null
  return [
    ...(cabecalho === null ? [] : [{ type: 'header', parameters: [texto(cabecalho)] }]),
    ...(parametros.length > 0 ? [{ type: 'body', parameters: parametros.map(texto) }] : []),
    ...(partes?.botoes ?? []).flatMap((botao, i): object[] => {
      const daqui = { type: 'button', index: String(i) }
      if (botao.tipo === 'resposta')
        return [{ ...daqui, sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: botao.retorno }] }]
      if (botao.tipo === 'copiar')
        return [{ ...daqui, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: botao.codigo }] }]
      return botao.parametro === null ? [] : [{ ...daqui, sub_type: 'url', parameters: [texto(botao.parametro)] }]
    }),
  ]
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
