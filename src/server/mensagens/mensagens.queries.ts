import { sql } from 'kysely'
import type { Mensagem } from '#contract/mensagens.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Dica } from '#domain/intencao.ts'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import { normalizarTelefone } from '#domain/telefone.ts'
import type { Papel } from '#domain/usuario.ts'
import { padraoDeBusca, temDigitos } from '#server/db/busca.ts'
import { type PedidoDePagina, paginar, percorrerPorId } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import type { Midia } from '#server/saida/midia.ts'

const POR_VEZ = 50

/** Columns of a message, without `*`, because conversations use prepared statements (`preparada`). */
const COLUNAS = [
  'mensagem.id',
  'conteudo',
  'direcao',
  'tipo',
  'mensagem.status',
  'erro_codigo',
  'erro_mensagem',
  'autor_id',
  'automatica',
  'midia',
  'modelo_tipo',
  'passo',
  'partes',
  'reacao',
  'intencoes',
  'editada_em',
  'apagada_em',
  'mensagem.created_at',
] as const
type Coluna = (typeof COLUNAS)[number] extends infer C ? (C extends `mensagem.${infer Nome}` ? Nome : C) : never
type LinhaMensagem = Pick<Linha<'mensagem'>, Coluna & keyof Linha<'mensagem'>> & { autor_nome: string | null }

/** The last 50 messages of a conversation, or those before one, oldest first. */
export async function lerConversa(db: Db | Trx, clienteId: number, antes?: number): Promise<Mensagem[]> {
  let consulta = comAutor(db).where('cliente_id', '=', clienteId)
  if (antes !== undefined) consulta = consulta.where('mensagem.id', '<', antes)
  const { rows } = await preparada(db, consulta.orderBy('mensagem.id', 'desc').limit(sql.lit(POR_VEZ)).compile())
  return rows.reverse().map((linha) => paraApi(linha))
}

export async function lerMensagem(db: Db | Trx, id: number): Promise<Mensagem> {
  return paraApi(await comAutor(db).where('mensagem.id', '=', id).executeTakeFirstOrThrow())
}

const comAutor = (db: Db | Trx) =>
  db
    .selectFrom('mensagem')
    .leftJoin('usuario', 'usuario.id', 'mensagem.autor_id')
    .select(COLUNAS)
    .select('usuario.name as autor_nome')

/** A message as the contract says it. */
function paraApi(linha: LinhaMensagem, papel: Papel = 'operador'): Mensagem {
  const midia = linha.midia as Midia | null
  return {
    id: linha.id,
    conteudo: linha.conteudo,
    direcao: linha.direcao,
    tipo: linha.tipo,
    status: linha.status,
    erro: erroDe(linha, midia),
    autor: linha.autor_id === null ? null : { id: linha.autor_id, name: linha.autor_nome ?? '' },
    automatica: linha.automatica,
    arquivo: midia?.arquivo ? { nome: midia.nome, mime: midia.mime, tamanho: midia.tamanho ?? null } : null,
    midia_url: midia?.arquivo ? `/api/${papel}/mensagens/${linha.id}/midia` : null,
    modelo: linha.modelo_tipo,
    passo: linha.passo,
    partes: partesNaApi(linha.partes),
    reacao: linha.reacao,
    editada: linha.editada_em !== null,
    apagada: linha.apagada_em !== null,
    intencoes: dicasNaApi(linha.intencoes),
    created_at: linha.created_at,
  }
}

/** Why the message did not arrive; for a customer's message, why its file is missing. */
function erroDe(linha: LinhaMensagem, midia: Midia | null): Mensagem['erro'] {
  if (linha.erro_codigo) return { codigo: linha.erro_codigo, mensagem: linha.erro_mensagem ?? '' }
  return midia?.erro ? { codigo: 'arquivo_indisponivel', mensagem: midia.erro } : null
}

const partesNaApi = (partes: PartesPreenchidas | null) =>
  partes && { cabecalho: partes.cabecalho?.texto ?? null, botoes: partes.botoes.map(({ texto }) => texto) }

const dicasNaApi = (dicas: Dica[] | null) =>
  (dicas ?? []).map((dica) => ({ ...dica, valor: dica.valor === null ? null : emReais(dica.valor) }))

/** What numbers of no customer wrote, latest first. */
export const lerSemCliente = (db: Db, pedido: PedidoDePagina & { busca?: string | undefined }) =>
  paginar(semCliente(db, pedido.busca), pedido, deForaNaApi)

/** All that `lerSemCliente` finds, in its order. */
export const percorrerSemCliente = (db: Db, busca: string | undefined) =>
  percorrerPorId((antesDe, limite) =>
    deForaNaApi(semCliente(db, busca).where('mensagem.id', '<', antesDe).limit(limite)),
  )

function semCliente(db: Db, busca: string | undefined) {
  const todas = db.selectFrom('mensagem').where('mensagem.cliente_id', 'is', null).where('direcao', '=', 'recebida')
  if (!busca) return todas
  const digitos = busca.replace(/\D/g, '')
  const noTexto = sql<boolean>`normalizar(mensagem.conteudo) like ${padraoDeBusca(busca)}`
  return todas.where((eb) => eb.or([noTexto, ...(digitos.length >= 3 ? [doTelefone(digitos)] : [])]))
}

const doTelefone = (digitos: string) => sql<boolean>`exists (
  select from contato t where t.id = mensagem.contato_id and ${temDigitos('t.canonico', digitos)})`

async function deForaNaApi(achadas: ReturnType<typeof semCliente>) {
  const linhas = await achadas
    .leftJoin('usuario', 'usuario.id', 'mensagem.autor_id')
    .select(COLUNAS)
    .select(['telefone', 'usuario.name as autor_nome'])
    .orderBy('mensagem.id', 'desc')
    .execute()
  return linhas.map((linha) => ({ ...paraApi(linha, 'admin'), telefone: telefoneDe(linha.telefone) }))
}

/** WhatsApp's digits as people dial them; null for whoever hides the number. */
const telefoneDe = (digitos: string | null) => digitos && (normalizarTelefone(`+${digitos}`) ?? `+${digitos}`)
