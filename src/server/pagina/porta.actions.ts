import { sql } from 'kysely'
import { diaDe, segundosAteAmanha } from '#domain/data.ts'
import { CamposInvalidos, MuitasTentativas, NaoAutenticado, NaoEncontrado } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import {
  ATOS_POR_DIA,
  aposErrada,
  atosHoje,
  DIGITOS,
  digitosConferem,
  esperaDaPorta,
  pedidoDe,
  TOKEN_DO_LINK,
} from '#domain/link.ts'
import { plural } from '#domain/plural.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import { saberQuemE } from '#server/clientes/pessoa-confirmada.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { encerrarLinks } from '#server/links/links.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** A link that lives, and whose it is. */
export interface LinkAberto {
  id: number
  hash: Buffer
  clienteId: number
  contatoId: number
  nome: string
  documento: string
}

/** It does not reveal whether the link ever existed. */
export const LINK_ENCERRADO = 'Este link não vale mais'
export const PEDIR_OUTRO = 'Responda à mensagem da empresa no WhatsApp pedindo outro, ou ligue para ela.'
const SEM_PAGINA = `${LINK_ENCERRADO}. ${PEDIR_OUTRO}`

/** The link of a token. A token that never existed, one that ended and one of a denied phone all throw the same 404. */
export async function abrirLink(db: Db | Trx, token: string, agora: Date): Promise<LinkAberto> {
  const link = TOKEN_DO_LINK.test(token) ? await lerLink(db, hashDoToken(token), agora) : undefined
  if (!link) throw new NaoEncontrado(SEM_PAGINA)
  return link
}

async function lerLink(db: Db | Trx, hash: Buffer, agora: Date): Promise<LinkAberto | undefined> {
  const { rows } = await sql<LinkAberto>`
    select l.id, l.hash, l.cliente_id as "clienteId", l.contato_id as "contatoId", c.nome, c.documento
    from link l join cliente c on c.id = l.cliente_id and c.contato_id = l.contato_id
    where l.hash = ${hash} and l.encerrado_em is null and l.vale_ate > ${agora} and c.anonimizado_em is null and c.documento is not null`.execute(
    db,
  )
  return rows[0]
}

/** Its customer is locked from here on, and the link still lives: whatever ends it waits, or has been. */
export async function travarPeloLink(trx: Trx, { hash, clienteId }: LinkAberto, agora: Date) {
  const [cliente] = await travarClientes(trx, [clienteId])
  if (!cliente || !(await lerLink(trx, hash, agora))) throw new NaoEncontrado(SEM_PAGINA)
  return cliente
}

type Porta = Linha<'porta_da_pagina'>

/** The attempts of this customer on this phone, locked, so that simultaneous attempts are made one after another. */
async function travarPorta(trx: Trx, { clienteId, contatoId }: LinkAberto): Promise<Porta> {
  await sql`insert into porta_da_pagina (cliente_id, contato_id) values (${clienteId}, ${contatoId}) on conflict do nothing`.execute(
    trx,
  )
  const porta = await trx
    .selectFrom('porta_da_pagina')
    .selectAll()
    .where('cliente_id', '=', clienteId)
    .where('contato_id', '=', contatoId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...porta, erradas: porta.erradas.map((em) => new Date(em).toISOString()) }
}

const mudarPorta = (trx: Trx, { clienteId, contatoId }: LinkAberto, muda: Partial<Omit<Porta, 'cliente_id'>>) =>
  trx
    .updateTable('porta_da_pagina')
    .set(muda)
    .where('cliente_id', '=', clienteId)
    .where('contato_id', '=', contatoId)
    .execute()

const fechada = (segundos: number) =>
  `Foram muitas tentativas erradas. Por segurança, espere ${plural(Math.ceil(segundos / 60), 'minuto', 'minutos')} e tente de novo, ou fale com a empresa.`
const SEM_LINK = 'Foram muitas tentativas erradas, e por segurança este link não vale mais. Fale com a empresa.'

/**
 * One try to enter: it counts before it is compared, over all links of the customer and phone. 422 for wrong digits, 429 for an
 * hour after five, and after fifteen in thirty days no link is left. Who enters is the right person, on their own phone.
 */
export async function entrar(
  db: Db,
  link: LinkAberto,
  digitos: string,
  { agora, ip }: { agora: Date; ip: string | null },
): Promise<void> {
  const errado = await emTransacao(db, async (trx) => {
    await travarPeloLink(trx, link, agora)
    const porta = await travarPorta(trx, link)
    const espera = esperaDaPorta(porta, agora)
    if (espera > 0) throw new MuitasTentativas(espera, fechada(espera))
    const { encerrar, ...depois } = aposErrada(porta, agora)
    await mudarPorta(trx, link, depois)
    if (digitosConferem(link.documento, digitos)) {
      await mudarPorta(trx, link, porta)
      await anotar(trx, link, 'entrar', { agora, ip })
      await saberQuemE(trx, link, 'pagina', agora)
      return null
    }
    if (encerrar) await encerrarLinks(trx, link.clienteId, link.contatoId, agora)
    if (depois.fechada_ate !== porta.fechada_ate) await anotar(trx, link, 'trancar', { agora, ip })
    if (encerrar) return SEM_LINK
    return esperaDaPorta(depois, agora) > 0
      ? fechada(esperaDaPorta(depois, agora))
      : deNovo(link.documento, depois, agora)
  })
  if (errado) throw new CamposInvalidos({ digitos: [`Não conferem. ${errado}`] })
}

/** What to type at the next try, and what happens if it is wrong. */
function deNovo(documento: string, porta: Parameters<typeof aposErrada>[0], agora: Date): string {
  const errada = aposErrada(porta, agora)
  const que =
    pedidoDe(documento) === 'cpf'
      ? `Digite os ${DIGITOS.cpf} primeiros números do CPF de quem recebeu a mensagem.`
      : `Digite os ${DIGITOS.cnpj} primeiros caracteres do CNPJ da empresa que recebeu a mensagem, sem o ponto.`
  if (errada.encerrar) return `${que} Depois de mais uma tentativa errada, este link deixa de valer.`
  return esperaDaPorta(errada, agora) > 0
    ? `${que} Depois de mais uma tentativa errada, é preciso esperar uma hora.`
    : que
}

async function anotar(
  trx: Trx,
  { clienteId }: LinkAberto,
  verbo: 'entrar' | 'trancar',
  { agora, ip }: { agora: Date; ip: string | null },
) {
  const trancou = verbo === 'trancar'
  await registrar(trx, {
    agora,
    ip,
    nivel: trancou ? 'aviso' : 'info',
    acao: `pagina.${verbo}`,
    descricao: trancou
      ? frase`A página de ${oCliente(clienteId)} foi fechada por uma hora: muitas tentativas erradas de entrar.`
      : frase`A página de ${oCliente(clienteId)} foi aberta com os dígitos certos.`,
    entidade: 'cliente',
    entidadeId: clienteId,
  })
}

/** One more thing done today; 429 beyond what anybody does. */
export async function contarAto(trx: Trx, link: LinkAberto, agora: Date): Promise<void> {
  const porta = await travarPorta(trx, link)
  const hoje = diaDe(agora)
  const atos = atosHoje(porta, hoje) + 1
  if (atos > ATOS_POR_DIA) throw new MuitasTentativas(segundosAteAmanha(agora), DEMAIS_HOJE)
  await mudarPorta(trx, link, { dia: hoje, atos })
}

const DEMAIS_HOJE = 'Você já fez muita coisa por aqui hoje. Volte amanhã, ou fale com a empresa pelo WhatsApp.'

/** The digits were not entered, or too long ago. */
export const naoEntrou = () =>
  new NaoAutenticado('Para sua segurança, confirme de novo os primeiros dígitos do documento.')
