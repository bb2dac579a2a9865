import type { z } from 'zod'
import type { criarNegociacao as contrato } from '#contract/negociacoes.ts'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import { SO_CONTAS_ABERTAS } from '#domain/conta.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { dizerParcelas, gerarParcelas, type Parcela, valorNegociado } from '#domain/parcelas.ts'
import type { ContaNegociavel } from '#domain/politica.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { enviarModeloAutomatico } from '#server/mensagens/modelo.actions.ts'
import { contaNegociavel } from '#server/saldo/conta-no-dia.ts'

export type Pedido = z.output<typeof contrato.schema.body>

/** The customer hears at once what was agreed. */
export const confirmarAcordo = (
  trx: Trx,
  clienteId: number,
  { valorCentavos, parcelas }: { valorCentavos: number; parcelas: readonly Parcela[] },
  agora: Date,
  /** Then the day told is the next one's. */
  primeiraPaga = false,
) =>
  enviarModeloAutomatico(trx, {
    clienteId,
    tipo: 'negociacao',
    valores: {
      valor: formatarReais(valorCentavos),
      quantidade_contas: dizerParcelas(parcelas.map((uma, i) => ({ ...uma, paga: primeiraPaga && i === 0 }))),
      vencimento: formatarDia(parcelas[primeiraPaga ? 1 : 0]!.vencimento),
    },
    agora,
  })

export type Conta = Linha<'conta'>
const aberto = (conta: Conta) => conta.valor_centavos - conta.pago_centavos

/** Every account asked for must be open and the customer's. */
export const travarAbertas = async (trx: Trx, clienteId: number, pedidas: readonly number[]): Promise<Conta[]> =>
  todas(pedidas, await abertas(trx, clienteId, pedidas).forUpdate().execute())

/** The same, only read. */
export const lerAbertas = async (db: Db, clienteId: number, pedidas: readonly number[]): Promise<Conta[]> =>
  todas(pedidas, await abertas(db, clienteId, pedidas).execute())

const abertas = (db: Db | Trx, clienteId: number, pedidas: readonly number[]) =>
  db
    .selectFrom('conta')
    .selectAll()
    .where('id', 'in', pedidas)
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('vencimento')
    .orderBy('id')

function todas(pedidas: readonly number[], contas: Conta[]): Conta[] {
  if (contas.length < new Set(pedidas).size) throw new CamposInvalidos({ contas: [SO_CONTAS_ABERTAS] })
  return contas
}

/** What is agreed on, in cents. */
export interface Termos {
  originalCentavos: number
  encargosCentavos: number
  descontoCentavos: number
  valorCentavos: number
  parcelas: Parcela[]
}

/** The accounts as the policy judges them. */
export async function negociaveis(db: Db | Trx, contas: readonly Conta[], hoje: Dia): Promise<ContaNegociavel[]> {
  const taxas = await lerTaxas(db)
  return contas.map((conta) => contaNegociavel(conta, hoje, taxas))
}

/** Calculates an operator's agreement on a day; 422 if the amounts do not add up. */
export function calcularTermos(
  contas: readonly ContaNegociavel[],
  pedido: Omit<Pedido, 'enviar_mensagem'>,
  hoje: Dia,
): Termos {
  const originalCentavos = contas.reduce((soma, conta) => soma + conta.abertoCentavos, 0)
  const encargosCentavos = pedido.incluir_encargos
    ? contas.reduce((soma, conta) => soma + conta.encargosCentavos, 0)
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

/** A later year was mistyped: with 48 months the last instalment is still in this century. */
const ULTIMO_DIA: Dia = '2095-12-31'

function conferirAno(dia: Dia): Dia {
  if (dia > ULTIMO_DIA) throw new CamposInvalidos({ primeiro_vencimento: ['Confira o ano do primeiro vencimento.'] })
  return dia
}

/** Which accounts it is about, as they are when it is agreed on. */
export async function guardarContas(trx: Trx, id: number, contas: readonly Conta[]) {
  await trx
    .insertInto('negociacao_conta')
    .values(
      contas.map((conta) => ({
        negociacao_id: id,
        conta_id: conta.id,
        aberto_centavos: aberto(conta),
        vencimento: conta.vencimento,
      })),
    )
    .execute()
}

/** An agreement takes effect: its instalments replace its accounts. Returns the first one's account. */
export async function efetivar(
  trx: Trx,
  id: number,
  contas: readonly Conta[],
  { parcelas, calendario }: { parcelas: readonly Parcela[]; calendario: Calendario },
  agora: Date,
): Promise<number> {
  await substituirContas(trx, id, contas, agora)
  return lancarParcelas(trx, id, contas, { parcelas, calendario }, agora)
}

async function substituirContas(trx: Trx, id: number, contas: readonly Conta[], agora: Date) {
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
): Promise<number> {
  const mensais = parcelas.filter((parcela) => parcela.numero > 0).length
  const lancadas = await trx
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
    .returning(['id', 'parcela_numero'])
    .execute()
  return lancadas.sort((a, b) => a.parcela_numero! - b.parcela_numero!)[0]!.id
}
