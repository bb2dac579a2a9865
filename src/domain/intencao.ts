import { criarCalendario } from './calendario.ts'
import type { Dia } from './data.ts'
import { DIA_DITO, diasDitos, SEMANA } from './dia-dito.ts'
import type { Centavos } from './dinheiro.ts'
import { ouvir, type Trecho } from './fala.ts'
import { FALAS, INTENCOES, type Intencao, IRONIA, RELATO } from './intencao-falas.ts'
import { compilar } from './padrao.ts'
import { valorDito } from './valor-dito.ts'

/** What a customer seems to mean: the words that say so, and the day and the amount (cents) that they name, when it is one. */
export interface Dica {
  intencao: Intencao
  trecho: string
  dia: Dia | null
  valor: Centavos | null
}

const MAIOR_TEXTO = 1_000
/** A longer message tells a story, and its single words prove nothing. */
const MAIOR_RECADO = 400

const UM_DIA = `(?:${DIA_DITO})(?= |$)`
const NO_LUGAR = `(?!(?:o|a|os|as) |${UM_DIA})\\S+`
const partes = {
  dia: DIA_DITO,
  // "Tá pago no pix amanhã" promises.
  semdia: `(?!.* (?!hoje|agora)${UM_DIA})`,
  // "Na loja da esquina": after an article or another day, the past is the bill's, as in "pago na sexta a do mês passado".
  lugar: `${NO_LUGAR}(?: ${NO_LUGAR}){0,3}`,
  passado: `(?<! d[aeo] )(?:ontem|anteontem|(?:dia \\d+ d[eo] )?(?:semana|mes|ano|${SEMANA.join('|')})(?: feira)? passad[ao])`,
}
const REGRAS = INTENCOES.map((intencao) => {
  const { diz, menos = [] } = FALAS[intencao]
  return { intencao, diz: compilar(diz, partes), menos: menos.length > 0 ? compilar(menos, partes) : null }
})
const ironia = compilar(IRONIA, partes)
const relato = compilar(RELATO, partes)
/** The country's: who writes knows of no other business days. */
const CALENDARIO = criarCalendario()

/**
 * What an inbound message seems to ask for, by its words and its day alone: hints for whoever reads it, none of which acts.
 * At most one of each, in the order of `INTENCOES`. Silent rather than wrong: where the words are ironic, tell what somebody else
 * said, or are many, it says nothing. Only `paga_em` names a day; only payments and instalments an amount.
 */
export function lerIntencoes(texto: string, hoje: Dia): Dica[] {
  if (texto.length > MAIOR_TEXTO) return []
  const trechos = ouvir(texto)
  const tudo = trechos.map(({ dito }) => dito).join(' ')
  if (tudo.length > MAIOR_RECADO || casa(ironia, tudo)) return []
  const ouvidos = trechos.filter(({ dito }) => !casa(relato, dito))
  return REGRAS.flatMap(({ intencao, diz, menos }): Dica[] => {
    const achadas = ouvidos.flatMap((trecho): Achada[] => {
      const dica =
        casa(diz, trecho.dito) && !(menos && casa(menos, trecho.dito)) ? dicaDe(intencao, diz, trecho, hoje) : null
      return dica ? [{ dica, trecho }] : []
    })
    const [primeira] = achadas
    if (!primeira) return []
    return [intencao === 'paga_em' ? comUmSoDia(achadas, ouvidos, hoje) : primeira.dica]
  })
}

interface Achada {
  dica: Dica
  trecho: Trecho
}

/** "Recebo dia 5, pago dia 6": the day of paying counts. With two days of paying the hint has no day and no amount. */
function comUmSoDia(achadas: Achada[], ouvidos: readonly Trecho[], hoje: Dia): Dica {
  const pagam = achadas.filter(({ trecho }) => !casa(RECEBE, trecho.dito))
  const delas = pagam.length > 0 ? pagam : achadas
  const comDia = delas.filter(({ dica }) => dica.dia !== null)
  const { dica, trecho } = comDia[0] ?? delas[0]!
  if (new Set(comDia.map((uma) => uma.dica.dia)).size > 1) return { ...dica, dia: null, valor: null }
  return dica.dia === null ? comDiaDeOutro(dica, trecho, ouvidos, hoje) : dica
}

const casa = (regra: RegExp, dito: string): boolean => dito.search(regra) !== -1

const COM_VALOR: readonly Intencao[] = ['paga_em', 'ja_paguei', 'quer_parcelar']
const SO_AFIRMADO: readonly Intencao[] = ['ja_paguei', 'nao_reconheco']

function dicaDe(intencao: Intencao, diz: RegExp, trecho: Trecho, hoje: Dia): Dica | null {
  if (trecho.pergunta && SO_AFIRMADO.includes(intencao) && !/^(?:nao|voces|como) /.test(trecho.dito)) return null
  const [achado] = trecho.dito.matchAll(diz)
  if (!achado) return null
  const ditos = intencao === 'paga_em' ? diasDitos(trecho.dito, hoje, CALENDARIO) : []
  if (ditos.some(({ passou }) => passou)) return null
  const [unico] = ditos.length === 1 ? ditos : []
  return {
    intencao,
    trecho: trecho.original(achado.index, achado.index + achado[0].length),
    dia: unico?.dia ?? null,
    valor: COM_VALOR.includes(intencao) ? valorDito(trecho.dito) : null,
  }
}

/** "Sexta-feira, pago sem falta": the day may stand in the piece beside it, when it is the only one of the message. */
function comDiaDeOutro(dica: Dica, dele: Trecho, todos: readonly Trecho[], hoje: Dia): Dica {
  if (diasDitos(dele.dito, hoje, CALENDARIO).length > 0) return dica
  const outros = todos.filter((um) => um !== dele && !casa(PAGO, um.dito) && !casa(NAO_E_DELE, um.dito))
  const ditos = outros.flatMap(({ dito }) => diasDitos(dito, hoje, CALENDARIO))
  const [unico] = ditos.length === 1 ? ditos : []
  return unico?.dia && !unico.passou ? { ...dica, dia: unico.dia } : dica
}

const PAGO = compilar(FALAS.ja_paguei.diz, partes)
/** Words about the day on which the customer receives money. */
const RECEBE = compilar([
  '(recebo|receberei|vou receber|recebemos)',
  '(cai|sai|entra) … (salario|vale|pagamento|adiantamento|dinheiro|aposentadoria|beneficio)',
  '(salario|vale|pagamento|adiantamento|dinheiro|aposentadoria|beneficio) (cai|sai|entra)',
])
/** A day of something else: of the due day, of a purchase, of a talk, or one on which it cannot be. */
const NAO_E_DELE = compilar([
  'vence*',
  'vencimento',
  'comprei',
  'compra',
  'nota',
  'nao',
  'nem',
  'me lig*',
  'falo',
  'respondo',
  'viajo',
])
