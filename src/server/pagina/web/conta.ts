import type { ContaDaPagina } from '#contract/pagina.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { A_VISTA, chamada, dinheiro } from './campos.ts'
import { type Html, html } from './html.ts'

const marcaDe = ({ contestada, prometida_ate, status, vencimento }: ContaDaPagina, hoje: Dia): Html =>
  contestada
    ? html`<span class="marca contestada">Contestada</span>`
    : prometida_ate
      ? html`<span class="marca combinada">Combinada até ${formatarDia(prometida_ate)}</span>`
      : status === 'vencida'
        ? html`<span class="marca vencida">Vencida</span>`
        : html`<span class="marca">${vencimento === hoje ? 'Vence hoje' : 'A vencer'}</span>`

/** How an amount is made up; empty when nothing was added to the face value. */
const soma = (valor: number, encargos: number, total: number): Html => {
  if (encargos === 0) return html`<p class="soma fim"><span>Total</span><span>${dinheiro(total)}</span></p>`
  return html`<dl class="soma">
<dt>Valor</dt><dd>${dinheiro(valor)}</dd>
<dt>Multa e juros até hoje</dt><dd>${dinheiro(encargos)}</dd>
<dt class="fim">Total</dt><dd class="fim">${dinheiro(total)}</dd></dl>`
}

const copiavel = (id: string, rotulo: string, texto: string): Html => html`<p class="cinza">${rotulo}</p>
<p class="codigo" id="${id}">${texto}</p><button type="button" class="botao leve" data-copiar="${id}" hidden>Copiar a ${rotulo.charAt(0).toLowerCase()}${rotulo.slice(1)}</button>`

/** One account: what it is, when it was due, how its amount is made up, and how to pay and verify it. */
function umaConta(conta: ContaDaPagina, hoje: Dia): Html {
  const { id, vencimento, linha_digitavel: linha, chave_nfe: chave } = conta
  return html`<li class="cartao conta"><header><h3>${chamada(conta)}</h3>${marcaDe(conta, hoje)}</header>
<p class="cinza">Vencimento ${formatarDia(vencimento)}</p>
${soma(conta.valor, conta.encargos, conta.valor_atualizado)}
${linha && html`<details><summary>Pagar pelo boleto</summary><div>${copiavel(`boleto-${id}`, 'Linha digitável', linha)}</div></details>`}
${chave && html`<details><summary>Nota fiscal</summary><div>${copiavel(`nota-${id}`, 'Chave de acesso da NF-e', chave)}<p class="cinza">Com ela se vê a nota no portal da Receita: nfe.fazenda.gov.br.</p></div></details>`}</li>`
}

const somar = (contas: readonly ContaDaPagina[], campo: 'valor' | 'encargos' | 'valor_atualizado') =>
  contas.reduce((total, conta) => total + Math.round(conta[campo] * 100), 0) / 100

/** Amounts longer than this get a smaller font, to fit a phone. */
const CABE_GRANDE = 13
const grande = (valor: string): Html =>
  html`<strong${valor.length > CABE_GRANDE && html` class="longo"`}>${valor}</strong>`

/** What is owed today, with the sum explained. */
export const oTotal = (
  contas: readonly ContaDaPagina[],
): Html => html`<section class="cartao total" aria-label="Total de hoje">
<span class="cinza">Em aberto hoje${contas.length > 1 && html`, em ${contas.length} contas`}</span>
${grande(dinheiro(somar(contas, 'valor_atualizado')))}
${somar(contas, 'encargos') > 0 && soma(somar(contas, 'valor'), somar(contas, 'encargos'), somar(contas, 'valor_atualizado'))}</section>`

/** Each account, oldest first; what can be done about them is never far below. */
export function asContas(contas: readonly ContaDaPagina[], hoje: Dia): Html {
  const [primeiras, outras] = [contas.slice(0, A_VISTA), contas.slice(A_VISTA)]
  const lista = (quais: readonly ContaDaPagina[]) => html`<ul>${quais.map((conta) => umaConta(conta, hoje))}</ul>`
  return html`<h2 id="contas">Suas contas</h2>${lista(primeiras)}${
    outras.length > 0 &&
    html`<details class="dobra"><summary>${outras.length === 1 ? 'Ver mais uma conta' : `Ver as outras ${outras.length} contas`}</summary>${lista(outras)}</details>`
  }`
}
