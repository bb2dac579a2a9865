import type { EmpresaDaPagina, Inicio } from '#contract/pagina.ts'
import { formatarDia } from '#domain/data.ts'
import { dinheiro } from './campos.ts'
import { cabecalho } from './empresa.ts'
import { type Html, html } from './html.ts'

type Oferta = Inicio['ofertas'][number]

const emVezes = ({ parcelas }: Oferta) => (parcelas.length === 1 ? 'À vista' : `Em ${parcelas.length} vezes`)
const desconto = (oferta: Oferta) => oferta.valor_original + oferta.encargos - oferta.valor_negociado
const doQueE = ({ numero }: Oferta['parcelas'][number], oferta: Oferta) =>
  numero === 0 ? 'Entrada' : oferta.parcelas.length === 1 ? 'Pagamento' : `Parcela ${numero}`

const dias = (oferta: Oferta): Html =>
  html`<dl class="soma">${oferta.parcelas.map(
    (parcela) =>
      html`<dt>${doQueE(parcela, oferta)}, até ${formatarDia(parcela.vencimento)}</dt><dd>${dinheiro(parcela.valor)}</dd>`,
  )}<dt class="fim">Total</dt><dd class="fim">${dinheiro(oferta.valor_negociado)}</dd></dl>`

/** What is offered today, each with its total; it is taken only once all of it was read. */
export function ofertasDaPagina(ofertas: readonly Oferta[], base: string): Html {
  if (ofertas.length === 0) return html``
  return html`<h2 id="ofertas">Acordos que você pode fazer hoje</h2><ul>${ofertas.map(
    (oferta) => html`<li class="cartao"><h3>${emVezes(oferta)}: ${dinheiro(oferta.valor_negociado)}</h3>
${desconto(oferta) > 0 && html`<p class="cinza">${dinheiro(desconto(oferta))} a menos do que é devido hoje.</p>`}
${dias(oferta)}<a class="botao leve" href="${base}/ofertas/${oferta.id}">Ver e aceitar</a></li>`,
  )}</ul>`
}

/** All of it before it is taken: what, until when, and what breaking it means. */
export const telaDaOferta = (
  empresa: EmpresaDaPagina,
  oferta: Oferta,
  base: string,
  chave: string,
): Html => html`${cabecalho(empresa)}
<main class="coluna"><h1>${emVezes(oferta)}: ${dinheiro(oferta.valor_negociado)}</h1>
<div class="cartao">${dias(oferta)}</div>
<p class="cartao">${oferta.texto}</p>
<form method="post" action="${base}/ofertas/${oferta.id}/aceitar"><input type="hidden" name="chave" value="${chave}">
<button class="botao">Aceitar o acordo</button></form>
<p><a class="botao leve" href="${base}">Voltar sem aceitar</a></p></main>`
