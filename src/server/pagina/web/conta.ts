import type { ContaDaPagina } from '#contract/pagina.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { dinheiro } from './campos.ts'
import { type Html, html } from './html.ts'

const marcaDe = ({ contestada, prometida_ate, status, vencimento }: ContaDaPagina, hoje: Dia): Html =>
  contestada
    ? html`<span class="marca contestada">Contestada: em análise</span>`
    : prometida_ate
      ? html`<span class="marca combinada">Combinada até ${formatarDia(prometida_ate)}</span>`
      : status === 'vencida'
        ? html`<span class="marca vencida">Vencida</span>`
        : html`<span class="marca">${vencimento === hoje ? 'Vence hoje' : 'A vencer'}</span>`

/** How a sum comes about; nothing to explain where nothing was added. */
const soma = (valor: number, encargos: number, total: number): Html => {
  if (encargos === 0) return html`<p class="soma fim"><span>Total</span><span>${dinheiro(total)}</span></p>`
  return html`<dl class="soma">
<dt>Valor</dt><dd>${dinheiro(valor)}</dd>
<dt>Multa e juros até hoje</dt><dd>${dinheiro(encargos)}</dd>
<dt class="fim">Total</dt><dd class="fim">${dinheiro(total)}</dd></dl>`
}

const copiavel = (id: string, rotulo: string, texto: string): Html => html`<p class="cinza">${rotulo}</p>
<p class="codigo" id="${id}">${texto}</p><button type="button" class="botao leve" data-copiar="${id}" hidden>Copiar</button>`

/** One account: what it is, when it was due, how its sum comes about, and what it can be paid and checked by. */
function umaConta(conta: ContaDaPagina, hoje: Dia): Html {
  const { id, numero, vencimento, linha_digitavel: linha, chave_nfe: chave } = conta
  return html`<li class="cartao conta"><header><h3>Conta ${numero}</h3>${marcaDe(conta, hoje)}</header>
<p class="cinza">Vencimento ${formatarDia(vencimento)}</p>
${soma(conta.valor, conta.encargos, conta.valor_atualizado)}
${linha && html`<details><summary>Pagar pelo boleto</summary><div>${copiavel(`boleto-${id}`, 'Linha digitável', linha)}</div></details>`}
${chave && html`<details><summary>Nota fiscal</summary><div>${copiavel(`nota-${id}`, 'Chave de acesso da NF-e', chave)}<p class="cinza">Com ela se vê a nota no portal da Receita: nfe.fazenda.gov.br.</p></div></details>`}</li>`
}

const somar = (contas: readonly ContaDaPagina[], campo: 'valor' | 'encargos' | 'valor_atualizado') =>
  contas.reduce((total, conta) => total + Math.round(conta[campo] * 100), 0) / 100

/** What is owed today, with the sum explained. */
export const oTotal = (
  contas: readonly ContaDaPagina[],
): Html => html`<section class="cartao total" aria-label="Total de hoje">
<span class="cinza">Em aberto hoje${contas.length > 1 && html`, em ${contas.length} contas`}</span>
<strong>${dinheiro(somar(contas, 'valor_atualizado'))}</strong>
${somar(contas, 'encargos') > 0 && soma(somar(contas, 'valor'), somar(contas, 'encargos'), somar(contas, 'valor_atualizado'))}</section>`

/** Each account, oldest first. */
export const asContas = (contas: readonly ContaDaPagina[], hoje: Dia): Html =>
  html`<h2 id="contas">Suas contas</h2><ul>${contas.map((conta) => umaConta(conta, hoje))}</ul>`
