import type { z } from 'zod'
import type { criarNegociacao as contrato } from '#contract/negociacoes.ts'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import { type Autor, type Causa, POR_ONDE } from '#domain/causa.ts'
import { transitar } from '#domain/cliente.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { calcularEncargos } from '#domain/encargos.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { dizerParcelas, gerarParcelas, type Parcela, valorNegociado } from '#domain/negociacao.ts'
import { aoCancelarAcordo, reconciliar } from '#server/clientes/automaticas.actions.ts'
import { mudarStatus, travarParaCausa, travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import { fixarCalendario, lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { enviarModeloAutomatico } from '#server/mensagens/mensagens.actions.ts'
import { comAcordoAtivo } from '#server/saldo/acordos.queries.ts'
import { recusarContestadas } from '#server/saldo/retida.queries.ts'
import { encerrar } from './encerramento.actions.ts'

type Pedido = z.output<typeof contrato.schema.body>

/**
 * Agrees on instalments in place of open accounts, whoever or whatever causes it: an operator takes the customer over
 * first; the accounts are replaced, and the customer is left `negociado`. Gives the agreement's id.
 * 409 `acordo_em_andamento` while another runs; 422 for what does not add up.
 */
export async function negociar(trx: Trx, clienteId: number, pedido: Pedido, causa: Causa): Promise<number> {
  const hoje = diaDe(causa.agora)
  const calendario = await fixarCalendario(trx)
  let cliente = await travarParaCausa(trx, clienteId, causa)
  if ((await comAcordoAtivo(trx, [clienteId])).size > 0) {
    throw new RegraViolada(
      'acordo_em_andamento',
      'Este cliente já tem um acordo em andamento. Cancele-o antes de fazer outro.',
    )
  }
  // Checked first: a completed customer has no open account either, and the status is the better reason.
  transitar(cliente.status, 'negociar', { ativo: false, quebrado: false })
  const contas = await travarAbertas(trx, clienteId, pedido.contas)
  await recusarContestadas(
    trx,
    contas.map(({ id: contaId }) => contaId),
  )
  const proposta = await propor(trx, contas, pedido, hoje)
  if (causa.origem === 'usuario' && (cliente.status === 'ativo' || cliente.status === 'aguardando_atendimento')) {
    cliente = await mudarStatus(trx, cliente, 'assumir', causa, { operadorId: causa.usuarioId })
  }
  const id = await gravarAcordo(trx, clienteId, proposta, pedido, causa)
  await substituirContas(trx, id, contas, causa.agora)
  await lancarParcelas(trx, id, contas, { parcelas: proposta.parcelas, calendario }, causa.agora)
  await mudarStatus(trx, cliente, 'negociar', causa)
  await reconciliar(trx, [clienteId], causa)
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId ?? null,
    ip: causa.ip ?? null,
    acao: 'negociacao.fechar',
    descricao: frase`Acordo ${id} de ${oCliente(clienteId)}: ${formatarReais(proposta.valorCentavos)}. Parcelas: ${dizerParcelas(proposta.parcelas)}.${porOnde(causa)}`,
    entidade: 'cliente',
    entidadeId: clienteId,
    dados: { negociacao: id, contas: pedido.contas, ...(causa.origem !== 'usuario' && { origem: causa.origem }) },
  })
  if (pedido.enviar_mensagem) await confirmarAcordo(trx, clienteId, proposta, causa.agora)
  return id
}

/** Through what it came, when it was no operator's hand. */
const porOnde = ({ origem }: Causa) => (origem === 'usuario' ? '' : ` Feito ${POR_ONDE[origem]}.`)

/** The customer hears at once what was agreed. */
const confirmarAcordo = (
  trx: Trx,
  clienteId: number,
  { valorCentavos, parcelas }: { valorCentavos: number; parcelas: Parcela[] },
  agora: Date,
) =>
  enviarModeloAutomatico(trx, {
    clienteId,
    tipo: 'negociacao',
    valores: {
      valor: formatarReais(valorCentavos),
      quantidade_contas: dizerParcelas(parcelas),
      vencimento: formatarDia(parcelas[0]!.vencimento),
    },
    agora,
  })

/** Ends a running agreement by a person's word: the originals come back, and the customer is in that person's hands. */
export const cancelarNegociacao = (db: Db, clienteId: number, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await travarParaPessoa(trx, clienteId, autor)
    const negociacao = await trx
      .selectFrom('negociacao')
      .selectAll()
      .where('id', '=', id)
      .where('cliente_id', '=', clienteId)
      .executeTakeFirst()
    if (!negociacao) throw new NaoEncontrado('Este acordo não existe ou é de outro cliente.')
    if (negociacao.status !== 'ativa') {
      throw new RegraViolada('acordo_encerrado', 'Este acordo já terminou e não pode ser cancelado.')
    }
    await encerrar(trx, negociacao, 'cancelada', motivo, autor)
    await aoCancelarAcordo(trx, clienteId, autor)
    await reconciliar(trx, [clienteId], autor)
  })

type Conta = Linha<'conta'>
const aberto = (conta: Conta) => conta.valor_centavos - conta.pago_centavos

/** Every account asked for must be open and the customer's. */
async function travarAbertas(trx: Trx, clienteId: number, pedidas: readonly number[]): Promise<Conta[]> {
  const ids = [...new Set(pedidas)]
  const contas = await trx
    .selectFrom('conta')
    .selectAll()
    .where('id', 'in', ids)
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('vencimento')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (contas.length < ids.length) {
    throw new CamposInvalidos({
      contas: ['Escolha só contas em aberto deste cliente. Alguma foi paga, negociada ou cancelada; atualize a tela.'],
    })
  }
  return contas
}

interface Proposta {
  originalCentavos: number
  encargosCentavos: number
  descontoCentavos: number
  valorCentavos: number
  parcelas: Parcela[]
}

async function propor(trx: Trx, contas: readonly Conta[], pedido: Pedido, hoje: Dia): Promise<Proposta> {
  const taxas = await lerTaxas(trx)
  const originalCentavos = contas.reduce((soma, conta) => soma + aberto(conta), 0)
  const encargosCentavos = pedido.incluir_encargos
    ? contas.reduce(
        (soma, conta) => soma + calcularEncargos(aberto(conta), conta.vencimento_util, hoje, taxas).totalCentavos,
        0,
      )
    : 0
  const descontoCentavos = pedido.desconto ?? 0
  const valorCentavos = valorNegociado(originalCentavos, encargosCentavos, descontoCentavos)
  const parcelas = gerarParcelas({
    valorCentavos,
    entradaCentavos: pedido.entrada ?? 0,
    parcelas: pedido.parcelas,
    primeiroVencimento: conferirAno(pedido.primeiro_vencimento),
    hoje,
  })
  return { originalCentavos, encargosCentavos, descontoCentavos, valorCentavos, parcelas }
}

/** Beyond this a year was mistyped: 48 months later the last instalment is still of this century. */
const ULTIMO_DIA: Dia = '2095-12-31'

function conferirAno(dia: Dia): Dia {
  if (dia > ULTIMO_DIA) throw new CamposInvalidos({ primeiro_vencimento: ['Confira o ano do primeiro vencimento.'] })
  return dia
}

async function gravarAcordo(
  trx: Trx,
  clienteId: number,
  proposta: Proposta,
  pedido: Pedido,
  causa: Causa,
): Promise<number> {
  const { id } = await trx
    .insertInto('negociacao')
    .values({
      cliente_id: clienteId,
      status: 'ativa',
      valor_original_centavos: proposta.originalCentavos,
      encargos_centavos: proposta.encargosCentavos,
      desconto_centavos: proposta.descontoCentavos,
      valor_negociado_centavos: proposta.valorCentavos,
      observacao: pedido.observacao || null,
      usuario_id: causa.usuarioId ?? null,
      criada_em: causa.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function substituirContas(trx: Trx, id: number, contas: readonly Conta[], agora: Date) {
  await trx
    .insertInto('negociacao_conta')
    .values(contas.map((conta) => ({ negociacao_id: id, conta_id: conta.id, aberto_centavos: aberto(conta) })))
    .execute()
  const ids = contas.map((conta) => conta.id)
  await trx
    .updateTable('conta')
    .set({ situacao: 'negociada', substituida_por: id, updated_at: agora })
    .where('id', 'in', ids)
    .execute()
}

/** Each instalment is an account of its own, named after the oldest account it stands for. */
async function lancarParcelas(
  trx: Trx,
  id: number,
  contas: readonly Conta[],
  { parcelas, calendario }: { parcelas: readonly Parcela[]; calendario: Calendario },
  agora: Date,
) {
  const mensais = parcelas.filter((parcela) => parcela.numero > 0).length
  await trx
    .insertInto('conta')
    .values(
      parcelas.map((parcela) => ({
        cliente_id: contas[0]!.cliente_id,
        numero: contas[0]!.numero,
        parcela: parcela.numero === 0 ? 'entrada' : `${parcela.numero}/${mensais}`,
        valor_centavos: parcela.valorCentavos,
        emissao: diaDe(agora),
        vencimento: parcela.vencimento,
        vencimento_util: proximoDiaUtil(parcela.vencimento, calendario),
        origem: 'negociacao' as const,
        acordo_id: id,
        parcela_numero: parcela.numero,
        created_at: agora,
        updated_at: agora,
      })),
    )
    .execute()
}
