import { CONTAS_DE_UMA_VEZ } from '#contract/comum.ts'
import type { ContaDaPagina } from '#contract/pagina.ts'
import { formatarDia } from '#domain/data.ts'
import { emCentavos, formatarReais } from '#domain/dinheiro.ts'
import { plural } from '#domain/plural.ts'
import { type Html, html } from './html.ts'

/** A refused form, to be shown again: its name, its fields, and each one's error. */
export interface Tentativa {
  forma: string
  campos: Record<string, string | readonly string[]>
  erros: Record<string, readonly string[]>
  mensagem: string
}

/** Where each form is on the page: one that is refused is shown there, and not at the top of a long page. */
export const lugarDe = (forma: string): string =>
  ({ codigos: 'pagar', promessas: 'prometer', contestacoes: 'contestar' })[forma] ?? forma

/** With a non-breaking space after R$. */
export const dinheiro = (reais: number): string => formatarReais(emCentavos(reais)).replace(' ', '\u00a0')

/** The values typed in one form and their errors; `mensagem`: the error, if no field shows it. */
export function daForma(tentativa: Tentativa | undefined, forma: string) {
  const dela = tentativa?.forma === forma ? tentativa : undefined
  const digitado = (nome: string): string => [dela?.campos[nome] ?? ''].flat()[0] ?? ''
  const marcados = (nome: string): string[] | undefined =>
    dela?.campos[nome] === undefined ? undefined : [dela.campos[nome]].flat().flatMap((um) => um.split(','))
  const erros = dela?.erros ?? {}
  const noCampo = Object.values(erros).some((frases) => frases[0] === dela?.mensagem)
  return { aberta: dela !== undefined, mensagem: noCampo ? undefined : dela?.mensagem, digitado, marcados, erros }
}
export type Forma = ReturnType<typeof daForma>

export const erroDo = (forma: Forma, campo: string, id: string): Html | false =>
  (forma.erros[campo]?.length ?? 0) > 0 && html`<p class="erro-do-campo" id="${id}-erro">${forma.erros[campo]![0]}</p>`
/** A page that comes back with a refusal begins in the field refused, or a screen reader would begin at the company's name. */
export const invalido = (forma: Forma, campo: string, id: string): Html | false =>
  (forma.erros[campo]?.length ?? 0) > 0 && html` aria-invalid="true" aria-describedby="${id}-erro" autofocus`

/** "Conta 4512", "Acordo 214 · 1/2": an instalment says by itself what it is. */
export const chamada = ({ numero, negociacao_id }: ContaDaPagina): string =>
  negociacao_id === null ? `Conta ${numero}` : numero

const quando = ({ status, vencimento }: ContaDaPagina): string =>
  `${status === 'vencida' ? 'venceu' : 'vence'} ${formatarDia(vencimento)}`

/** More accounts than this are folded, so that a phone need not walk past all of them for each thing that can be done. */
export const A_VISTA = 6

/** The accounts that an act is about: a single one is stated; of several all are preselected, except disputed ones. */
export function escolhaDeContas(
  contas: readonly ContaDaPagina[],
  forma: Forma,
  { id, pergunta, maximo = CONTAS_DE_UMA_VEZ }: { id: string; pergunta: string; maximo?: number },
): Html {
  if (contas.length === 1) {
    const [unica] = contas
    return html`<input type="hidden" name="contas" value="${unica!.id}"><p class="cinza">${chamada(unica!)}, ${quando(unica!)}</p>${erroDo(forma, 'contas', id)}`
  }
  const marcados = forma.marcados('contas')
  const livres = contas.filter(({ contestada }) => !contestada)
  const aoAbrir = new Set((livres.length > 0 ? livres : contas).slice(0, maximo)) // the oldest, where they are more than may be chosen
  const marcada = (conta: ContaDaPagina) => (marcados ? marcados.includes(String(conta.id)) : aoAbrir.has(conta))
  const lista = contas.map(
    (
      conta,
    ) => html`<label class="escolha"><input type="checkbox" name="contas" value="${conta.id}"${marcada(conta) && html` checked`}>
<span>${conta.numero} <small>${quando(conta)}${conta.contestada && ', contestada'}</small></span><b>${dinheiro(conta.valor_atualizado)}</b></label>`,
  )
  const dobrada = contas.length > A_VISTA && marcados === undefined
  return html`<fieldset${invalido(forma, 'contas', id)}><legend>${pergunta}</legend>${
    dobrada
      ? html`<details><summary>${plural(contas.filter(marcada).length, 'conta marcada', 'contas marcadas')}: ver ou mudar</summary><div>${lista}</div></details>`
      : lista
  }${erroDo(forma, 'contas', id)}</fieldset>`
}
