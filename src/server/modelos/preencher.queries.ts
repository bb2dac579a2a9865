import { type Dia, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { LINK_GUARDADO } from '#domain/link.ts'
import type { TipoModelo, Valores } from '#domain/modelo.ts'
import { dizerParcelas } from '#domain/parcelas.ts'
import { type Partes, SEM_PARTES } from '#domain/partes.ts'
import { type PartesPreenchidas, preencherPartes } from '#domain/partes-preenchidas.ts'
import { type Preenchido, preencher, valoresDoModelo } from '#domain/preenchimento.ts'
import { lerEmpresa, lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { type ContaAberta, contasAbertasDe } from '#server/saldo/abertas.queries.ts'
import { parcelasDoAcordo } from '#server/saldo/acordos.queries.ts'

export interface QuemRecebe {
  id: number
  nome: string
  documento: string | null
}

/** A text filled with a customer's data of a day, about the accounts that its type speaks of. */
export async function preencherModelo(
  db: Db | Trx,
  pedido: {
    tipo: TipoModelo
    texto: string
    partes?: Partes
    cliente: QuemRecebe
    /** Who writes; null when nobody does. */
    operador: string | null
    dia: Dia
    /** What the caller knows better, such as the value just paid. */
    valores?: Partial<Valores>
  },
): Promise<Preenchido & { partes: PartesPreenchidas | null }> {
  const doAcordo =
    pedido.tipo === 'negociacao' && !pedido.valores?.valor ? await valoresDoAcordo(db, pedido.cliente.id) : {}
  const valores = { ...(await valoresDoCliente(db, pedido)), ...doAcordo, ...pedido.valores }
  return { ...preencher(pedido.texto, valores), partes: preencherPartes(pedido.partes ?? SEM_PARTES, valores) }
}

/** A confirmation tells what was agreed, sent again by hand as well, and not what is left of it. */
async function valoresDoAcordo(db: Db | Trx, clienteId: number): Promise<Partial<Valores>> {
  const parcelas = await parcelasDoAcordo(db, clienteId)
  const proxima = parcelas.find(({ situacao }) => situacao === 'aberta')
  if (!proxima) return {}
  return {
    valor: formatarReais(proxima.totalCentavos),
    quantidade_contas: dizerParcelas(
      parcelas.map(({ numero, valorCentavos, situacao }) => ({
        numero: numero!,
        valorCentavos,
        paga: situacao === 'paga',
      })),
    ),
    vencimento: formatarDia(proxima.vencimento),
  }
}

/** A customer's data of a day as the values of the variables: of the accounts that a type speaks of, or of all that are open. */
export async function valoresDoCliente(
  db: Db | Trx,
  { cliente, operador, dia, tipo }: { cliente: QuemRecebe; operador: string | null; dia: Dia; tipo?: TipoModelo },
): Promise<Valores> {
  const { empresa, pix, taxas } = await lerEmpresa(db)
  const contas = await contasAbertasDe(db, cliente.id, dia, taxas)
  const { nome, documento } = cliente
  return valoresDoModelo({
    nome,
    documento,
    empresa,
    pix,
    operador,
    contas: tipo ? contasDoTipo(tipo, contas, dia) : contas,
    link: LINK_GUARDADO, // its address is put there as it goes
  })
}

/** The open accounts of a customer that a type speaks of on a day: what a code in its text asks for. */
export async function contasDoModelo(db: Db | Trx, clienteId: number, tipo: TipoModelo, dia: Dia): Promise<number[]> {
  const abertas = await contasAbertasDe(db, clienteId, dia, await lerTaxas(db))
  return contasDoTipo(tipo, abertas, dia).map(({ id }) => id)
}

/** The accounts that a type is about; without any, all open ones, unless the type requires its own. */
export function contasDoTipo(
  tipo: TipoModelo,
  contas: ContaAberta[],
  dia: Dia,
  senao: 'todas' | 'so-do-tipo' = 'todas',
): ContaAberta[] {
  const vencidas = contas.filter((conta) => conta.diasAtraso > 0)
  const achadas = {
    lembrete: () => contas.filter((conta) => conta.vencimento > dia).slice(0, 1),
    vencimento: () => contas.filter((conta) => conta.vencimento === dia),
    atraso: () => vencidas,
    atraso_grave: () => vencidas,
    reengajar: () => vencidas,
    negociacao: () => contas.filter((conta) => conta.acordoId !== null),
    parcela: () => contas.filter((conta) => conta.acordoId !== null).slice(0, 1),
    confirmar_pessoa: () => vencidas,
    pagamento: () => contas,
    contestacao: () => contas,
    fora_do_horario: () => contas,
  }[tipo]()
  return achadas.length > 0 || senao === 'so-do-tipo' ? achadas : contas
}
