import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import type { ContaDoExtrato, LancamentoOfx } from './ofx.ts'
import { type Pagador, pagadorDe } from './pagador.ts'
import { normalizar } from './texto.ts'

/** What a line of a statement is. Only an `entrada` may come from a customer. */
export const ESPECIES_DO_EXTRATO = [
  'entrada',
  'lote_de_boletos',
  'devolucao_feita',
  'devolucao_recebida',
  'propria',
  'outra_entrada',
  'saida',
  'tarifa',
  'cartao',
  'sem_sinal',
  'saldo',
  'futura',
] as const
export type EspecieDoExtrato = (typeof ESPECIES_DO_EXTRATO)[number]

export interface LinhaDoExtrato {
  linha: number
  especie: EspecieDoExtrato
  dia: Dia
  /** Signed: what left the account is negative. */
  valorCentavos: Centavos
  descricao: string
  fitid: string
  /** The payer of a credit or refund. */
  pagador: Pagador | null
}

const ENTRAM = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'INT', 'DIV'])
const SAEM = new Set(['DEBIT', 'PAYMENT', 'FEE', 'SRVCHG', 'CHECK', 'POS', 'ATM', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'])

const SALDO = /^(s a l d o|saldo|sdo)\b/
const DEVOLUCAO = /\b(devol\w*|dev|reembolso|estorno)\b/
/** Of what came: "dev" may be of a payer's name, and then it is a payment. */
const DEVOLVIDO_A_NOS =
  /\b(devol\w*|reembolso|estorno)\b|\bdev (de )?(pix|ted|tef|doc|transf\w*|cred\w*|deb\w*|pag(to|amento)?|pgto\w*|ch(eques?)?|boletos?|compras?|tar\w*)\b|^(\w+ )?dev( \d+)*$/
const PROPRIA = /\b(mesma titularidade|entre contas|conta propria)\b/
const TARIFA = /\b(tar|tarifas?|cesta|mensalidade|pacote|iof|anuidade)\b/
const RENDIMENTO = /\b(rend|rendimentos?|aplic|aplicacao|resgate|juros|remuneracao|cashback|poupanca)\b/
/** Itaú writes "MOV TIT COB DISP"; Caixa ten letters by where they were paid, and nothing more: a payer's name may begin alike. */
const COBRANCA =
  /\b(liq\w*|cred\w*|receb\w*)\b.*\b(cobranca|boletos?|titulos?)\b|\bcobranca\b.*\bliq\w*|^mov tit cob\b|^(cob (compe|intern|loteri|lot dh|agenc|agn dh|c banc)\b[ \d]*)+$/
const DE_ALGUEM = /\b(pix|ted|tef|doc|transf\w*|deposito|sispag)\b/
const ENTRADA_DITA = /\b(recebid\w*|recebimento|cred\w*|deposito|liq\w*)\b/

/**
 * What a line of a statement says: its kind, its sign and its payer. `posicao` is the last day that has happened; where no
 * amount of the file is negative (`temNegativo` false), the bank's type says which way it went.
 */
export function interpretar(
  lancamento: LancamentoOfx,
  conta: Pick<ContaDoExtrato, 'cartao' | 'posicao'>,
  arquivo: { temNegativo: boolean; hoje: Dia },
): LinhaDoExtrato {
  const { linha, dia, fitid, nome, memo } = lancamento
  const texto = palavrasDe(`${memo} ${nome}`)
  const valor = valorAssinado(lancamento, texto, arquivo.temNegativo)
  const especie = especieDe(lancamento, texto, valor, conta, arquivo.hoje)
  const comPagador = especie === 'entrada' || especie === 'devolucao_feita'
  return {
    linha,
    especie,
    dia,
    valorCentavos: valor ?? lancamento.valorCentavos ?? 0,
    descricao: descrever(nome, memo),
    fitid,
    pagador: comPagador ? pagadorDe(nome, memo) : null,
  }
}

/** A movement of zero (negative zero included) or without an amount that is not a balance. */
export const semValor = ({ valorCentavos, memo, nome }: LancamentoOfx): boolean =>
  !valorCentavos && !SALDO.test(palavrasDe(`${memo} ${nome}`))

/** The memo, and the name before it where it says something else. */
const descrever = (nome: string, memo: string): string =>
  nome === '' || palavrasDe(memo).includes(palavrasDe(nome)) ? memo : memo === '' ? nome : `${nome} · ${memo}`

/** Null: nobody can say whether it came or went. */
function valorAssinado({ tipo, valorCentavos }: LancamentoOfx, texto: string, temNegativo: boolean): Centavos | null {
  const valor = valorCentavos ?? 0
  if (temNegativo || ENTRAM.has(tipo)) return valor
  if (SAEM.has(tipo)) return -valor
  return ENTRADA_DITA.test(texto) ? valor : null
}

function especieDe(
  lancamento: LancamentoOfx,
  texto: string,
  valor: Centavos | null,
  conta: Pick<ContaDoExtrato, 'cartao' | 'posicao'>,
  hoje: Dia,
): EspecieDoExtrato {
  if (conta.cartao) return 'cartao'
  if (!lancamento.valorCentavos || SALDO.test(texto)) return 'saldo'
  if (lancamento.dia > hoje || lancamento.dia > (conta.posicao ?? hoje)) return 'futura'
  if (valor === null) return 'sem_sinal'
  return valor < 0 ? saidaDe(texto) : entradaDe(texto)
}

function saidaDe(texto: string): EspecieDoExtrato {
  if (DEVOLUCAO.test(texto)) return 'devolucao_feita'
  if (PROPRIA.test(texto)) return 'propria'
  return TARIFA.test(texto) ? 'tarifa' : 'saida'
}

function entradaDe(texto: string): EspecieDoExtrato {
  if (DEVOLVIDO_A_NOS.test(texto)) return 'devolucao_recebida'
  if (PROPRIA.test(texto)) return 'propria'
  if (DE_ALGUEM.test(texto)) return 'entrada'
  if (COBRANCA.test(texto)) return 'lote_de_boletos'
  return RENDIMENTO.test(texto) ? 'outra_entrada' : 'entrada'
}

const palavrasDe = (texto: string): string =>
  normalizar(texto)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
