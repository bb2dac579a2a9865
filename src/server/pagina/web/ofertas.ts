import type { EmpresaDaPagina, Inicio } from '#contract/pagina.ts'
import { formatarDia } from '#domain/data.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import { dizerVezes } from '#domain/parcelas.ts'
import { dinheiro } from './campos.ts'
import { cabecalho } from './empresa.ts'
import { type Html, html } from './html.ts'

type Oferta = Inicio['ofertas'][number]

const mensaisDe = ({ parcelas }: Oferta) => parcelas.filter(({ numero }) => numero > 0)
function emVezes(oferta: Oferta): string {
  if (oferta.parcelas.length === 1) return 'À vista'
  const mensais = mensaisDe(oferta).length
  if (mensais === oferta.parcelas.length) return `Em ${mensais} vezes`
  return mensais === 1 ? 'Entrada e mais uma parcela' : `Entrada e ${mensais} vezes`
}
const desconto = (oferta: Oferta) => oferta.valor_original + oferta.encargos - oferta.valor_negociado
const doQueE = ({ numero }: Oferta['parcelas'][number], oferta: Oferta) =>
  numero === 0 ? 'Entrada' : oferta.parcelas.length === 1 ? 'Pagamento' : `Parcela ${numero}`

const dias = (oferta: Oferta): Html =>
  html`<dl class="soma">${oferta.parcelas.map(
    (parcela) =>
      html`<dt>${doQueE(parcela, oferta)}, até ${formatarDia(parcela.vencimento)}</dt><dd>${dinheiro(parcela.valor)}</dd>`,
  )}<dt class="fim">Total</dt><dd class="fim">${dinheiro(oferta.valor_negociado)}</dd></dl>`

/** What is paid, and how often. */
function quanto(oferta: Oferta): string {
  const mensais = mensaisDe(oferta)
  if (mensais.length <= 1) return dinheiro(oferta.valor_negociado)
  return dizerVezes(mensais.map(({ valor }) => ({ valorCentavos: emCentavos(valor) })))
}

/** In a line: the down payment, when it starts, and the total. */
function emUmaLinha(oferta: Oferta): Html {
  const [primeira] = oferta.parcelas
  const ate = formatarDia(primeira!.vencimento)
  if (oferta.parcelas.length === 1) return html`Pague até ${ate}.`
  const total = html`Total de ${dinheiro(oferta.valor_negociado)}.`
  return primeira!.numero === 0
    ? html`Entrada de ${dinheiro(primeira!.valor)} até ${ate}. ${total}`
    : html`A primeira até ${ate}, depois uma por mês. ${total}`
}

/** Today's offers, and their accounts; accepting one takes a second step that shows everything. */
export function ofertasDaPagina(ofertas: readonly Oferta[], contas: Inicio['contas'], base: string): Html {
  if (ofertas.length === 0) return html``
  const suas = contas.filter(({ id }) => ofertas[0]!.contas.includes(id)).map(({ numero }) => numero)
  return html`<h2 id="ofertas">Acordos que você pode fazer hoje</h2>
<p class="cinza">${suas.length === 1 ? 'Para a conta' : 'Para as contas'} ${suas.slice(0, 6).join(', ')}${suas.length > 6 && ` e mais ${suas.length - 6}`}.</p><ul>${ofertas.map(
    (oferta) => html`<li class="cartao oferta"><h3>${emVezes(oferta)}</h3><p class="quanto">${quanto(oferta)}</p>
${desconto(oferta) > 0 && html`<p><span class="marca desconto">${dinheiro(desconto(oferta))} de desconto</span></p>`}
<p class="cinza">${emUmaLinha(oferta)}</p><a class="botao leve" href="${base}/ofertas/${oferta.id}">Ver e aceitar<span class="so-leitor">: ${emVezes(oferta)}</span></a></li>`,
  )}</ul>`
}

/** The whole offer before it is accepted: its content, deadline, and the consequences of breaking it. */
export const telaDaOferta = (
  empresa: EmpresaDaPagina,
  oferta: Oferta,
  base: string,
  chave: string,
): Html => html`${cabecalho(empresa)}
<main class="coluna"><h1>${emVezes(oferta)}: ${dinheiro(oferta.valor_negociado)}</h1>
<div class="cartao">${dias(oferta)}</div>
<p class="cartao">${oferta.texto.replaceAll('R$ ', 'R$\u00a0')}</p>
<form method="post" action="${base}/ofertas/${oferta.id}/aceitar"><input type="hidden" name="chave" value="${chave}">
<button class="botao">Aceitar o acordo</button></form>
<p><a class="botao leve" href="${base}">Voltar sem aceitar</a></p></main>`
