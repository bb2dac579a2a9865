import type { z } from 'zod'
import type { mudarContato as contratoContato } from '#contract/clientes.ts'
import { NOMES_DOS_CAMPOS } from '#domain/alteracao.ts'
import type { Autor, Causa } from '#domain/causa.ts'
import { type Acao, type StatusCliente, transitar } from '#domain/cliente.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { normalizarTelefone } from '#domain/telefone.ts'
import { limparTexto } from '#domain/texto.ts'
import type { Uf } from '#domain/uf.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { comAcordoAtivo } from '#server/saldo/acordos.queries.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { naoHa } from './cliente.queries.ts'
import { contatosDe } from './contatos.actions.ts'
import { type ClienteTravado, gravar, type Mudanca, travarClientes } from './status.actions.ts'

type NovoContato = z.output<typeof contratoContato.schema.body>

/** Takes the customer over: of fifty simultaneous callers exactly one succeeds, and the others are told who did. */
export const assumir = (db: Db, id: number, autor: Autor) =>
  emTransacao(db, (trx) => assumirNaTransacao(trx, id, autor))

/** The same within a caller's transaction: sending a message and agreeing on a debt take over first. */
export async function assumirNaTransacao(trx: Trx, id: number, autor: Autor): Promise<ClienteTravado> {
  const cliente = await travar(trx, id, autor)
  if (deOutro(cliente, autor)) await recusarTomado(trx, cliente)
  if (cliente.status === 'em_atendimento') return cliente
  return mudarStatus(trx, cliente, 'assumir', autor, { operadorId: autor.usuarioId })
}

/** `ate` is the first day on which it is active again. */
export const pausar = (
  db: Db,
  id: number,
  { motivo, ate }: { motivo: string; ate?: Dia | null | undefined },
  autor: Autor,
) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    const hoje = diaDe(autor.agora)
    if (ate && ate <= hoje) {
      throw new CamposInvalidos({ ate: [`Escolha um dia depois de hoje, ${formatarDia(hoje)}, ou deixe sem data.`] })
    }
    await mudarStatus(trx, cliente, 'pausar', autor, { pausa: { motivo, ate: ate ?? null } })
  })

/** Hands the customer back to the engine, or ends its pause: at once, or from a later day on, until which it is paused. */
export const reativar = (db: Db, id: number, autor: Autor, aPartirDe?: Dia) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    if (aPartirDe === undefined) return mudarStatus(trx, cliente, 'reativar', autor)
    exigirDiaAFrente('a_partir_de', aPartirDe, diaDe(autor.agora))
    await destinoDe(trx, cliente, 'reativar') // a hand-back that would be refused today is refused for tomorrow too
    const pausa = { motivo: `Volta à cobrança em ${formatarDia(aPartirDe)}.`, ate: aPartirDe }
    await gravar(trx, [{ cliente, para: 'pausado', pausa }], autor, 'reativar')
  })

/** Undoes a take-over: back to the queue, for the reason and since when it waited there, and nobody's again if it was. */
export const devolver = (db: Db, id: number, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    const { fila_motivo, fila_desde, fila_livre } = cliente
    await mudarStatus(trx, cliente, 'devolver', autor, {
      ...(fila_motivo && { motivo: fila_motivo }),
      ...(fila_desde && { desde: fila_desde }),
      ...(fila_livre && { operadorId: null }),
    })
  })

function exigirDiaAFrente(campo: string, dia: Dia, hoje: Dia) {
  if (dia <= hoje) throw new CamposInvalidos({ [campo]: [`Escolha um dia depois de hoje, ${formatarDia(hoje)}.`] })
}

/**
 * Applies a user's action to a locked customer: decides by `transitar`, writes, logs and announces. Returns the
 * customer afterwards.
 */
export async function mudarStatus(
  trx: Trx,
  cliente: ClienteTravado,
  acao: Acao,
  causa: Causa,
  muda: Pick<Mudanca, 'operadorId' | 'pausa' | 'motivo' | 'desde'> = {},
): Promise<ClienteTravado> {
  const para = await destinoDe(trx, cliente, acao)
  await gravar(trx, [{ cliente, para, ...muda }], causa, acao)
  return { ...cliente, status: para, operador_id: muda.operadorId ?? cliente.operador_id }
}

async function destinoDe(trx: Trx, cliente: ClienteTravado, acao: Acao): Promise<StatusCliente> {
  const acordos = await comAcordoAtivo(trx, [cliente.id])
  const acordo = {
    ativo: acordos.has(cliente.id),
    quebrado: cliente.acordo_quebrado_pendente,
    promessaQuebrada: cliente.promessa_quebrada_pendente,
  }
  return transitar(cliente.status, acao, acordo, cliente.fila_desde !== null)
}

/** The customer under its lock, for an operator who may see it (own or nobody's, else 404) and is still active. */
export async function travarParaPessoa(trx: Trx, id: number, autor: Autor): Promise<ClienteTravado> {
  const cliente = await travar(trx, id, autor)
  if (deOutro(cliente, autor)) throw naoHa()
  return cliente
}

/** The customer under its lock, whatever the cause: a user must be allowed to see it, other causes may take any. */
export const travarParaCausa = (trx: Trx, id: number, causa: Causa): Promise<ClienteTravado> =>
  causa.origem === 'usuario' ? travarParaPessoa(trx, id, causa) : travar(trx, id, causa)

async function travar(trx: Trx, id: number, { usuarioId }: Causa): Promise<ClienteTravado> {
  if (usuarioId) await exigirUsuarioAtivo(trx, usuarioId)
  const [cliente] = await travarClientes(trx, [id])
  if (!cliente) throw naoHa()
  return cliente
}

const deOutro = (cliente: ClienteTravado, autor: Autor) =>
  cliente.operador_id !== null && cliente.operador_id !== autor.usuarioId

async function recusarTomado(trx: Trx, cliente: ClienteTravado): Promise<never> {
  const dono = await trx.selectFrom('usuario').select('name').where('id', '=', cliente.operador_id).executeTakeFirst()
  throw new RegraViolada(
    'ja_assumido',
    `Este cliente está com ${dono?.name ?? 'outro operador'}. Escolha outro da fila.`,
  )
}

/** Changes a contact: only what is sent. A new phone leaves behind what was known of the old number. */
export const mudarContato = (db: Db, chaveSecreta: Buffer, id: number, novo: NovoContato, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await mudarCadastro(trx, chaveSecreta, await travarParaPessoa(trx, id, autor), novo, autor)
  })

/** As `mudarContato`, of a locked customer and for any cause; an integration may change its identity too. */
export async function mudarCadastro(
  trx: Trx,
  chaveSecreta: Buffer,
  { id, operador_id }: ClienteTravado,
  novo: NovoContato & Partial<Identidade>,
  causa: Causa,
): Promise<void> {
  const antes = await trx
    .selectFrom('cliente')
    .select(['nome', 'telefone', 'email', 'uf', 'municipio', 'documento', 'codigo_externo', 'anonimizado_em'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (antes.anonimizado_em !== null) {
    throw new RegraViolada('anonimizado', 'Os dados pessoais deste cliente foram apagados e não podem ser refeitos.')
  }
  const mudancas = mudancasDe(antes, novo)
  if (Object.keys(mudancas).length === 0) return
  await gravarCadastro(trx, chaveSecreta, id, mudancas, causa)
  await notificar(trx, { tipo: 'cliente', cliente_id: id, operador_id })
}

/** A customer that another program tells of: it owes nothing yet. Gives its id. */
export async function criarCliente(
  trx: Trx,
  chaveSecreta: Buffer,
  novo: NovoContato & { nome: string } & Identidade,
  causa: Causa,
): Promise<number> {
  const cadastro = mudancasDe(VAZIO, novo)
  const contato = await contatoNovo(trx, chaveSecreta, cadastro.telefone ?? null, causa.agora)
  const { id } = await trx
    .insertInto('cliente')
    .values({
      ...VAZIO,
      ...cadastro,
      ...contato,
      status: 'concluido',
      created_at: causa.agora,
      updated_at: causa.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await registrar(trx, {
    ...causa,
    acao: 'cliente.cadastrar',
    descricao: frase`${oCliente(id)} cadastrado.`,
    entidade: 'cliente',
    entidadeId: id,
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: id, operador_id: null })
  return id
}

type Contato = { nome: string; telefone: string | null; email: string | null; uf: Uf | null; municipio: string | null }
/** What identifies a customer: the document, and the company's own code. */
interface Identidade {
  documento: string
  codigo_externo: string
}
const VAZIO = {
  ...{ nome: '', telefone: null, email: null, uf: null, municipio: null },
  ...{ documento: null, codigo_externo: null },
}

/** Writes what changes in a locked customer's contact, and its line in the log. A telephone comes in E.164. */
export async function gravarCadastro(
  trx: Trx,
  chaveSecreta: Buffer,
  id: number,
  mudancas: Partial<Contato & Identidade>,
  causa: Causa,
): Promise<void> {
  const contato =
    'telefone' in mudancas ? await contatoNovo(trx, chaveSecreta, mudancas.telefone ?? null, causa.agora) : {}
  const campos = Object.keys(mudancas) as (keyof typeof mudancas)[]
  await trx
    .updateTable('cliente')
    .set({ ...mudancas, ...contato, updated_at: causa.agora })
    .where('id', '=', id)
    .execute()
  await registrar(trx, {
    ...causa,
    acao: 'cliente.mudar_contato',
    descricao: frase`Contato de ${oCliente(id)} corrigido: ${campos.map((campo) => NOMES_DOS_CAMPOS[campo]).join(', ')}.`,
    entidade: 'cliente',
    entidadeId: id,
  })
}

type Cadastro = Contato & { [campo in keyof Identidade]: string | null }

function mudancasDe(antes: Cadastro, novo: NovoContato & Partial<Identidade>): Partial<Contato & Identidade> {
  const pedido: Partial<Contato & Identidade> = {}
  if (novo.documento !== undefined) pedido.documento = novo.documento
  if (novo.codigo_externo !== undefined) pedido.codigo_externo = novo.codigo_externo
  if (novo.nome !== undefined) pedido.nome = limparTexto(novo.nome)
  if (novo.telefone !== undefined) pedido.telefone = lerTelefone(novo.telefone)
  if (novo.email !== undefined) pedido.email = novo.email?.toLowerCase() ?? null
  if (novo.uf !== undefined) pedido.uf = novo.uf
  if (novo.municipio !== undefined) pedido.municipio = novo.municipio && (limparTexto(novo.municipio) || null)
  if (pedido.nome === '') throw new CamposInvalidos({ nome: ['O nome é obrigatório.'] })
  const campos = Object.keys(pedido) as (keyof Cadastro)[]
  return Object.fromEntries(
    campos.filter((campo) => pedido[campo] !== antes[campo]).map((campo) => [campo, pedido[campo]]),
  )
}

function lerTelefone(digitado: string | null): string | null {
  if (digitado === null || digitado.trim() === '') return null
  const telefone = normalizarTelefone(digitado)
  if (telefone) return telefone
  throw new CamposInvalidos({ telefone: ['Informe um telefone com DDD, por exemplo (11) 98765-4321.'] })
}

/** A number that a person confirms is tried again, whatever failed before. */
async function contatoNovo(trx: Trx, chaveSecreta: Buffer, telefone: string | null, agora: Date) {
  if (telefone === null) return { contato_id: null }
  const contato_id = (await contatosDe(trx, chaveSecreta, [telefone], 'cadastro', agora)).get(telefone) ?? null
  await trx
    .updateTable('contato')
    .set({ invalido_em: null })
    .where('id', '=', contato_id)
    .where('invalido_em', 'is not', null)
    .execute()
  return { contato_id }
}
