import type { Codigo } from '#contract/codigos.ts'
import type { EmpresaDaPagina, Inicio } from '#contract/pagina.ts'
import { estaEmAberto, ROTULOS_DA_CONTESTACAO } from '#domain/contestacao.ts'
import { formatarDia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { dinheiro } from './campos.ts'
import { asContas, oTotal } from './conta.ts'
import { cabecalho, rodape } from './empresa.ts'
import { type DosFormularios, formaDaContestacao, formaDaPromessa, formaDoPix, formasDeFalar } from './formularios.ts'
import { type Html, html, Html as Pronto } from './html.ts'
import { tracoDoQr } from './qr.ts'

/** Confirmations of the last act, at the top. */
const FEITOS: Record<string, string> = {
  entrou: 'Pronto: estes são os seus dados de hoje.',
  promessas: 'Sua promessa foi registrada. Obrigado por avisar.',
  contestacoes:
    'Sua contestação foi enviada. Você recebe a resposta pelo WhatsApp, e enquanto isso a conta não é cobrada.',
  falar: 'Avisamos a equipe: alguém responde pelo WhatsApp.',
  parar: 'Pronto: você não recebe mais mensagens por este número.',
  codigos: 'Seu código Pix está pronto, aqui embaixo.',
  ofertas: 'Acordo registrado. Ele começa quando o primeiro pagamento for feito, com o código Pix aqui embaixo.',
}

export interface TelaInicial extends DosFormularios {
  empresa: EmpresaDaPagina
  inicio: Inicio
  /** The customer's own, as it is shown outside the company. */
  documento: string
  /** The latest live code, and the one that starts an accepted agreement, if any. */
  codigos: readonly Codigo[]
  /** By a code, since the latest was made. */
  chegouCentavos: number | null
  feito?: string | undefined
  ofertas: Html
}

/** The page, entered. */
export function telaInicial(tela: TelaInicial): Html {
  const { empresa, inicio, codigos, tentativa, feito, base, documento } = tela
  const { primeiro_nome: nome, contas } = inicio
  const dito = feito !== undefined && oQueSeDiz(feito, tela)
  const aPagar = semCodigo(foraDoAcordo(tela), codigos)
  return html`${cabecalho(empresa)}<main class="coluna">
<h1>Olá, ${nome}</h1>
<p class="cinza">${documento}</p>
${tentativa ? html`<p class="aviso erro" role="alert">${tentativa.mensagem}</p>` : dito && html`<p class="aviso${ESPERAS.includes(dito) && ' espera'}" role="status">${dito}</p>`}
${contas.length === 0 ? html`<p>Você não tem contas em aberto com a ${empresa.nome}. Obrigado!</p>` : oTotal(contas)}
${codigos.map((codigo, i) => oPix(codigo, i, base))}
${aPagar.length > 0 && formaDoPix({ ...tela, contas: aPagar }, dinheiro(aPagar[0]!.valor_atualizado))}
${contas.length > 0 && asContas(contas, tela.hoje)}
${tela.ofertas}
${acordoDe(inicio)}
<h2>Outras opções</h2>${contas.length > 0 && html`${formaDaPromessa(tela)}${formaDaContestacao(tela)}`}${formasDeFalar(tela)}
${historia(inicio)}
<p><a class="botao leve" href="${base}/nao-sou-eu">Não sou ${nome}</a></p>
${rodape(empresa)}</main>`
}

function oQueSeDiz(feito: string, tela: TelaInicial): string | undefined {
  const { codigos, chegouCentavos } = tela
  if (chegouCentavos !== null && PAGANDO.includes(feito))
    return `Recebemos o seu Pix de ${dinheiro(emReais(chegouCentavos))}. Obrigado!`
  if (feito === 'mudou') return oQueMudou(tela.inicio)
  if (feito === 'pago' && codigos[0]) return codigos[0].tipo === 'pix_estatico' ? SO_PELO_EXTRATO : AINDA_NAO
  return Object.hasOwn(FEITOS, feito) && !passou(feito, tela) ? FEITOS[feito] : undefined
}

/** Where the page may stand open while a code on it is paid. */
const PAGANDO = ['codigos', 'ofertas', 'pago']
const AINDA_NAO =
  'O pagamento ainda não chegou. Se você já pagou, costuma levar segundos: confira de novo em instantes.'
const SO_PELO_EXTRATO =
  'O pagamento ainda não chegou. Se você já pagou, ele aparece aqui até o próximo dia útil, e não é preciso pagar de novo.'

const ESPERAS = [AINDA_NAO, SO_PELO_EXTRATO]

/** Whether it is true no more: the page was opened again at the same address after the code was paid or had ended. */
const passou = (feito: string, { inicio: { acordo }, codigos }: TelaInicial) =>
  (feito === 'codigos' && codigos.length === 0) || (feito === 'ofertas' && acordo?.status !== 'proposta')

/** To whoever opened an offer that is not made any more, often by going back after accepting it. */
function oQueMudou({ acordo, ofertas }: Inicio): string {
  if (acordo) return 'Você já tem um acordo: ele está aqui embaixo.'
  return ofertas.length > 0 ? 'As ofertas mudaram. Veja as de agora.' : 'Esta oferta não vale mais.'
}

/** Accounts of an accepted agreement are left out, because another code for them would replace the one that starts it. */
const foraDoAcordo = ({ inicio: { acordo, contas }, codigos }: TelaInicial) =>
  acordo && codigos.some(({ negociacao_id }) => negociacao_id === acordo.id)
    ? contas.filter(({ id }) => !acordo.contas.includes(id))
    : contas

/** A single account whose code on the page asks what is owed today needs no other code. */
const semCodigo = (contas: Inicio['contas'], codigos: readonly Codigo[]) =>
  contas.length === 1 &&
  codigos.some(
    ({ contas: [sua, outra], valor }) => !outra && sua?.id === contas[0]!.id && valor === contas[0]!.valor_atualizado,
  )
    ? []
    : contas

function oPix({ copia_e_cola, valor, vale_ate, negociacao_id }: Codigo, i: number, base: string): Html {
  const { lado, traco } = tracoDoQr(copia_e_cola)
  const [lugar, texto] = i === 0 ? ['pix', 'copia-e-cola'] : [`pix-${i}`, `copia-e-cola-${i}`]
  const doAcordo = negociacao_id !== null && ', do acordo'
  return html`<section id="${lugar}" class="cartao" aria-label="Código Pix${doAcordo}"><h2>Pix de ${dinheiro(valor)}${doAcordo}</h2>
<p class="cinza">Vale até ${formatarDia(vale_ate)}. No aplicativo do banco, escolha “Pix copia e cola”.</p>
<p class="codigo" id="${texto}">${copia_e_cola}</p>
<button type="button" class="botao" data-copiar="${texto}" hidden>Copiar o código Pix</button>
<svg class="qr" role="img" aria-label="QR do Pix, para a câmera de outro aparelho" viewBox="0 0 ${lado} ${lado}" shape-rendering="crispEdges"><path d="${new Pronto(traco)}"/></svg>
<p class="cinza">Ou aponte a câmera de outro aparelho para o quadro.</p>
${i === 0 && html`<p><a class="botao leve" href="${base}?feito=pago">Já paguei: ver se chegou</a></p>`}</section>`
}

const ACORDO: Record<string, string> = {
  ativa: 'Acordo em andamento',
  proposta: 'Acordo esperando o primeiro pagamento',
}

function acordoDe({ acordo }: Inicio): Html {
  if (!acordo) return html``
  return html`<h2>${ACORDO[acordo.status] ?? 'Acordo em análise'}</h2><div class="cartao"><p>Total combinado: <b>${dinheiro(acordo.valor_negociado)}</b></p>
<ul>${acordo.parcelas.map(
    ({ numero, vencimento, valor, status }) =>
      html`<li class="soma"><span>${numero === 0 ? 'Entrada' : `Parcela ${numero}`}, ${formatarDia(vencimento)}${status === 'paga' && ', paga'}</span><span>${dinheiro(valor)}</span></li>`,
  )}</ul></div>`
}

/** Promises and disputes that are not over, and how the latest ended. */
function historia({ promessas, contestacoes }: Inicio): Html {
  const linhas = [
    ...promessas
      .slice(0, 3)
      .map(
        (uma) =>
          html`<li class="cartao">Promessa de ${dinheiro(uma.valor)} até ${formatarDia(uma.ate)}: <b>${PROMESSA[uma.status]}</b></li>`,
      ),
    ...contestacoes.slice(0, 3).map((uma) => {
      const prazo = estaEmAberto(uma.status) && html`. Respondemos até ${formatarDia(uma.prazo)}`
      return html`<li class="cartao">Contestação ${uma.numero}: <b>${ROTULOS_DA_CONTESTACAO[uma.status].toLowerCase()}</b>${prazo}${uma.resposta && html`<p>${uma.resposta}</p>`}</li>`
    }),
  ]
  return linhas.length === 0 ? html`` : html`<h2>O que já combinamos</h2><ul>${linhas}</ul>`
}

const PROMESSA = {
  pendente: 'aguardando o pagamento',
  cumprida: 'cumprida, obrigado',
  parcial: 'paga em parte',
  quebrada: 'não cumprida',
  cancelada: 'cancelada',
} as const
