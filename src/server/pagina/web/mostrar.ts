import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { diaDe } from '#domain/data.ts'
import { MuitasTentativas, NaoEncontrado } from '#domain/erros.ts'
import { documentoDeFora, pedidoDe } from '#domain/link.ts'
import { codigosDoCliente } from '#server/codigos/codigos.queries.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { EM_HTML } from '#server/sessao/limitar-publico.ts'
import { PedidosDemais } from '#server/sessao/limites-publicos.ts'
import { chegouPeloCodigo, inicioDe } from '../inicio.queries.ts'
import { LINK_ENCERRADO, type LinkAberto, PEDIR_OUTRO } from '../porta.actions.ts'
import { type Publico, tokenDe } from '../publico.ts'
import type { Tentativa } from './campos.ts'
import { recado } from './empresa.ts'
import { telaDeEntrada } from './entrada.ts'
import { folha, POLITICA } from './folha.ts'
import { type Campos, camposDe, guardar, tentativaDe } from './formulario.ts'
import { type Html, html } from './html.ts'
import { telaInicial } from './inicio.ts'
import { ofertasDaPagina } from './ofertas.ts'

export const baseDe = (request: FastifyRequest): string => `/c/${tokenDe(request)}`

/** A page of ours, under its own content policy. */
export const enviar = (reply: FastifyReply, titulo: string, corpo: Html, status = 200) =>
  reply
    .status(status)
    .headers({ 'content-security-policy': POLITICA, 'content-type': 'text/html; charset=utf-8' })
    .send(folha(titulo, corpo))

interface Dentro {
  link: LinkAberto
  tentativa?: Tentativa | undefined
  status?: number
}

/** The page, entered: what is owed and every means to settle it. */
export async function mostrar({ servicos }: Publico, request: FastifyRequest, reply: FastifyReply, dentro: Dentro) {
  const { db, relogio } = servicos
  const { link, tentativa, status = 200 } = dentro
  const agora = relogio.agora()
  const inicio = await inicioDe(db, link, tokenDe(request), agora)
  const vivos = (await codigosDoCliente(db, link.clienteId)).filter(({ situacao }) => situacao === 'emitido')
  const codigos = vivos.filter(({ negociacao_id: qual }, i) => i === 0 || (qual !== null && qual === inicio.acordo?.id))
  const { promessa_max_dias } = await db.selectFrom('recebimento').select('promessa_max_dias').executeTakeFirstOrThrow()
  const empresa = await empresaDaPagina(db)
  const { feito } = request.query as { feito?: unknown }
  const tela = telaInicial({
    empresa,
    inicio,
    documento: `${link.documento.length === 11 ? 'CPF' : 'CNPJ'} ${documentoDeFora(link.documento)}`,
    contas: inicio.contas,
    codigos,
    chegouCentavos: await chegouPeloCodigo(db, link.clienteId),
    tentativa,
    base: baseDe(request),
    hoje: diaDe(agora),
    promessaMaxDias: promessa_max_dias,
    chave: randomUUID(),
    feito: typeof feito === 'string' ? feito : undefined,
    ofertas: ofertasDaPagina(inicio.ofertas, inicio.contas, baseDe(request)),
  })
  return enviar(reply, empresa.nome, tela, status)
}

/**
 * Shows an error as a page: in its form if there is one, else as a sentence; also when the database is away. Its lookups count
 * towards the limit of public work; when that is reached, the page says so.
 */
export async function recusar(publico: Publico, request: FastifyRequest, reply: FastifyReply, erro: Error) {
  try {
    if (erro instanceof PedidosDemais) throw erro
    const forma = /^\/c\/:token\/([\w-]+)$/.exec(request.routeOptions.url ?? '')?.[1] ?? ''
    const feita = tentativaDe(forma, digitadosEm(request), erro)
    if (!feita && statusDe(erro) >= 500) return oferecerDeNovo(request, reply, erro)
    return await publico.naSuaVez(() => explicar(publico, request, reply, { erro, forma, feita }))
  } catch (outro) {
    if (!(outro instanceof PedidosDemais)) return oferecerDeNovo(request, reply, outro as Error)
    return reply.status(429).header('retry-after', outro.esperaEmSegundos).type(EM_HTML.tipo).send(EM_HTML.corpo)
  }
}

interface Recusada {
  erro: Error
  forma: string
  feita: ReturnType<typeof tentativaDe>
}

async function explicar(
  publico: Publico,
  request: FastifyRequest,
  reply: FastifyReply,
  { erro, forma, feita }: Recusada,
) {
  const { servicos } = publico
  if (erro instanceof MuitasTentativas) reply.header('retry-after', erro.esperaEmSegundos)
  const link = erro instanceof NaoEncontrado ? null : await publico.link(request).catch(() => null)
  const empresa = await empresaDaPagina(servicos.db)
  if (!feita || !link || feita.status === 403)
    return enviar(
      reply,
      empresa.nome,
      recado(empresa, ...dizer(erro, feita?.tentativa.mensagem)),
      feita?.status ?? statusDe(erro),
    )
  if (publico.entrou(request, link))
    return mostrar(publico, request, reply, { link, tentativa: feita.tentativa, status: feita.status })
  const daPorta = forma === 'entrar' ? feita.tentativa : { ...feita.tentativa, forma: 'entrar', campos: {}, erros: {} }
  const guardado = forma === 'entrar' ? guardadoDe(camposDe(request)) : guardar(feita.tentativa)
  const tela = telaDeEntrada({
    empresa,
    pede: pedidoDe(link.documento),
    base: baseDe(request),
    tentativa: daPorta,
    guardado,
  })
  return enviar(reply, empresa.nome, tela, feita.status)
}

/** Wrong digits keep the saved form for the next try. */
const guardadoDe = (campos: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(campos).flatMap(([nome, valor]) =>
      nome.startsWith('volta.') ? [[nome.slice('volta.'.length), [valor].flat()[0] ?? '']] : [],
    ),
  )

const digitadosEm = (request: FastifyRequest): Campos => request.formulario ?? camposDe(request)

function statusDe(erro: Error): number {
  if (erro instanceof NaoEncontrado) return 404
  const { statusCode } = erro as { statusCode?: number }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return statusCode
  return falhaDoAmbiente(erro)?.status ?? 500
}

const VOLTE_EM_S = 2

/**
 * Our own error: looks nothing up any more, and lets the person resubmit what was typed with the same key, so that it
 * is done once.
 */
function oferecerDeNovo(request: FastifyRequest, reply: FastifyReply, erro: Error) {
  const status = Math.max(500, statusDe(erro))
  request.server.queixarSe(request.log, erro, status, falhaDoAmbiente(erro)?.message)
  const campos = request.method === 'POST' ? Object.entries(digitadosEm(request)) : []
  const onde = request.method === 'POST' && campos.length === 0 ? baseDe(request) : request.url
  const escondidos = campos.flatMap(([nome, valor]) =>
    [valor].flat().map((um) => html`<input type="hidden" name="${nome}" value="${um}">`),
  )
  const botao = html`<button class="botao">Tentar de novo</button>`
  const tela = html`<main class="coluna"><h1>Não deu certo agora</h1>
<p>O problema é nosso, e costuma passar em instantes. ${campos.length > 0 && 'O que você digitou está guardado nesta página; se havia um arquivo, escolha-o de novo depois.'}</p>
<form method="${campos.length > 0 ? 'post' : 'get'}" action="${onde}">${escondidos}${botao}</form></main>`
  return enviar(reply.header('retry-after', VOLTE_EM_S), 'Não deu certo agora', tela, status)
}

function dizer(erro: Error, mensagem: string | undefined): [titulo: string, frases: string[]] {
  if (erro instanceof NaoEncontrado)
    return erro.message.startsWith(LINK_ENCERRADO)
      ? [LINK_ENCERRADO, [PEDIR_OUTRO]]
      : ['Página não encontrada', [erro.message]]
  return ['Um momento', [mensagem ?? 'Não foi possível entender o pedido. Volte e tente de novo.']]
}
