import { sql } from 'kysely'
import type { z } from 'zod'
import type { Anotacao, criarAnotacao as contratoCriar, mudarAnotacao as contratoMudar } from '#contract/anotacoes.ts'
import type { Autor } from '#domain/causa.ts'
import { NaoEncontrado, Proibido, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import { travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { exigirOperadoresAtivos } from '#server/sessao/usuario-ativo.actions.ts'
import { acharAnotacao } from './anotacoes.queries.ts'

type Nova = z.output<typeof contratoCriar.schema.body>
type Mudanca = z.output<typeof contratoMudar.schema.body>

/** Writes a note on a customer; operators mentioned in it are notified at once. It does not change the customer. */
export async function anotar(trx: Trx, clienteId: number, nova: Nova, autor: Autor): Promise<Anotacao> {
  const { operador_id } = await travarParaPessoa(trx, clienteId, autor)
  await recusarAnonimo(trx, clienteId)
  const { id } = await trx
    .insertInto('anotacao')
    .values({
      cliente_id: clienteId,
      autor_id: autor.usuarioId,
      texto: nova.texto,
      fixada: nova.fixada,
      created_at: autor.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mencionar(trx, { id, clienteId }, nova.mencoes, autor)
  await contar(trx, { id, clienteId, operador_id }, 'escrever', 'Anotação escrita', autor)
  return (await acharAnotacao(trx, clienteId, id))!
}

/**
 * Its author changes the text; anybody who may see the customer pins and unpins it. What stays the same is no change.
 */
export const mudarAnotacao = (db: Db, clienteId: number, id: number, mudanca: Mudanca, autor: Autor) =>
  emTransacao(db, async (trx): Promise<Anotacao> => {
    const { operador_id } = await travarParaPessoa(trx, clienteId, autor)
    const antes = await exigirAnotacao(trx, clienteId, id)
    const onde = { id, clienteId, operador_id }
    if (mudaTexto(antes, mudanca)) {
      exigirAutoria(antes, autor)
      await recusarAnonimo(trx, clienteId)
      const { texto = antes.texto, mencoes = antes.mencoes.map((pessoa) => pessoa.id) } = mudanca
      await trx.updateTable('anotacao').set({ texto, editada_em: autor.agora }).where('id', '=', id).execute()
      const tiradas = await trx
        .deleteFrom('mencao')
        .where('anotacao_id', '=', id)
        .$if(mencoes.length > 0, (delas) => delas.where('usuario_id', 'not in', mencoes))
        .returning('usuario_id')
        .execute()
      await avisarMencionados(
        trx,
        clienteId,
        tiradas.map((uma) => uma.usuario_id),
      )
      await mencionar(trx, onde, mencoes, autor)
      await contar(trx, onde, 'mudar', 'Anotação mudada', autor)
    }
    if (mudanca.fixada !== undefined && mudanca.fixada !== antes.fixada) {
      await trx.updateTable('anotacao').set({ fixada: mudanca.fixada }).where('id', '=', id).execute()
      await contar(trx, onde, 'mudar', mudanca.fixada ? 'Anotação fixada' : 'Anotação solta', autor)
    }
    return exigirAnotacao(trx, clienteId, id)
  })

/** Its author deletes it, with its mentions. */
export const apagarAnotacao = (db: Db, clienteId: number, id: number, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const { operador_id } = await travarParaPessoa(trx, clienteId, autor)
    const anotacao = await exigirAnotacao(trx, clienteId, id)
    exigirAutoria(anotacao, autor)
    await trx.deleteFrom('anotacao').where('id', '=', id).execute()
    await contar(trx, { id, clienteId, operador_id }, 'apagar', 'Anotação apagada', autor)
    await avisarMencionados(
      trx,
      clienteId,
      anotacao.mencoes.map((pessoa) => pessoa.id),
    )
  })

/** These mentions of an operator were seen; all of them when none is named. */
export async function marcarVistas(db: Db, usuarioId: number, anotacoes: readonly number[] | undefined, agora: Date) {
  await db
    .updateTable('mencao')
    .set({ vista_em: agora })
    .where('usuario_id', '=', usuarioId)
    .where('vista_em', 'is', null)
    .$if(anotacoes !== undefined, (delas) => delas.where('anotacao_id', '=', sql<number>`any(${anotacoes}::bigint[])`))
    .execute()
  await avisarMencionados(db, null, [usuarioId])
}

type Onde = { id: number; clienteId: number; operador_id: number | null }

/** Tells the active operators who are named for the first time; those named before are not told again. */
async function mencionar(trx: Trx, { id, clienteId }: Pick<Onde, 'id' | 'clienteId'>, ids: number[], autor: Autor) {
  const ja = await trx.selectFrom('mencao').select('usuario_id').where('anotacao_id', '=', id).execute()
  const fora = new Set([autor.usuarioId, ...ja.map(({ usuario_id }) => usuario_id)])
  const novos = [...new Set(ids)].filter((um) => !fora.has(um))
  if (novos.length === 0) return
  await exigirOperadoresAtivos(trx, novos, 'mencoes')
  await trx
    .insertInto('mencao')
    .values(novos.map((usuario_id) => ({ anotacao_id: id, usuario_id })))
    .execute()
  await avisarMencionados(trx, clienteId, novos)
}

/** Notifies only those named, or named no more, and administrators, by sending the event as if the customer were theirs. */
const avisarMencionados = (trx: Db | Trx, clienteId: number | null, ids: readonly number[]) =>
  notificar(trx, ...ids.map((id) => ({ tipo: 'mencao' as const, cliente_id: clienteId, operador_id: id })))

/** Logs the fact without the text, which may still be deleted, and tells the screens that show the customer. */
async function contar(
  trx: Trx,
  { id, clienteId, operador_id }: Onde,
  verbo: VerboDe<'anotacao'>,
  fez: string,
  autor: Autor,
) {
  await registrar(trx, {
    ...autor,
    acao: `anotacao.${verbo}`,
    descricao: frase`${fez} sobre ${oCliente(clienteId)}.`,
    entidade: 'cliente',
    entidadeId: clienteId,
    dados: { anotacao: id },
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id })
}

async function exigirAnotacao(trx: Trx, clienteId: number, id: number): Promise<Anotacao> {
  const anotacao = await acharAnotacao(trx, clienteId, id)
  if (!anotacao) throw new NaoEncontrado('Esta anotação não existe mais. Atualize a tela para ver as que há.')
  return anotacao
}

function exigirAutoria(anotacao: Anotacao, { usuarioId }: Autor) {
  if (anotacao.autor.id !== usuarioId)
    throw new Proibido(`Só ${anotacao.autor.name}, que escreveu esta anotação, pode mudá-la ou apagá-la.`)
}

async function recusarAnonimo(trx: Trx, clienteId: number): Promise<void> {
  const { anonimizado_em } = await trx
    .selectFrom('cliente')
    .select('anonimizado_em')
    .where('id', '=', clienteId)
    .executeTakeFirstOrThrow()
  if (anonimizado_em !== null)
    throw new RegraViolada('anonimizado', 'Os dados pessoais deste cliente foram apagados e não podem ser refeitos.')
}

function mudaTexto(antes: Anotacao, { texto, mencoes }: Mudanca): boolean {
  const eram = new Set(antes.mencoes.map(({ id }) => id))
  const outras = mencoes && (mencoes.length !== eram.size || mencoes.some((id) => !eram.has(id)))
  return (texto !== undefined && texto !== antes.texto) || outras === true
}
