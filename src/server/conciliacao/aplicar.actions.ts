import type { FormaDePagamento } from '#domain/conta.ts'
import { type Centavos, emCentavos, formatarReais } from '#domain/dinheiro.ts'
import { CamposInvalidos, NaoEncontrado } from '#domain/erros.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { pagarCodigoDe } from '#server/codigos/vida.actions.ts'
import { dispensando, pagar } from '#server/contas-receber/pagamentos.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { esquecerQuemPagou } from '#server/movimentos/de-anonimos.actions.ts'
import { rejulgarOMesmo } from './mesmo-boleto.actions.ts'
import {
  type CausaDaConciliacao,
  clienteACaminho,
  disponivel,
  exigirIndeciso,
  type Movimento,
  travarMovimento,
} from './travas.queries.ts'

export interface Parte {
  id: number
  valorCentavos: Centavos
  /** It stays of an earlier payment (`pagar`), for this owner. */
  deNovo?: { operador_id: number | null }
}

/**
 * Applies a credit to accounts, as ordinary payments on the payer's day. The rest becomes the credit of the accounts' customer;
 * with accounts of several customers there may be no rest. A credit that already belongs to a customer can only pay that
 * customer's accounts. Returns the charges waived by it.
 */
export async function aplicarMovimento(
  trx: Trx,
  id: number,
  partes: readonly Parte[],
  causa: CausaDaConciliacao,
): Promise<{ dispensadoCentavos: Centavos }> {
  const movimento = await travarMovimento(trx, id)
  const pode = disponivel(movimento)
  const total = somar(partes)
  if (total > pode)
    throw new CamposInvalidos({
      contas: [`As partes somam ${formatarReais(total)}, e o movimento tem ${formatarReais(pode)} para aplicar.`],
    })
  const donos = await donosDas(trx, partes)
  recusarDonos(movimento, donos, pode - total)
  await travarClientes(trx, donos)
  await pagarCodigoDe(trx, movimento.txid, donos)
  const { dispensadoCentavos } = await aplicarPartes(trx, movimento, partes, causa)
  const clienteId = donos.length === 1 ? donos[0]! : null
  await deixarResto(trx, movimento, { clienteId, aplicado: total, resto: pode - total }, causa)
  await anotar(
    trx,
    movimento,
    'aplicar',
    clienteId,
    frase`${formatarReais(total)} de ${dito(movimento)} aplicados${dispensando(dispensadoCentavos)}${deixando(pode - total, movimento)}.`,
    causa,
  )
  return { dispensadoCentavos }
}

/** What is above the owed is told at once, not only found in the customer's money. */
const deixando = (resto: Centavos, { credito_centavos }: { credito_centavos: Centavos }): string =>
  resto > 0 && credito_centavos === 0 ? `, e ${formatarReais(resto)} ficaram como crédito do cliente` : ''

const somar = (partes: readonly Parte[]): Centavos =>
  partes.reduce((soma, { valorCentavos }) => soma + valorCentavos, 0)

async function donosDas(trx: Trx, partes: readonly Parte[]): Promise<number[]> {
  const contas = await trx
    .selectFrom('conta')
    .select(['id', 'cliente_id'])
    .where(
      'id',
      'in',
      partes.map(({ id }) => id),
    )
    .execute()
  const ausente = partes.findIndex(({ id }) => !contas.some((conta) => conta.id === id))
  if (ausente >= 0) throw new CamposInvalidos({ [`contas.${ausente}.id`]: ['Esta conta não existe.'] })
  return [...new Set(contas.map(({ cliente_id }) => cliente_id))]
}

function recusarDonos(movimento: Movimento, donos: readonly number[], resto: Centavos): void {
  if (movimento.credito_centavos > 0 && donos.some((dono) => dono !== movimento.cliente_id))
    throw new CamposInvalidos({ contas: ['Este crédito é de um cliente, e só paga contas dele.'] })
  if (donos.length > 1 && resto > 0)
    throw new CamposInvalidos({
      contas: [
        `Entre contas de vários clientes nada pode sobrar, e sobram ${formatarReais(resto)}. Reparta tudo, ou aplique a um cliente só.`,
      ],
    })
}

/**
 * Records the payments of a movement in ascending account id, the order in which accounts are locked everywhere.
 * `encargosDados`: the charges are the PSP's figures, not recomputed. Returns the charges of that day that are waived.
 */
export async function aplicarPartes(
  trx: Trx,
  movimento: Movimento,
  partes: readonly Parte[],
  causa: CausaDaConciliacao,
  encargosDados = false,
): Promise<{ dispensadoCentavos: Centavos }> {
  const pedido = {
    pago_em: movimento.dia,
    forma: formaDe(movimento),
    movimento_id: movimento.id,
    encargos_dados: encargosDados,
  }
  let dispensadoCentavos = 0
  for (const parte of partes.toSorted((a, b) => a.id - b.id)) {
    const lugar = `contas.${partes.indexOf(parte)}`
    const desta = { ...pedido, valor: parte.valorCentavos, ...(parte.deNovo && { de_novo: parte.deNovo }) }
    const pago = await pagar(trx, parte.id, desta, causa, somar(partes)).catch((erro) => {
      const valor = erro instanceof CamposInvalidos ? (erro.campos.valor ?? erro.campos.pago_em) : undefined
      throw valor ? new CamposInvalidos({ [`${lugar}.valor`]: valor }) : erro
    })
    dispensadoCentavos += emCentavos(pago.encargos_dispensados)
  }
  return { dispensadoCentavos }
}

const formaDe = ({ origem, end_to_end_id, nosso_numero, descricao }: Movimento): FormaDePagamento => {
  if (origem !== 'ofx' && nosso_numero !== null) return 'boleto'
  return end_to_end_id !== null || /\bpix\b/i.test(descricao) ? 'pix' : 'transferencia'
}

/** Updates the movement: this much more is applied, and the rest of the amount being decided is the customer's credit. */
export async function deixarResto(
  trx: Trx,
  movimento: Movimento,
  { clienteId, aplicado, resto }: { clienteId: number | null; aplicado: Centavos; resto: Centavos },
  causa: CausaDaConciliacao,
  automatico = false,
): Promise<void> {
  const eraCredito = movimento.credito_centavos > 0
  await trx
    .updateTable('movimento')
    .set({
      situacao: resto > 0 ? 'credito' : 'aplicado',
      aplicado_centavos: movimento.aplicado_centavos + aplicado,
      credito_centavos: resto,
      cliente_id: clienteId,
      a_julgar: false,
      automatico: automatico || movimento.automatico,
      ...(resto > 0 && !eraCredito && { a_caminho_desde: causa.agora }),
    })
    .where('id', '=', movimento.id)
    .execute()
  if (resto > 0 && !eraCredito && clienteId !== null) await clienteACaminho(trx, clienteId, causa.agora)
}

/** All of an undecided credit is a customer's, to be given back or applied later. */
export async function creditarMovimento(
  trx: Trx,
  id: number,
  clienteId: number,
  causa: CausaDaConciliacao,
): Promise<void> {
  const movimento = await travarMovimento(trx, id)
  exigirIndeciso(movimento)
  const pode = movimento.sem_dono_centavos
  const [cliente] = await travarClientes(trx, [clienteId])
  if (!cliente) throw new NaoEncontrado('Este cliente não existe.')
  await pagarCodigoDe(trx, movimento.txid, [clienteId])
  await deixarResto(trx, movimento, { clienteId, aplicado: 0, resto: pode }, causa)
  const texto = frase`${formatarReais(pode)} de ${dito(movimento)} ficaram como crédito de ${oCliente(clienteId)}.`
  await anotar(trx, movimento, 'creditar', clienteId, texto, causa)
}

const NOMES: Record<Movimento['origem'], string> = {
  pix: 'um Pix',
  ofx: 'um lançamento do extrato',
  cnab240: 'um boleto',
  cnab400: 'um boleto',
}

/** "um Pix (movimento 12)": the log must not keep the payer's name. */
export const dito = ({ id, origem }: Pick<Movimento, 'id' | 'origem'>): Frase =>
  frase`${NOMES[origem]} (movimento ${id})`

interface Decidido {
  movimento: Pick<Movimento, 'id' | 'pelo_pix' | 'txid'>
  clienteId: number | null
  descricao: Frase
}

/** A decision that was carried out (`anotarCada`). */
export const anotar = (
  trx: Trx,
  movimento: Decidido['movimento'],
  verbo: VerboDe<'conciliacao'>,
  clienteId: number | null,
  descricao: Frase,
  causa: CausaDaConciliacao,
  outros: { motivo?: string; nivel?: 'info' | 'aviso' } = {},
): Promise<void> => anotarCada(trx, [{ movimento, clienteId, descricao }], verbo, causa, outros)

/**
 * Decisions that were carried out: the line of each in the log, with whose the movement is, or the movement's own. Of somebody made
 * anonymous it keeps nothing of who paid.
 */
export async function anotarCada(
  trx: Trx,
  decididos: readonly Decidido[],
  verbo: VerboDe<'conciliacao'>,
  { agora, usuarioId, ip }: CausaDaConciliacao,
  { motivo, nivel }: { motivo?: string; nivel?: 'info' | 'aviso' },
): Promise<void> {
  await esquecerQuemPagou(
    trx,
    decididos.map(({ movimento }) => movimento.id),
  )
  const dePix = decididos.flatMap(({ movimento: { id, pelo_pix, txid } }) => (pelo_pix || txid !== null ? [id] : []))
  if (dePix.length > 0) await rejulgarOMesmo(trx, dePix)
  await registrar(
    trx,
    ...decididos.map(({ movimento, clienteId, descricao }) => ({
      agora,
      usuarioId: usuarioId ?? null,
      ip: ip ?? null,
      acao: `conciliacao.${verbo}` as const,
      descricao,
      motivo,
      ...(nivel && { nivel }),
      entidade: clienteId === null ? 'movimento' : 'cliente',
      entidadeId: clienteId ?? movimento.id,
      dados: { movimento: movimento.id },
    })),
  )
}
