import { type RawBuilder, sql } from 'kysely'
import type { Importacao } from '#contract/importacoes.ts'
import type { Calendario } from '#domain/calendario.ts'
import { type Autor, peloUsuario } from '#domain/causa.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { TIPOS_DE_IMPORTACAO } from '#domain/importacao.ts'
import { plural } from '#domain/plural.ts'
import { clientesComAnotacao } from '#server/anotacoes/anotacoes.queries.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import {
  apagarImportados,
  clientesAnonimizados,
  devolverConclusao,
  restaurarClientes,
  retratosDeClientes,
  travarDesfeitos,
} from '#server/clientes/clientes.desfeitos.ts'
import { contasComCodigo } from '#server/codigos/codigos.queries.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import {
  apagarContas,
  comOutrasContas,
  donosDasContas,
  impedimentosDasContas,
  restaurarContas,
  retratosDeContas,
} from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { clientesComPagina } from '#server/links/uso.queries.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { rejulgarSugeridos, travarSugeridos } from '#server/movimentos/sugestoes-sem-conta.actions.ts'
import { clientesComAutorizacao } from '#server/regua/bloqueado.queries.ts'
import { apagarCanceladas, clientesComMensagem, contasCobradas } from '#server/saida/uso.queries.ts'
import { clientesComMovimento } from '#server/saldo/com-movimento.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { apagarPendentes } from './alteracoes.guarda.ts'
import { tomarVez } from './andamento.actions.ts'
import { verImportacao } from './importacoes.queries.ts'

/** Undoes an import completely, as long as nothing depends on it. `deQualquerUm`: not only one's own imports. */
export function desfazerImportacao(
  { db, relogio }: Servicos,
  id: number,
  quem: { usuarioId: number; ip: string | null },
  deQualquerUm = false,
): Promise<Importacao> {
  const agora = relogio.agora()
  return emTransacao(db, async (trx) => {
    const calendario = await fixarCalendario(trx)
    await exigirUsuarioAtivo(trx, quem.usuarioId)
    const deQuem = await travarImportacao(trx, id, deQualquerUm ? null : quem.usuarioId)
    if (!(await tomarVez(trx))) throw new RegraViolada('importacao_em_andamento', OUTRA)
    await reunirFeito(trx, id)
    await travarSugeridos(trx, ENVOLVIDOS)
    await travarDesfeitos(trx, ENVOLVIDOS)
    await exigirIntacto(trx, id)
    const { clientes, contas } = await reverter(trx, id, calendario, peloUsuario(quem.usuarioId, quem.ip, agora))
    await trx.updateTable('importacao').set({ situacao: 'desfeita', desfeita_em: agora }).where('id', '=', id).execute()
    await registrar(trx, {
      agora,
      ...quem,
      acao: 'importacao.desfazer',
      descricao: `Importação ${id} desfeita: retirados ${plural(clientes, 'cliente', 'clientes')} e ${plural(contas, 'conta', 'contas')}.`,
      entidade: 'importacao',
      entidadeId: id,
    })
    await notificarTodos(trx, 'cliente') // whoever is gone is told of by nothing else
    return verImportacao(trx, id, deQuem)
  })
}

const OUTRA = 'Outra importação está em andamento, e pode depender desta. Espere que termine e desfaça de novo.'

/** Gives whose it is; `usuarioId` null: anybody's. */
async function travarImportacao(trx: Trx, id: number, usuarioId: number | null): Promise<number> {
  const importacao = await trx
    .selectFrom('importacao')
    .select(['situacao', 'usuario_id'])
    .where('id', '=', id)
    .where('tipo', 'in', TIPOS_DE_IMPORTACAO)
    .where('simulada', '=', false)
    .$if(usuarioId !== null, (da) => da.where('usuario_id', '=', usuarioId!))
    .forUpdate()
    .executeTakeFirst()
  if (!importacao)
    throw new NaoEncontrado(
      usuarioId === null
        ? 'Importação não encontrada.'
        : 'Importação não encontrada. Só quem importou, ou um administrador, pode desfazê-la.',
    )
  if (importacao.situacao === 'processando')
    throw new RegraViolada('importacao_em_andamento', 'A importação ainda está em andamento. Espere que termine.')
  if (importacao.situacao === 'desfeita')
    throw new RegraViolada('importacao_desfeita', 'Esta importação já foi desfeita.')
  return importacao.usuario_id
}

/** Queries over what an import did (`feito`), so that however much it is, it stays in the database. */
const feitos = (condicao: RawBuilder<unknown>, colunas = sql`id`) => sql`select ${colunas} from feito where ${condicao}`
const CLIENTES = feitos(sql`entidade = 'cliente'`)
const CLIENTES_CRIADOS = feitos(sql`entidade = 'cliente' and criado`)
const CONTAS = feitos(sql`entidade = 'conta'`)
const CONTAS_CRIADAS = feitos(sql`entidade = 'conta' and criado`)
const ENVOLVIDOS = sql`${CLIENTES} union ${donosDasContas(CONTAS)}`
const mudados = (entidade: 'cliente' | 'conta') => feitos(sql`entidade = ${entidade} and not criado`, sql`id, antes`)

/**
 * A batch may change again what an earlier batch of the same import changed: the current state must be the last batch's, and
 * undoing restores the state before the first.
 */
async function reunirFeito(trx: Trx, id: number): Promise<void> {
  await sql`
    create temp table feito on commit drop as
    select entidade, id, criado, antes, case when entidade = 'conta' or not (criado and tocado) then retrato end as retrato
    from (
      select entidade, entidade_id::bigint as id, bool_or(acao = 'criado') as criado, bool_or(acao = 'atualizado') as tocado,
        (array_agg(antes order by i.id) filter (where antes is not null))[1] as antes,
        (array_agg(retrato order by i.id desc))[1] as retrato
      from importacao_item i where importacao_id = ${id} and entidade in ('cliente', 'conta')
      group by 1, 2) as i`.execute(trx)
  await sql`analyze feito`.execute(trx)
}

/** Everything that prevents undoing, reported at once; nothing is changed. */
async function exigirIntacto(trx: Trx, id: number): Promise<void> {
  const { pagas, negociadas, prometidas, contestadas } = await impedimentosDasContas(trx, CONTAS)
  const impedimentos = [
    dizer(await clientesComMensagem(trx, CLIENTES_CRIADOS), 'cliente já tem mensagem', 'clientes já têm mensagens'),
    dizer(
      await clientesComMovimento(trx, CLIENTES_CRIADOS),
      'cliente já tem dinheiro do banco',
      'clientes já têm dinheiro do banco',
    ),
    dizer(await clientesComAnotacao(trx, CLIENTES_CRIADOS), 'cliente já tem anotação', 'clientes já têm anotações'),
    dizer(
      await clientesComPagina(trx, CLIENTES_CRIADOS),
      'cliente já recebeu o link da página ou disse de quem é o telefone',
      'clientes já receberam o link da página ou disseram de quem é o telefone',
    ),
    dizer(
      await clientesComAutorizacao(trx, CLIENTES_CRIADOS),
      'cliente já autorizou o contato',
      'clientes já autorizaram o contato',
    ),
    dizer(await contasCobradas(trx, CONTAS), 'conta já foi cobrada', 'contas já foram cobradas'),
    dizer(await contasComCodigo(trx, CONTAS), 'conta já tem código Pix', 'contas já têm código Pix'),
    dizer(pagas, 'conta já teve pagamento', 'contas já tiveram pagamento'),
    dizer(negociadas, 'conta entrou em acordo', 'contas entraram em acordo'),
    dizer(prometidas, 'conta foi prometida', 'contas foram prometidas'),
    dizer(contestadas, 'conta foi contestada', 'contas foram contestadas'),
    dizer(
      await comOutrasContas(trx, CLIENTES_CRIADOS, id),
      'cliente recebeu outra conta',
      'clientes receberam outras contas',
    ),
    dizer(
      await usadosDepois(trx, id),
      'registro foi usado por uma importação posterior',
      'registros foram usados por importações posteriores',
    ),
    dizer(await clientesAnonimizados(trx, ENVOLVIDOS), 'cliente foi anonimizado', 'clientes foram anonimizados'),
    dizer(await clientesMudados(trx), 'cliente foi alterado depois', 'clientes foram alterados depois'),
    dizer(await contasMudadas(trx), 'conta foi alterada depois', 'contas foram alteradas depois'),
  ].filter((frase) => frase !== null)
  if (impedimentos.length > 0)
    throw new RegraViolada('importacao_em_uso', `A importação não pode mais ser desfeita: ${impedimentos.join('; ')}.`)
}

const dizer = (quantos: number, um: string, varios: string): string | null =>
  quantos === 0 ? null : plural(quantos, um, varios)

/**
 * A cancellation counts for the import that told it first: undoing another takes nothing of it away. Imports write in turns, by which
 * their items are numbered, and not in the order in which they began.
 */
async function usadosDepois(trx: Trx, id: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct (i.entidade, i.entidade_id)) as total
    from importacao_item i
      join importacao_item d on d.entidade = i.entidade and d.entidade_id = i.entidade_id and d.id > i.id
        and d.importacao_id <> i.importacao_id
      join importacao p on p.id = d.importacao_id and p.situacao <> 'desfeita'
    where i.importacao_id = ${id} and (i.entidade <> 'cancelamento' or exists (
      select from nota_cancelada n where n.chave = i.entidade_id and n.importacao_id = i.importacao_id))`.execute(trx)
  return rows[0]!.total
}

const clientesMudados = async (trx: Trx): Promise<number> =>
  (await diferentes(trx, retratosDeClientes(CLIENTES_CRIADOS, true), sql`entidade = 'cliente' and criado`)) +
  (await diferentes(
    trx,
    retratosDeClientes(feitos(sql`entidade = 'cliente' and not criado`), false),
    sql`entidade = 'cliente' and not criado`,
  ))

const contasMudadas = (trx: Trx): Promise<number> => diferentes(trx, retratosDeContas(CONTAS), sql`entidade = 'conta'`)

/** How many of these are not as the import left them. */
async function diferentes(trx: Trx, agora: RawBuilder<unknown>, quais: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from feito f left join (${agora}) r on r.id = f.id
    where ${quais} and f.retrato <> coalesce(r.retrato, '')`.execute(trx)
  return rows[0]!.total
}

async function reverter(
  trx: Trx,
  id: number,
  calendario: Calendario,
  causa: Autor,
): Promise<{ clientes: number; contas: number }> {
  const ficam = await sql<{ cliente_id: number }>`
    ${donosDasContas(CONTAS)} except ${CLIENTES_CRIADOS}`.execute(trx)
  const ids = ficam.rows.map(({ cliente_id }) => cliente_id)
  const contas = await apagarContas(trx, CONTAS_CRIADAS)
  await rejulgarSugeridos(trx, sql`select unnest(${ids}::bigint[]) union ${CLIENTES_CRIADOS}`)
  await restaurarContas(trx, mudados('conta'), calendario, causa.agora)
  await restaurarClientes(trx, mudados('cliente'), causa.agora)
  await trx
    .deleteFrom('nota_fiscal')
    .where('chave', 'in', chavesDe(trx, id, 'nota'))
    .execute()
  await trx
    .deleteFrom('nota_cancelada')
    .where('importacao_id', '=', id)
    .where('chave', 'in', chavesDe(trx, id, 'cancelamento'))
    .execute()
  await apagarPendentes(trx, id)
  await apagarCanceladas(trx, CLIENTES_CRIADOS)
  const clientes = await apagarImportados(trx, CLIENTES_CRIADOS)
  const moveram = await reconciliar(trx, ids, causa)
  await devolverConclusao(
    trx,
    moveram.map((cliente) => cliente.id),
  )
  return { clientes, contas }
}

const chavesDe = (trx: Trx, id: number, entidade: 'nota' | 'cancelamento') =>
  trx
    .selectFrom('importacao_item')
    .select('entidade_id')
    .where('importacao_id', '=', id)
    .where('entidade', '=', entidade)
