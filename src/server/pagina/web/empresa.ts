import type { EmpresaDaPagina } from '#contract/pagina.ts'
import { formatarDocumento, formatarTelefone } from '#domain/grafia.ts'
import { type Html, html } from './html.ts'

const cnpjDe = ({ cnpj }: EmpresaDaPagina) => cnpj && formatarDocumento(cnpj.replace(/[^\dA-Za-z]/g, ''))
const telefoneDe = ({ telefone }: EmpresaDaPagina) => telefone && formatarTelefone(telefone)

/** Who is speaking, before anything else: name, CNPJ and telephone. */
export const cabecalho = (empresa: EmpresaDaPagina): Html => html`<header class="empresa"><div>
<div><b>${empresa.nome}</b>${cnpjDe(empresa) && html`<span class="cinza">CNPJ ${cnpjDe(empresa)}</span>`}</div>
${empresa.telefone && html`<a href="tel:${empresa.telefone}">${telefoneDe(empresa)}</a>`}
</div></header>`

/** Where it is, and how to see that this is no fraud. */
export const rodape = (empresa: EmpresaDaPagina): Html => html`<footer class="cinza"><h2>É mesmo a empresa?</h2>
<p>Confira em <a href="/verificar">quem escreve para você</a>, ou escreva VERIFICAR na conversa do WhatsApp.</p>
${empresa.endereco && html`<p>${empresa.nome}, ${empresa.endereco}</p>`}</footer>`

/** A page of one message and no more. */
export const recado = (empresa: EmpresaDaPagina, titulo: string, frases: readonly string[]): Html =>
  html`${cabecalho(empresa)}<main class="coluna"><h1>${titulo}</h1>${frases.map((uma) => html`<p>${uma}</p>`)}${rodape(empresa)}</main>`

/** `/verificar`: whoever got a message sees who writes, and how to make sure. No debt, no customer. `recebe`: the account's holder, as banks name it. */
export const telaVerificar = (
  empresa: EmpresaDaPagina,
  recebe: string,
): Html => html`${cabecalho(empresa)}<main class="coluna">
<h1>Quem escreve para você</h1>
<p>Se você recebeu uma mensagem de cobrança no WhatsApp, confira aqui se ela é da empresa.</p>
<div class="cartao"><dl>
<dt class="cinza">Empresa</dt><dd><b>${empresa.nome}</b></dd>
${cnpjDe(empresa) && html`<dt class="cinza">CNPJ</dt><dd>${cnpjDe(empresa)}</dd>`}
${telefoneDe(empresa) && html`<dt class="cinza">Telefone oficial</dt><dd><a href="tel:${empresa.telefone}">${telefoneDe(empresa)}</a></dd>`}
${empresa.endereco && html`<dt class="cinza">Endereço</dt><dd>${empresa.endereco}</dd>`}
</dl></div>
<h2>Como ter certeza</h2>
<div class="cartao"><p>Na mesma conversa em que a mensagem chegou, escreva a palavra <b>VERIFICAR</b>, sozinha. A empresa responde ali mesmo quem ela é e se escreveu para o seu número.</p></div>
<div class="cartao"><p>A página da empresa nunca pede senha, código do banco nem o seu CPF inteiro: pede só os primeiros números, para saber que é você.</p></div>
<div class="cartao"><p>Antes de pagar um Pix, veja no aplicativo do banco o nome de quem recebe. Se não for <b>${recebe}</b>, não pague e ligue para o telefone oficial.</p></div>
</main>`
