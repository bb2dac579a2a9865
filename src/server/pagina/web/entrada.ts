import type { EmpresaDaPagina } from '#contract/pagina.ts'
import { DIGITOS } from '#domain/link.ts'
import { daForma, erroDo, invalido, lugarDe, type Tentativa } from './campos.ts'
import { cabecalho, rodape } from './empresa.ts'
import { type Html, html } from './html.ts'

const PERGUNTA = {
  cpf: {
    titulo: 'Para ver, confirme que é você',
    rotulo: `Os ${DIGITOS.cpf} primeiros números do seu CPF`,
    modo: 'numeric',
  },
  cnpj: {
    titulo: 'Para ver, confirme que é da empresa',
    rotulo: `Os ${DIGITOS.cnpj} primeiros caracteres do CNPJ, sem o ponto`,
    modo: 'text',
  },
} as const

/** A whole document with its points, pasted, is right as well: cut at its first digits, "20.028" would be three. */
const INTEIRO = '00.000.000/0000-00'.length

interface Entrada {
  empresa: EmpresaDaPagina
  pede: 'cpf' | 'cnpj'
  base: string
  tentativa?: Tentativa | undefined
  /** What was typed in a form when the session expired, restored after entering again. */
  guardado?: Record<string, string> | undefined
}

/** Before entering: whose page it is, and the first digits asked for. No name, no debt. */
export function telaDeEntrada({ empresa, pede, base, tentativa, guardado = {} }: Entrada): Html {
  const forma = daForma(tentativa, 'entrar')
  const { titulo, rotulo, modo } = PERGUNTA[pede]
  return html`${cabecalho(empresa)}<main class="coluna"><h1>${titulo}</h1>
<p>Esta página é de um cliente da ${empresa.nome}. Ninguém vê nada sem responder.</p>
${forma.mensagem && html`<p class="aviso erro" role="alert">${forma.mensagem}</p>`}
<form method="post" action="${base}/entrar${guardado.forma && `#${lugarDe(guardado.forma)}`}" class="cartao">
<label for="digitos">${rotulo}</label>
<input class="digitos" id="digitos" name="digitos" inputmode="${modo}" autocomplete="off" autocapitalize="characters" required minlength="${DIGITOS[pede]}" maxlength="${INTEIRO}" value="${forma.digitado('digitos')}"${invalido(forma, 'digitos', 'digitos')}>
<div role="alert">${erroDo(forma, 'digitos', 'digitos')}</div>
${Object.entries(guardado).map(([nome, valor]) => html`<input type="hidden" name="volta.${nome}" value="${valor}">`)}
<button class="botao">Ver a minha conta</button>
</form>
<p><a class="botao leve" href="${base}/nao-sou-eu">Não sou cliente desta empresa</a></p>
${rodape(empresa)}</main>`
}

/** Asked a second time: what follows is not undone from here. */
export const telaNaoSouEu = (
  empresa: EmpresaDaPagina,
  base: string,
): Html => html`${cabecalho(empresa)}<main class="coluna">
<h1>Não é você?</h1>
<p>Se esta mensagem era para outra pessoa, a ${empresa.nome} deixa de escrever para este número em nome dela, e este link deixa de valer.</p>
<form method="post" action="${base}/nao-sou-eu"><input type="hidden" name="confirmo" value="true">
<button class="botao">Não sou eu, não me escrevam mais</button></form>
<p><a class="botao leve" href="${base}">Voltar: sou eu</a></p></main>`
