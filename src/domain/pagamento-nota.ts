import type { Centavos } from './dinheiro.ts'
import { type Campos, centavosDoXml } from './documento-fiscal.ts'

/** Store credit, duplicata, boleto, payment later, other: unpaid at issue whatever `indPag` says. */
const A_RECEBER = new Set(['05', '14', '15', '91', '99'])
/** A deposit, a transfer, a static Pix: now or later, as `indPag` says, if it does. */
const QUANDO_NAO_SE_SABE = new Set(['16', '18', '20'])
/** Cards are owed by the acquirer, never by the customer. */
const CARTOES = new Set(['03', '04'])
const SEM_PAGAMENTO = '90'
/** `finNFe`: complementary, debit. */
const ACRESCENTAM = new Set(['2', '6'])

/**
 * What was left to receive by a note without `dup`: the sum of what was not settled at issue, else the invoice's
 * or the note's own value; or why there is nothing.
 */
export function pagamentoEmAberto(
  campos: Campos,
  pagamentos: Campos[],
): { centavos: Centavos | null } | { nada: string } {
  const liquido = centavosDoXml(campos['cobr/fat/vLiq'])
  const total = centavosDoXml(campos['total/ICMSTot/vNF'])
  if (pagamentos.length === 0) {
    // Layout 3.10 says it in one field: 0 cash, 1 term, 2 other.
    return campos['ide/indPag'] === '0' && liquido === null
      ? { nada: 'paga na emissão, nada a cobrar.' }
      : positivo(liquido ?? total)
  }
  if (pagamentos.every(({ tPag }) => tPag === SEM_PAGAMENTO)) {
    // What a complementary or a debit note adds is owed, however little it says of how.
    if (ACRESCENTAM.has(campos['ide/finNFe'] ?? '')) return positivo(liquido ?? total)
    return liquido ? positivo(liquido) : { nada: 'sem pagamento (bonificação, remessa ou amostra), nada a cobrar.' }
  }
  const abertos = pagamentos.filter(emAberto)
  if (abertos.length === 0) return { nada: pagamentos.some(semQuando) ? SEM_QUANDO : 'paga na emissão, nada a cobrar.' }
  const valores = abertos.map(({ vPag }) => centavosDoXml(vPag))
  if (valores.includes(null)) return { centavos: null }
  const soma = valores.reduce<number>((parcial, valor) => parcial + (valor ?? 0), 0)
  return positivo(soma > 0 ? soma : (liquido ?? total))
}

const semQuando = ({ tPag = '', indPag, dPag }: Campos): boolean => QUANDO_NAO_SE_SABE.has(tPag) && !indPag && !dPag
const SEM_QUANDO =
  'não diz se o depósito, a transferência ou o Pix era à vista ou a prazo, e foi tida como paga na emissão. Se ainda se deve, lance a conta à mão.'

function emAberto({ tPag = '', indPag, dPag }: Campos): boolean {
  if (dPag || CARTOES.has(tPag) || tPag === SEM_PAGAMENTO) return false
  return indPag === '1' || A_RECEBER.has(tPag)
}

const positivo = (centavos: Centavos | null): { centavos: Centavos | null } | { nada: string } =>
  centavos === 0 ? { nada: 'valor zero, nada a cobrar.' } : { centavos }
