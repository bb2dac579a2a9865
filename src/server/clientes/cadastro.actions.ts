import type { z } from 'zod'
import type { mudarContato as contratoContato } from '#contract/clientes.ts'
import { NOMES_DOS_CAMPOS } from '#domain/alteracao.ts'
import type { Autor, Causa } from '#domain/causa.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { normalizarTelefone } from '#domain/telefone.ts'
import { limparTexto } from '#domain/texto.ts'
import type { Uf } from '#domain/uf.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { travarParaPessoa } from './clientes.actions.ts'
import { contatosDe } from './contatos.actions.ts'
import type { ClienteTravado } from './status.actions.ts'

type NovoContato = z.output<typeof contratoContato.schema.body>

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
