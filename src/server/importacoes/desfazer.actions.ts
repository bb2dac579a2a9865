import { sql } from 'kysely'
import type { Importacao } from '#contract/importacoes.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import {
  apagarImportados,
  esquecerConclusao,
  restaurarClientes,
  retratosDeClientes,
} from '#server/clientes/clientes.importacao.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import {
  apagarContas,
  comOutrasContas,
  donosDasContas,
  impedimentosDasContas,
  restaurarContas,
  retratosDeContas,
} from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { exigirUsuarioAtivo } from '#server/operadores/operadores.actions.ts'
import { apagarCanceladas, clientesComMensagem, contasCobradas } from '#server/saida/uso.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { verImportacao } from './importacoes.queries.ts'

/** Takes an import back whole, while nothing was built on what it made. */
export function desfazerImportacao(
  { db, relogio }: Servicos,
  id: number,
  quem: { usuarioId: number; ip: string | null },
): Promise<Importacao> {
  const agora = relogio.agora()
  return db.transaction().execute(async (trx) => {
    await exigirUsuarioAtivo(trx, quem.usuarioId)
    await travarImportacao(trx, id, quem.usuarioId)
    const feito = await lerFeito(trx, id)
    const donos = await donosDasContas(trx, [...feito.contasCriadas.keys(), ...feito.contasAtualizadas.keys()])
    await travarClientes(trx, [...feito.clientesCriados.keys(), ...feito.clientesAtualizados.keys(), ...donos])
    await exigirIntacto(trx, id, feito)
    await reverter(trx, feito, donos, { agora, ...quem })
    await trx.updateTable('importacao').set({ situacao: 'desfeita', desfeita_em: agora }).where('id', '=', id).execute()
    await registrar(trx, {
      agora,
      ...quem,
      acao: 'importacao.desfazer',
      descricao: `Importação ${id} desfeita: ${feito.clientesCriados.size} clientes e ${feito.contasCriadas.size} contas retirados.`,
      entidade: 'importacao',
      entidadeId: id,
    })
    return verImportacao(trx, id, quem.usuarioId)
  })
}

async function travarImportacao(trx: Trx, id: number, usuarioId: number): Promise<void> {
  const importacao = await trx
    .selectFrom('importacao')
    .select('situacao')
    .where('id', '=', id)
    .where('usuario_id', '=', usuarioId)
    .where('simulada', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!importacao) throw new NaoEncontrado('Importação não encontrada. Só quem importou pode vê-la e desfazê-la.')
  if (importacao.situacao === 'processando')
    throw new RegraViolada('importacao_em_andamento', 'A importação ainda está em andamento. Espere que termine.')
  if (importacao.situacao === 'desfeita')
    throw new RegraViolada('importacao_desfeita', 'Esta importação já foi desfeita.')
}

interface Marca {
  antes: object | null
  retrato: string | null
}

interface Feito {
  clientesCriados: Map<number, Marca>
  clientesAtualizados: Map<number, Marca>
  contasCriadas: Map<number, Marca>
  contasAtualizadas: Map<number, Marca>
  notas: string[]
  cancelamentos: string[]
}

async function lerFeito(trx: Trx, id: number): Promise<Feito> {
  const itens = await trx
    .selectFrom('importacao_item')
    .select(['entidade', 'entidade_id', 'acao', 'antes', 'retrato'])
    .where('importacao_id', '=', id)
    .orderBy('id')
    .execute()
  const feito: Feito = {
    clientesCriados: new Map(),
    clientesAtualizados: new Map(),
    contasCriadas: new Map(),
    contasAtualizadas: new Map(),
    notas: [],
    cancelamentos: [],
  }
  for (const { entidade, entidade_id, acao, antes, retrato } of itens) {
    if (entidade === 'nota') feito.notas.push(entidade_id)
    else if (entidade === 'cancelamento') feito.cancelamentos.push(entidade_id)
    else marcar(feito, entidade, acao, Number(entidade_id), { antes, retrato })
  }
  return feito
}

/**
 * A batch may touch again what an earlier one of the same import made: what stands is how the last left it, and what
 * goes back is how the first found it.
 */
function marcar(feito: Feito, entidade: 'cliente' | 'conta', acao: 'criado' | 'atualizado', id: number, marca: Marca) {
  const criados = entidade === 'cliente' ? feito.clientesCriados : feito.contasCriadas
  const atualizados = entidade === 'cliente' ? feito.clientesAtualizados : feito.contasAtualizadas
  const criado = criados.get(id)
  if (acao === 'criado') criados.set(id, marca)
  else if (criado) criado.retrato = entidade === 'conta' ? marca.retrato : null
  else atualizados.set(id, { antes: atualizados.get(id)?.antes ?? marca.antes, retrato: marca.retrato })
}

/** Everything that stands in the way, told at once; nothing of it is changed. */
async function exigirIntacto(trx: Trx, id: number, feito: Feito): Promise<void> {
  const contas = [...feito.contasCriadas.keys(), ...feito.contasAtualizadas.keys()]
  const criados = [...feito.clientesCriados.keys()]
  const { pagas, negociadas } = await impedimentosDasContas(trx, contas)
  const impedimentos = [
    dizer(await clientesComMensagem(trx, criados), 'cliente já tem mensagem', 'clientes já têm mensagens'),
    dizer(await contasCobradas(trx, contas), 'conta já foi cobrada', 'contas já foram cobradas'),
    dizer(pagas, 'conta já teve pagamento', 'contas já tiveram pagamento'),
    dizer(negociadas, 'conta entrou em acordo', 'contas entraram em acordo'),
    dizer(
      (await comOutrasContas(trx, criados, id)).length,
      'cliente recebeu outra conta',
      'clientes receberam outras contas',
    ),
    dizer(
      await usadosDepois(trx, id),
      'registro foi usado por uma importação posterior',
      'registros foram usados por importações posteriores',
    ),
    dizer(await clientesMudados(trx, feito), 'cliente foi alterado depois', 'clientes foram alterados depois'),
    dizer(await contasMudadas(trx, feito), 'conta foi alterada depois', 'contas foram alteradas depois'),
  ].filter((frase) => frase !== null)
  if (impedimentos.length > 0)
    throw new RegraViolada('importacao_em_uso', `A importação não pode mais ser desfeita: ${impedimentos.join('; ')}.`)
}

const dizer = (quantos: number, um: string, varios: string): string | null =>
  quantos === 0 ? null : `${quantos} ${quantos === 1 ? um : varios}`

async function usadosDepois(trx: Trx, id: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct (i.entidade, i.entidade_id)) as total
    from importacao_item i
      join importacao_item d on d.entidade = i.entidade and d.entidade_id = i.entidade_id and d.importacao_id > i.importacao_id
      join importacao p on p.id = d.importacao_id and p.situacao <> 'desfeita'
    where i.importacao_id = ${id}`.execute(trx)
  return rows[0]!.total
}

async function clientesMudados(trx: Trx, { clientesCriados, clientesAtualizados }: Feito): Promise<number> {
  const inteiros = await retratosDeClientes(trx, [...clientesCriados.keys()], true)
  const cadastros = await retratosDeClientes(trx, [...clientesAtualizados.keys()], false)
  return diferentes(clientesCriados, inteiros) + diferentes(clientesAtualizados, cadastros)
}

async function contasMudadas(trx: Trx, { contasCriadas, contasAtualizadas }: Feito): Promise<number> {
  const agora = await retratosDeContas(trx, [...contasCriadas.keys(), ...contasAtualizadas.keys()])
  return diferentes(contasCriadas, agora) + diferentes(contasAtualizadas, agora)
}

const diferentes = (marcas: ReadonlyMap<number, Marca>, agora: ReadonlyMap<number, string>): number =>
  [...marcas].filter(([id, { retrato }]) => retrato !== null && agora.get(id) !== retrato).length

async function reverter(
  trx: Trx,
  feito: Feito,
  donos: readonly number[],
  causa: { agora: Date; usuarioId: number; ip: string | null },
): Promise<void> {
  const emLista = (marcas: ReadonlyMap<number, Marca>) =>
    [...marcas].map(([id, { antes }]) => ({ id, antes: antes ?? {} }))
  await apagarContas(trx, [...feito.contasCriadas.keys()])
  await restaurarContas(trx, emLista(feito.contasAtualizadas), causa.agora)
  await restaurarClientes(trx, emLista(feito.clientesAtualizados), causa.agora)
  await trx.deleteFrom('nota_fiscal').where('chave', '=', sql<string>`any(${feito.notas}::text[])`).execute()
  await trx.deleteFrom('nota_cancelada').where('chave', '=', sql<string>`any(${feito.cancelamentos}::text[])`).execute()
  const criados = [...feito.clientesCriados.keys()]
  await apagarCanceladas(trx, criados)
  await apagarImportados(trx, criados)
  const ficam = donos.filter((id) => !feito.clientesCriados.has(id))
  const moveram = await reconciliar(trx, ficam, causa)
  await esquecerConclusao(
    trx,
    moveram.map(({ id }) => id),
  )
}
