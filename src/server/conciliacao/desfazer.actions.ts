import { sql } from 'kysely'
import type { ImportacaoDoBanco } from '#contract/extratos.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { SITUACOES_INDECISAS } from '#domain/movimento.ts'
import { plural } from '#domain/plural.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { acordarConciliacao } from '#server/movimentos/registrar.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { avisarImportacao } from './avisar.ts'
import { reabrirIgnorados, soltarPagamentos } from './decisoes.actions.ts'
import { verImportacaoDoBanco } from './extratos.queries.ts'
import { lotesDestes, outrosDoMesmo, rejulgarOMesmo } from './mesmo-boleto.actions.ts'
import type { CausaDaConciliacao, Movimento } from './travas.queries.ts'

const EM_USO = 'importacao_em_uso'

/**
 * Undoes a bank file's import: automatic matches are reversed, and its movements deleted, except those that another file or a PSP
 * reported too. Refused once a person decided about one of them, or where a reversal is refused. What a person undid is
 * remembered, in case the file is imported again.
 */
export async function desfazerImportacaoDoBanco(
  trx: Trx,
  id: number,
  causa: CausaDaConciliacao & { usuarioId: number },
): Promise<ImportacaoDoBanco> {
  await exigirUsuarioAtivo(trx, causa.usuarioId)
  await travarImportacao(trx, id)
  const movimentos = await travarMovimentos(trx, id)
  recusarUsados(movimentos)
  const ids = movimentos.map((um) => um.id)
  // Movements are locked before customers, as everywhere.
  await reabrirOMesmo(trx, ids, causa)
  await soltar(trx, ids, causa)
  await sql`update pagamento set movimento_id = null where movimento_id = any(${ids}::bigint[])`.execute(trx)
  await sql`
    insert into movimento_desfeito (chave, vez) select k.chave, k.vez from movimento m join movimento_chave k on k.movimento_id = m.id
    where m.desfeito and m.id = any(${ids}::bigint[]) on conflict do nothing`.execute(trx)
  await sql`delete from movimento where id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from movimento_visto where importacao_id = ${id}`.execute(trx)
  await sql`
    update movimento m set importacao_id = (select min(v.importacao_id) from movimento_visto v where v.movimento_id = m.id)
    where m.importacao_id = ${id}`.execute(trx)
  const fim = { situacao: 'desfeita' as const, desfeita_em: causa.agora }
  await trx.updateTable('importacao').set(fim).where('id', '=', id).execute()
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId,
    ip: causa.ip ?? null,
    acao: 'conciliacao.desfazer_importacao',
    descricao: `Importação ${id} do banco desfeita: ${plural(ids.length, 'movimento retirado', 'movimentos retirados')}.`,
    entidade: 'importacao',
    entidadeId: id,
  })
  await avisarImportacao(trx)
  return verImportacaoDoBanco(trx, id)
}

async function travarImportacao(trx: Trx, id: number): Promise<void> {
  const importacao = await trx
    .selectFrom('importacao')
    .select('situacao')
    .where('id', '=', id)
    .where('tipo', '=', 'extrato')
    .where('simulada', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!importacao) throw new NaoEncontrado('Esta importação não existe.')
  if (importacao.situacao === 'processando')
    throw new RegraViolada('importacao_em_andamento', 'A importação ainda está em andamento. Espere que termine.')
  if (importacao.situacao === 'desfeita')
    throw new RegraViolada('importacao_desfeita', 'Esta importação já foi desfeita.')
}

interface MovimentoDela {
  id: number
  usado: boolean
}

/**
 * The movements that only this import reported; `usado`: a person decided, or a remaining refund took part of it. A
 * refund in the same file is deleted with its credit.
 */
async function travarMovimentos(trx: Trx, importacaoId: number): Promise<MovimentoDela[]> {
  // Before the others are told apart: who tells of one meanwhile changes nothing in its row, by which the lock would look again. With
  // those that it told of after another: the undoing of that one would leave them to this one, which then is undone too.
  await sql`
    select from movimento where id in (
      select id from movimento where importacao_id = ${importacaoId}
      union all select movimento_id from movimento_visto where importacao_id = ${importacaoId})
    order by id for update`.execute(trx)
  const { rows } = await sql<MovimentoDela>`
    with dela as materialized (
      select m.* from movimento m
      where m.importacao_id = ${importacaoId} and not m.duas_fontes
        and not exists (select from movimento_visto o where o.movimento_id = m.id and o.importacao_id <> ${importacaoId})
    ), voltou as (
      select credito_id as id, sum(valor_centavos) as centavos from dela where credito_id is not null group by 1
    )
    select m.id, case when m.tipo = 'credito' then
        m.devolvido_centavos <> coalesce(v.centavos, 0)
        or (m.situacao not in ${lista(SITUACOES_INDECISAS)} and not m.automatico
          and not (m.situacao = 'devolvido' and m.motivo is null))
        or exists (select from pagamento p where p.movimento_id = m.id and p.usuario_id is not null and p.estornado_em is null)
      else (m.credito_id is not null and not exists (select from dela c where c.id = m.credito_id))
        or (m.situacao = 'ignorado' and m.motivo is not null)
      end as usado
    from dela m left join voltou v on v.id = m.id order by m.id`.execute(trx)
  return rows
}

function recusarUsados(movimentos: readonly MovimentoDela[]): void {
  const usados = movimentos.filter(({ usado }) => usado).length
  if (usados === 0) return
  const quantos = plural(usados, 'movimento já foi decidido', 'movimentos já foram decididos')
  throw new RegraViolada(
    EM_USO,
    `A importação não pode mais ser desfeita: ${quantos} por uma pessoa ou por uma devolução. ${usados === 1 ? 'Desfaça-o' : 'Desfaça-os'} antes.`,
  )
}

/** A Pix or a day's lump that was ignored, or was to be, because these told of the same money, is the only one that tells of it now. */
async function reabrirOMesmo(trx: Trx, ids: readonly number[], causa: CausaDaConciliacao): Promise<void> {
  const lotes = (await lotesDestes(trx, ids)).map(({ id }) => id)
  const todos = [...lotes, ...(await outrosDoMesmo(trx, ids)).map(({ id }) => id)]
  const { rows } = await sql<Movimento>`
    select * from movimento where id = any(${todos}::bigint[]) order by id for update`.execute(trx)
  const ignorados = rows.filter(({ situacao }) => situacao === 'ignorado')
  await reabrirIgnorados(trx, ignorados, 'A importação do retorno que trouxe o mesmo dinheiro foi desfeita.', causa)
  await rejulgarOMesmo(trx, ids)
  await sql`
    update movimento set a_julgar = true
    where id = any(${lotes}::bigint[]) and situacao in ${lista(SITUACOES_INDECISAS)}`.execute(trx)
  await acordarConciliacao(trx)
}

async function soltar(trx: Trx, ids: readonly number[], causa: CausaDaConciliacao): Promise<void> {
  try {
    // The deferred check on them does not matter: the movements are deleted too.
    await soltarPagamentos(trx, ids, 'A importação do arquivo do banco foi desfeita.', causa)
  } catch (erro) {
    if (!(erro instanceof RegraViolada)) throw erro
    throw new RegraViolada(EM_USO, `A importação não pode mais ser desfeita. ${erro.message}`)
  }
}
