import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { criarContestacao } from '#contract/contestacoes.ts'
import type { criarPromessa } from '#contract/promessas.ts'
import type { Causa } from '#domain/causa.ts'
import { ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { diaDe, formatarDia } from '#domain/data.ts'
import { emCentavos, formatarReais } from '#domain/dinheiro.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { NAO_CUMPRIDAS } from '#domain/promessa.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { iniciarCodigo } from '#server/codigos/emitir.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { contestar } from '#server/contestacoes/contestacoes.actions.ts'
import { verContestacao } from '#server/contestacoes/contestacoes.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { ouvirNaoSouEu } from '#server/mensagens/nao-sou-eu.actions.ts'
import { recusarMensagens } from '#server/mensagens/palavra.actions.ts'
import { verNegociacao } from '#server/negociacoes/negociacoes.queries.ts'
import { iniciarAceite } from '#server/ofertas/aceite.actions.ts'
import { prometer } from '#server/promessas/promessas.actions.ts'
import { verPromessa } from '#server/promessas/promessas.queries.ts'
import type { Midia } from '#server/saida/midia.ts'
import { contarAAcao, escreverLinha } from './linha.actions.ts'
import { paraOCliente } from './palavras.ts'
import { contarAto, type LinkAberto, travarPeloLink } from './porta.actions.ts'

/** Who acts: the customer, by their link, from an address. */
export interface DaPagina {
  link: LinkAberto
  agora: Date
  ip: string | null
}

const causaDe = ({ agora, ip }: DaPagina): Causa => ({ origem: 'pagina', agora, ip })

/**
 * Every act first checks, under the customer's lock, that the link is valid and that there were not too many acts
 * today.
 */
async function comecar(trx: Trx, { link, agora }: DaPagina) {
  await fixarCalendario(trx) // asked for before any customer is locked, as everywhere
  await travarPeloLink(trx, link, agora)
  await contarAto(trx, link, agora)
}

/** A Pix code for one's own open accounts; it may still have to be asked of the PSP (`terminarCodigo`). */
export async function pedirCodigo(
  trx: Trx,
  quem: DaPagina,
  contas: readonly number[],
  meios: { recebedor: Recebedor; comPsp: boolean },
) {
  await comecar(trx, quem)
  const codigo = await paraOCliente(() => iniciarCodigo(trx, quem.link.clienteId, contas, meios, causaDe(quem)))
  const conteudo = `Pediu o Pix de ${formatarReais(codigo.valorCentavos)}.`
  if (codigo.novo) await contarAAcao(trx, quem.link, { conteudo }, quem.agora)
  return codigo
}

/** A promise of one's own. 409 `fale_com_a_empresa` after two that were not kept, or settled nothing. */
export async function prometerPelaPagina(trx: Trx, quem: DaPagina, pedido: z.output<typeof criarPromessa.schema.body>) {
  const { clienteId } = quem.link
  await comecar(trx, quem)
  if ((await promessasQueNaoQuitaram(trx, clienteId)) >= 2) throw new RegraViolada('fale_com_a_empresa', JA_PROMETEU)
  const promessa = await verPromessa(trx, await paraOCliente(() => prometer(trx, clienteId, pedido, causaDe(quem))))
  const conteudo = `Prometeu pagar ${formatarReais(emCentavos(promessa.valor))} até ${formatarDia(promessa.ate)}.`
  await contarAAcao(trx, quem.link, { conteudo }, quem.agora)
  return promessa
}

const JA_PROMETEU =
  'Duas promessas suas não foram cumpridas, ou pagaram só uma parte, e por isso outra não pode ser feita por aqui. Fale com a empresa: toque em “Falar com uma pessoa”.'

/**
 * Counted since the customer last owed nothing: promises that were broken, and promises kept here although an account
 * is still owed, because otherwise a cent now and then would buy silence forever (decision 049).
 */
const promessasQueNaoQuitaram = (trx: Trx, clienteId: number) =>
  contar(
    trx,
    sql`promessa p where p.cliente_id = ${clienteId} and p.criada_em > ${ultimaConclusao(clienteId)}
      and (p.status in ${lista(NAO_CUMPRIDAS)} or (p.status = 'cumprida' and p.origem = 'pagina' and exists (
        select from promessa_conta pc join conta a on a.id = pc.conta_id and a.situacao = 'aberta' where pc.promessa_id = p.id)))`,
  )

/** Since the customer last owed nothing. */
const acordosNaoPagos = (trx: Trx, clienteId: number) =>
  contar(
    trx,
    sql`negociacao where cliente_id = ${clienteId} and status = 'expirada' and origem = 'pagina' and criada_em > ${ultimaConclusao(clienteId)}`,
  )

const ultimaConclusao = (clienteId: number) => sql`coalesce((select max(created_at) from log
  where entidade = 'cliente' and entidade_id = ${clienteId} and acao = 'cliente.concluir'), '-infinity')`

async function contar(trx: Trx, de: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${de}`.execute(trx)
  return rows[0]!.total
}

/** A customer's own dispute, which calls a person. 409 `fale_com_a_empresa` for an account with one answered `improcedente`. */
export async function contestarPelaPagina(
  trx: Trx,
  quem: DaPagina,
  pedido: z.output<typeof criarContestacao.schema.body>,
  arquivo: Midia | null,
) {
  const { clienteId } = quem.link
  await comecar(trx, quem)
  await recusarJaRespondidas(trx, clienteId, pedido.contas)
  const contestacao = await verContestacao(
    trx,
    await paraOCliente(() => contestar(trx, clienteId, pedido, arquivo, causaDe(quem))),
  )
  const texto = pedido.texto ? ` “${pedido.texto}”` : ''
  const anexo = arquivo ? ' Enviou um arquivo.' : ''
  const conteudo = `Contestou (${contestacao.numero}): ${ROTULOS_DO_MOTIVO[pedido.motivo].toLowerCase()}.${texto}${anexo}`
  await contarAAcao(trx, quem.link, { conteudo, motivo: 'contestou' }, quem.agora)
  return contestacao
}

async function recusarJaRespondidas(trx: Trx, clienteId: number, contas: readonly number[]) {
  const respondida = await trx
    .selectFrom('contestacao')
    .innerJoin('contestacao_conta', 'contestacao_conta.contestacao_id', 'contestacao.id')
    .select('contestacao.id')
    .where('contestacao.cliente_id', '=', clienteId)
    .where('contestacao.status', '=', 'improcedente')
    .where('contestacao_conta.conta_id', '=', sql<number>`any(${[...contas]}::bigint[])`)
    .executeTakeFirst()
  if (respondida) throw new RegraViolada('fale_com_a_empresa', JA_RESPONDIDA)
}

const JA_RESPONDIDA =
  'A empresa já respondeu uma contestação desta conta. Para tratar dela de novo, fale com a empresa: toque em “Falar com uma pessoa”.'

/**
 * One of today's offers is taken; 409 `fale_com_a_empresa` after two that were not paid (decision 049). The PSP may still have to be asked for the code of its first payment
 * (`terminarAceite`).
 */
export async function aceitarPelaPagina(
  trx: Trx,
  quem: DaPagina,
  ofertaId: number,
  meios: { recebedor: Recebedor; comPsp: boolean },
) {
  const { clienteId, hash } = quem.link
  await comecar(trx, quem)
  if ((await acordosNaoPagos(trx, clienteId)) >= 2) throw new RegraViolada('fale_com_a_empresa', JA_ACEITOU)
  const prova = { endereco: quem.ip, tokenHash: hash }
  const iniciado = await paraOCliente(() =>
    iniciarAceite(trx, { clienteId, ofertaId, meios, causa: causaDe(quem), prova }),
  )
  const { valor_negociado, parcelas } = await verNegociacao(trx, iniciado.negociacaoId, diaDe(quem.agora))
  const total = formatarReais(emCentavos(valor_negociado))
  const vezes = parcelas.length === 1 ? 'à vista' : `em ${parcelas.length} vezes`
  await contarAAcao(
    trx,
    quem.link,
    { conteudo: `Aceitou um acordo de ${total}, ${vezes}. Falta o primeiro pagamento.` },
    quem.agora,
  )
  return iniciado
}

const JA_ACEITOU =
  'Dois acordos que você aceitou aqui não foram pagos no prazo, e por isso outro não pode ser feito por aqui. Fale com a empresa: toque em “Falar com uma pessoa”.'

/** A person is called, as by a reply. */
export async function pedirPessoa(trx: Trx, quem: DaPagina, texto: string | undefined): Promise<void> {
  await comecar(trx, quem)
  await registrar(trx, {
    agora: quem.agora,
    ip: quem.ip,
    acao: 'pagina.pedir_pessoa',
    descricao: frase`${oCliente(quem.link.clienteId)} pediu, pela página, para falar com uma pessoa.`,
    entidade: 'cliente',
    entidadeId: quem.link.clienteId,
  })
  const conteudo = `Pediu para falar com uma pessoa.${texto ? ` “${texto}”` : ''}`
  await contarAAcao(trx, quem.link, { conteudo, motivo: 'pediu_pessoa' }, quem.agora)
}

/** The same as writing PARAR: not limited by the acts of the day, and repeating it changes nothing. */
export async function pararPelaPagina(trx: Trx, quem: DaPagina): Promise<void> {
  await fixarCalendario(trx)
  await travarPeloLink(trx, quem.link, quem.agora)
  if (!(await recusarMensagens(trx, quem.link.contatoId, quem.agora))) return
  await contarAAcao(trx, quem.link, { conteudo: 'Pediu para não receber mais mensagens.' }, quem.agora)
}

/** Works without entering the digits: the phone is not this customer's. */
export async function negarPelaPagina(trx: Trx, quem: DaPagina): Promise<void> {
  const { clienteId, contatoId } = quem.link
  await travarPeloLink(trx, quem.link, quem.agora)
  await ouvirNaoSouEu(trx, { clienteId, contatoId, agora: quem.agora, ip: quem.ip })
  await escreverLinha(trx, quem.link, 'Disse que este telefone não é desta pessoa.', quem.agora)
}
