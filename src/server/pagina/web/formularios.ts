import type { ContaDaPagina } from '#contract/pagina.ts'
import { CONTAS_DE_UM_CODIGO } from '#domain/codigo.ts'
import { MOTIVOS_DA_CONTESTACAO, MOTIVOS_DITOS_PELO_CLIENTE } from '#domain/contestacao.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { daForma, erroDo, escolhaDeContas, invalido, lugarDe, type Tentativa } from './campos.ts'
import { type Html, html } from './html.ts'

export interface DosFormularios {
  base: string
  contas: readonly ContaDaPagina[]
  tentativa?: Tentativa | undefined
  hoje: Dia
  promessaMaxDias: number
  /** Made once for each time the page is shown: the same form sent twice is one act. */
  chave: string
}

const aberto = (sim: boolean) => sim && html` open`
const recusa = (mensagem: string | undefined) => mensagem && html`<p class="aviso erro">${mensagem}</p>`
const acaoDe = ({ base }: DosFormularios, forma: string) => `${base}/${forma}#${lugarDe(forma)}`
const chaveDe = ({ chave }: DosFormularios) => html`<input type="hidden" name="chave" value="${chave}">`

/** Paying by Pix: the code is made for what is chosen. */
export function formaDoPix(dados: DosFormularios, total: string): Html {
  const forma = daForma(dados.tentativa, 'codigos')
  return html`<h2 id="pagar">Pagar com Pix</h2><form method="post" action="${acaoDe(dados, 'codigos')}" class="cartao">${chaveDe(dados)}
${recusa(forma.mensagem)}${escolhaDeContas(dados.contas, forma, { id: 'pix', pergunta: 'O que você quer pagar?', maximo: CONTAS_DE_UM_CODIGO })}
<button class="botao">Gerar o código Pix${dados.contas.length === 1 && html` de ${total}`}</button></form>`
}

/** A day on which it will be paid. */
export function formaDaPromessa(dados: DosFormularios): Html {
  const { hoje, promessaMaxDias } = dados
  const livres = dados.contas.filter(({ contestada, prometida_ate }) => !contestada && !prometida_ate)
  if (livres.length === 0) return html``
  const forma = daForma(dados.tentativa, 'promessas')
  return html`<details id="prometer"${aberto(forma.aberta)}><summary>Vou pagar em outro dia</summary>
<form method="post" action="${acaoDe(dados, 'promessas')}">${chaveDe(dados)}${recusa(forma.mensagem)}
${escolhaDeContas(livres, forma, { id: 'promessa', pergunta: 'O que você vai pagar?' })}
<label for="ate">Em que dia?</label>
<input id="ate" name="ate" type="date" required min="${hoje}" max="${somarDias(hoje, promessaMaxDias)}" value="${forma.digitado('ate')}"${invalido(forma, 'ate', 'ate')}>
${erroDo(forma, 'ate', 'ate')}${erroDo(forma, 'valor', 'valor')}
<p class="cinza">Até lá a cobrança dessas contas espera. Os juros contam até o dia do pagamento.</p>
<button class="botao">Prometer</button></form></details>`
}

/** What is not owed, or not so, with a photo of the receipt or of the goods. */
export function formaDaContestacao(dados: DosFormularios): Html {
  const livres = dados.contas.filter(({ contestada }) => !contestada)
  if (livres.length === 0) return html``
  const forma = daForma(dados.tentativa, 'contestacoes')
  const dito = forma.digitado('motivo')
  return html`<details id="contestar"${aberto(forma.aberta)}><summary>Não concordo com a cobrança</summary>
<form method="post" action="${acaoDe(dados, 'contestacoes')}" enctype="multipart/form-data">${chaveDe(dados)}${recusa(forma.mensagem)}
${escolhaDeContas(livres, forma, { id: 'contestacao', pergunta: 'Com qual conta você não concorda?' })}
<label for="motivo">Por quê?</label>
<select id="motivo" name="motivo" required${invalido(forma, 'motivo', 'motivo')}><option value="">Escolha</option>${MOTIVOS_DA_CONTESTACAO.map(
    (um) => html`<option value="${um}"${um === dito && html` selected`}>${MOTIVOS_DITOS_PELO_CLIENTE[um]}</option>`,
  )}</select>${erroDo(forma, 'motivo', 'motivo')}
<label for="texto">Conte o que aconteceu (se quiser)</label>
<textarea id="texto" name="texto" maxlength="1000"${invalido(forma, 'texto', 'texto')}>${forma.digitado('texto')}</textarea>${erroDo(forma, 'texto', 'texto')}
<label for="arquivo">Foto ou PDF (se tiver)</label>
<input id="arquivo" name="arquivo" type="file" accept="image/jpeg,image/png,application/pdf"${invalido(forma, 'arquivo', 'arquivo')}>${erroDo(forma, 'arquivo', 'arquivo')}
<p class="cinza">${forma.aberta && 'Se havia um arquivo, escolha-o de novo. '}Um recibo, a nota, o produto. Até 10 MB. Enquanto analisamos, a conta não é cobrada.</p>
<button class="botao">Enviar contestação</button></form></details>`
}

/** A person, and silence. */
export function formasDeFalar(dados: DosFormularios): Html {
  const forma = daForma(dados.tentativa, 'falar')
  return html`<details id="falar"${aberto(forma.aberta)}><summary>Falar com uma pessoa</summary>
<form method="post" action="${acaoDe(dados, 'falar')}">${chaveDe(dados)}${recusa(forma.mensagem)}
<label for="recado">Sobre o quê? (se quiser)</label>
<textarea id="recado" name="texto" maxlength="1000">${forma.digitado('texto')}</textarea>${erroDo(forma, 'texto', 'recado')}
<p class="cinza">Alguém da empresa responde pelo WhatsApp.</p><button class="botao">Quero falar com alguém</button></form></details>
<details id="parar"><summary>Parar de receber mensagens</summary><form method="post" action="${acaoDe(dados, 'parar')}">${chaveDe(dados)}
<p>Você não recebe mais mensagens por este número. ${dados.contas.length > 0 && 'O que está em aberto continua em aberto. '}Para voltar, escreva VOLTAR na conversa.</p>
<button class="botao leve">Parar de receber</button></form></details>`
}
