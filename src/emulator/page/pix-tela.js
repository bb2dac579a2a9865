// @ts-check
// What the bank's page draws.
import { criar } from './tela.js'

/**
 * @typedef {{ txid: string, tipo: 'cob' | 'cobv', status: string, criacao: string, devedor: { nome?: string } | null,
 *   vencimento: string | null, original: number, valor: number, copia_e_cola: string | null, impedimento: string | null, pagos: number }} Cobranca
 * @typedef {{ id: string, valor: string, status: string, natureza: string }} Devolucao
 * @typedef {{ endToEndId: string, txid?: string, valor: string, horario: string, pagador?: { nome: string }, devolucoes?: Devolucao[] }} Pix
 * @typedef {{ url: string, endToEndId: string, tentativa: number, resposta: number | null }} Aviso
 */

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** @param {number | string} valor */
export const dinheiro = (valor) => reais.format(Number(valor))
const relogio = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
})
/** @param {string} instante */
export const quando = (instante) => relogio.format(new Date(instante))
/** @param {string} dia */
const diaEscrito = (dia) => dia.split('-').reverse().join('/')

/** @param {string} tom @param {string} texto */
const selo = (tom, texto) => criar('span', { class: `selo ${tom}` }, texto)

/** @param {Cobranca} uma */
function situacaoDe(uma) {
  if (uma.status === 'CONCLUIDA') return selo('sucesso', uma.pagos > 1 ? `paga ${uma.pagos} vezes` : 'paga')
  if (uma.status !== 'ATIVA') return selo('neutro', uma.pagos > 0 ? 'retirada, e paga' : 'retirada')
  return uma.impedimento ? selo('neutro', 'fora do prazo') : selo('especial', 'a pagar')
}

/** @param {Cobranca} uma @param {boolean} escolhida */
export function desenharCobranca(uma, escolhida) {
  const detalhe = uma.vencimento ? `vence ${diaEscrito(uma.vencimento)}` : `feita ${quando(uma.criacao)}`
  const cartao = criar(
    'button',
    { type: 'button', class: 'cartao', 'data-txid': uma.txid, 'aria-pressed': String(escolhida) },
    criar('span', { class: 'quem' }, uma.devedor?.nome ?? 'Sem nome'),
    criar('span', { class: 'quanto' }, dinheiro(uma.valor)),
    criar('span', { class: 'menor' }, `${detalhe} · ${uma.txid}`),
    situacaoDe(uma),
  )
  return criar('li', {}, cartao)
}

/** @param {Pix} um */
export const restaDe = (um) =>
  (um.devolucoes ?? [])
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((resta, { valor }) => resta - Math.round(Number(valor) * 100), Math.round(Number(um.valor) * 100)) / 100

/** @param {Pix} um */
export function desenharPix(um) {
  const quem = um.pagador?.nome ?? 'Pagador não informado'
  const resta = restaDe(um)
  const devolvidas = (um.devolucoes ?? []).map((uma) =>
    criar(
      'span',
      { class: 'menor' },
      `${uma.natureza.startsWith('MED') ? 'retomado pelo MED' : 'devolvido'}: ${dinheiro(uma.valor)}${uma.status === 'DEVOLVIDO' ? '' : ', em andamento'}`,
    ),
  )
  /** @param {string} acao @param {string} texto */
  const botao = (acao, texto) =>
    criar(
      'button',
      {
        type: 'button',
        class: 'ligacao',
        'data-acao': acao,
        'data-id': um.endToEndId,
        'aria-label': `${texto}: ${dinheiro(um.valor)} de ${quem}`,
      },
      texto,
    )
  const acoes =
    resta > 0
      ? [
          criar(
            'div',
            { class: 'acoes' },
            botao('tudo', 'Devolver'),
            botao('parte', 'Devolver metade'),
            botao('med', 'Retomar pelo MED'),
          ),
        ]
      : []
  return criar(
    'li',
    {},
    criar(
      'div',
      { class: 'cartao' },
      criar('span', { class: 'quem' }, quem),
      criar('span', { class: 'quanto' }, dinheiro(um.valor)),
      criar('span', { class: 'menor' }, `${quando(um.horario)} · ${um.txid ?? 'sem código'}`),
      ...devolvidas,
      ...acoes,
    ),
  )
}

/** @param {Aviso} um */
export const desenharAviso = (um) =>
  criar(
    'li',
    {},
    criar('span', {}, `${um.endToEndId}${um.tentativa > 1 ? `, tentativa ${um.tentativa}` : ''}`),
    um.resposta === 200
      ? selo('sucesso', '200')
      : selo('erro', um.resposta === null ? 'sem resposta' : String(um.resposta)),
  )
