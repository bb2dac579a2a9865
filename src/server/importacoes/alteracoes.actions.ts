import type { Alteracao } from '#contract/alteracoes.ts'
import { type CAMPOS_DA_CONTA, type CampoAlterado, type CampoDoCadastro, NOMES_DOS_CAMPOS } from '#domain/alteracao.ts'
import type { Calendario } from '#domain/calendario.ts'
import type { Autor } from '#domain/causa.ts'
import { formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { gravarCadastro } from '#server/clientes/cadastro.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { mudarTravada } from '#server/contas-receber/contas.actions.ts'
import { contasACancelar } from '#server/contas-receber/contas-receber.importacao.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { anunciarAlteracoes } from './alteracoes.guarda.ts'
import { verAlteracao } from './alteracoes.queries.ts'
import { cancelarTravadas } from './cancelamentos.actions.ts'
import { notasCanceladas } from './notas.queries.ts'

type Pendente = Linha<'importacao_alteracao'>

/**
 * Writes a change that waited, as its customer stands now. 409 when it was decided before, or no longer fits: what it
 * would change is not as the import found it, or may not change any more.
 */
export const aplicarAlteracao = (servicos: Servicos, id: number, autor: Autor): Promise<Alteracao> =>
  emTransacao(servicos.db, async (trx) => {
    const calendario = await fixarCalendario(trx)
    const { pendente, operador_id } = await travarPendente(trx, id, autor)
    await escrever(trx, servicos, pendente, calendario, autor)
    // What moves neither totals nor status, as another due day, is told by nothing else.
    await notificar(trx, { tipo: 'cliente', cliente_id: pendente.cliente_id, operador_id })
    return decidir(trx, pendente, 'aplicada', autor)
  })

/** Drops a change that waited: nothing of it is written. */
export const descartarAlteracao = ({ db }: Servicos, id: number, autor: Autor): Promise<Alteracao> =>
  emTransacao(db, async (trx) => decidir(trx, (await travarPendente(trx, id, autor)).pendente, 'descartada', autor))

/** The change and its customer under their locks, while nobody has decided. */
async function travarPendente(trx: Trx, id: number, autor: Autor) {
  await exigirUsuarioAtivo(trx, autor.usuarioId)
  const { cliente } = await verAlteracao(trx, id)
  const [travado] = await travarClientes(trx, [cliente.id])
  const alteracao = await trx
    .selectFrom('importacao_alteracao')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!alteracao) throw new NaoEncontrado('Esta alteração não existe mais: a importação dela foi desfeita.')
  if (alteracao.situacao === 'pendente') return { pendente: alteracao, operador_id: travado?.operador_id ?? null }
  const { decidida_por } = await verAlteracao(trx, id)
  throw new RegraViolada(
    'alteracao_decidida',
    `Esta alteração já foi ${alteracao.situacao} por ${decidida_por?.name ?? 'outra pessoa'}.`,
  )
}

function escrever(trx: Trx, servicos: Servicos, pendente: Pendente, calendario: Calendario, autor: Autor) {
  switch (pendente.campo) {
    case 'cancelamento':
      return cancelarNota(trx, pendente, autor)
    case 'valor':
    case 'vencimento':
      return mudarConta(trx, pendente, pendente.campo, calendario, autor)
    default:
      return mudarCadastro(trx, servicos.chaveSecreta, pendente, pendente.campo, autor)
  }
}

async function mudarCadastro(trx: Trx, chaveSecreta: Buffer, pendente: Pendente, campo: CampoDoCadastro, autor: Autor) {
  const cliente = await trx
    .selectFrom('cliente')
    .select([campo, 'anonimizado_em'])
    .where('id', '=', pendente.cliente_id)
    .executeTakeFirstOrThrow()
  if (cliente.anonimizado_em !== null || pendente.para === null)
    throw new RegraViolada('anonimizado', 'Os dados pessoais deste cliente foram apagados: descarte a alteração.')
  exigirIgual(campo, pendente.de, cliente[campo])
  await gravarCadastro(trx, chaveSecreta, pendente.cliente_id, { [campo]: pendente.para }, autor)
}

async function mudarConta(
  trx: Trx,
  { conta_id, de, para }: Pendente,
  campo: (typeof CAMPOS_DA_CONTA)[number],
  calendario: Calendario,
  autor: Autor,
) {
  const conta = await trx
    .selectFrom('conta')
    .selectAll()
    .where('id', '=', conta_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  exigirIgual(campo, de, campo === 'valor' ? String(conta.valor_centavos) : conta.vencimento)
  await mudarTravada(trx, conta, campo === 'valor' ? { valor: Number(para) } : { vencimento: para! }, calendario, autor)
}

async function cancelarNota(trx: Trx, { chave_nfe, importacao_id }: Pendente, autor: Autor) {
  const chaves = [chave_nfe!]
  // Without accounts the note's import was undone: the cancellation is kept for when it comes again.
  if ((await contasACancelar(trx, chaves)).length === 0 && (await notasCanceladas(trx, chaves)).size > 0)
    throw new RegraViolada(
      'alteracao_nao_cabe',
      'A nota já está cancelada: não há o que aplicar. Descarte a alteração.',
    )
  await cancelarTravadas(trx, chaves, importacao_id, autor)
}

/** What would be changed must still be what the import found. */
function exigirIgual(campo: Exclude<CampoAlterado, 'cancelamento'>, de: string | null, agora: string | null) {
  if (de === agora) return
  const escrito = (valor: string | null) =>
    valor === null
      ? 'vazio'
      : campo === 'valor'
        ? formatarReais(Number(valor))
        : campo === 'vencimento'
          ? formatarDia(valor)
          : `"${valor}"`
  throw new RegraViolada(
    'alteracao_nao_cabe',
    `Desde a importação o ${NOMES_DOS_CAMPOS[campo]} mudou: era ${escrito(de)}, agora é ${escrito(agora)}. Nada foi aplicado.`,
  )
}

async function decidir(
  trx: Trx,
  { id, cliente_id, importacao_id }: Pendente,
  situacao: 'aplicada' | 'descartada',
  autor: Autor,
) {
  await trx
    .updateTable('importacao_alteracao')
    .set({ situacao, decidida_em: autor.agora, decidida_por: autor.usuarioId })
    .where('id', '=', id)
    .execute()
  await registrar(trx, {
    ...autor,
    acao: situacao === 'aplicada' ? 'importacao.aplicar_alteracao' : 'importacao.descartar_alteracao',
    descricao: frase`Alteração da importação ${importacao_id} em ${oCliente(cliente_id)} foi ${situacao}.`,
    entidade: 'cliente',
    entidadeId: cliente_id,
    dados: { alteracao: id, importacao: importacao_id },
  })
  await anunciarAlteracoes(trx)
  return verAlteracao(trx, id)
}
