import type { PoliticaDeNegociacao } from '#contract/politica.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { seguir } from '#web/ui/seguir.ts'

export type CorpoDaPolitica = Entrada<'PUT /api/admin/configuracoes/negociacao'>['body']

const CAMPOS = [
  'de_dias',
  'ate_dias',
  'desconto_encargos',
  'desconto_principal',
  'entrada_minima',
  'parcelas_max',
  'parcela_minima',
] as const
export type CampoDaFaixa = (typeof CAMPOS)[number]
/** A row of the grid as it is typed; nothing typed is ever lost. */
export type FaixaEmTexto = Record<CampoDaFaixa, string> & { chave: number }

export interface Rascunho {
  ativa: boolean
  faixas: FaixaEmTexto[]
  segundo_acordo_entrada: string
}

const emPercentual = (numero: number) => String(numero).replace('.', ',')

export const rascunhoDe = ({ ativa, faixas, segundo_acordo_entrada }: PoliticaDeNegociacao): Rascunho => ({
  ativa,
  segundo_acordo_entrada: emPercentual(segundo_acordo_entrada),
  faixas: faixas.map((faixa, chave) => ({
    chave,
    de_dias: String(faixa.de_dias),
    ate_dias: faixa.ate_dias === null ? '' : String(faixa.ate_dias),
    desconto_encargos: emPercentual(faixa.desconto_encargos),
    desconto_principal: emPercentual(faixa.desconto_principal),
    entrada_minima: emPercentual(faixa.entrada_minima),
    parcelas_max: String(faixa.parcelas_max),
    parcela_minima: valor(faixa.parcela_minima),
  })),
})

/** A draft, and what was saved when it was written. */
export interface Edicao {
  rascunho: Rascunho
  desde: Rascunho
}

/**
 * The draft after somebody else saved: what it had not changed is as saved now, within a band too. Where both changed the bands and
 * they are others now, the draft's stay, all of them: a `conflito`, until they are saved or given up.
 */
export function acompanhar({ rascunho, desde }: Edicao, salva: Rascunho): Edicao & { conflito: boolean } {
  const faixas = seguirFaixas(rascunho.faixas, desde.faixas, salva.faixas)
  return {
    rascunho: { ...seguir(rascunho, desde, salva), faixas: faixas ?? rascunho.faixas },
    desde: faixas ? salva : { ...salva, faixas: desde.faixas },
    conflito: !faixas,
  }
}

type Faixas = Rascunho['faixas']
function seguirFaixas(minhas: Faixas, desde: Faixas, salvas: Faixas): Faixas | undefined {
  if ([desde, salvas].some((umas) => escrita(umas) === escrita(minhas))) return salvas
  if (escrita(desde) === escrita(salvas)) return minhas
  const asMesmas = em(minhas, 'chave') === em(desde, 'chave') && em(desde, 'de_dias') === em(salvas, 'de_dias')
  return asMesmas ? minhas.map((faixa, n) => seguir(faixa, desde[n] ?? faixa, salvas[n] ?? faixa)) : undefined
}
const escrita = (faixas: Faixas) => JSON.stringify(faixas.map(({ chave: _, ...campos }) => campos))
const em = (faixas: Faixas, campo: keyof FaixaEmTexto) => faixas.map((faixa) => faixa[campo]).join(' ')

/** One more band, from where the last ends, with the same limits. */
export function novaFaixa(faixas: readonly FaixaEmTexto[]): FaixaEmTexto {
  const ultima = faixas.at(-1)
  const chave = Math.max(-1, ...faixas.map((uma) => uma.chave)) + 1
  if (!ultima) return { chave, de_dias: '1', ate_dias: '30', ...PRIMEIRA }
  return { ...ultima, chave, de_dias: ultima.ate_dias ? String(Number(ultima.ate_dias) + 1) : '', ate_dias: '' }
}

const PRIMEIRA = {
  desconto_encargos: '100',
  desconto_principal: '0',
  entrada_minima: '20',
  parcelas_max: '3',
  parcela_minima: '50,00',
}

/** The grid as the server takes it, or sentences by field where something typed is not a number. */
export function lerRascunho(rascunho: Rascunho): { corpo: CorpoDaPolitica | null; erros: Record<string, string> } {
  const erros: Record<string, string> = {}
  const anotar = (campo: string, lido: number | null, frase: string) => {
    if (lido === null) erros[campo] = frase
    return lido ?? 0
  }
  const faixas = rascunho.faixas.map((faixa, n) => {
    const em = (campo: CampoDaFaixa) => `faixas.${n}.${campo}`
    const percentual = (campo: CampoDaFaixa) => anotar(em(campo), lerPercentual(faixa[campo]), 'De 0 a 100.')
    return {
      de_dias: anotar(em('de_dias'), lerInteiro(faixa.de_dias), 'Quantos dias?'),
      ate_dias:
        faixa.ate_dias.trim() === '' ? null : anotar(em('ate_dias'), lerInteiro(faixa.ate_dias), 'Dias, ou nada.'),
      desconto_encargos: percentual('desconto_encargos'),
      desconto_principal: percentual('desconto_principal'),
      entrada_minima: percentual('entrada_minima'),
      parcelas_max: anotar(em('parcelas_max'), lerInteiro(faixa.parcelas_max), 'De 1 a 48.'),
      parcela_minima: anotar(em('parcela_minima'), lerDinheiro(faixa.parcela_minima), 'Um valor, como 50,00.'),
    }
  })
  const segundo_acordo_entrada = anotar(
    'segundo_acordo_entrada',
    lerPercentual(rascunho.segundo_acordo_entrada),
    'De 0 a 100.',
  )
  const corpo = { ativa: rascunho.ativa, faixas, segundo_acordo_entrada }
  return { corpo: Object.keys(erros).length > 0 ? null : corpo, erros }
}

const lerInteiro = (texto: string) => (/^\d{1,4}$/.test(texto.trim()) ? Number(texto) : null)

function lerPercentual(texto: string): number | null {
  const limpo = texto.trim().replace(',', '.')
  return /^\d{1,3}(\.\d{1,2})?$/.test(limpo) && Number(limpo) <= 100 ? Number(limpo) : null
}
