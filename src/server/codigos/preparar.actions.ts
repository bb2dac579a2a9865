import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { escreverPixEstatico } from '#domain/brcode.ts'
import {
  BYTES_DO_TXID,
  type ContaDoCodigo,
  montarCodigo,
  type ParteDoCodigo,
  serveDeNovo,
  type TipoDeCodigo,
  txidDe,
} from '#domain/codigo.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { calcularDevido } from '#domain/devido.ts'
import type { Taxas } from '#domain/encargos.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import type { Devedor } from '#server/psp/pix-api.ts'
import { contestacaoDaConta, ditaAoCliente } from '#server/saldo/conta-no-dia.ts'

/** A code asked for about some accounts of one customer. */
export interface PedidoDeCodigo {
  clienteId: number
  contas: readonly number[]
  /** The message that brings it. */
  mensagemId: number | null
}

/** A symbol, so that the answer stored for an `Idempotency-Key`, which is JSON, loses it: its code was given when it was stored. */
export const DADO_DE_NOVO = Symbol('dado de novo')

/** A live code. Until the PSP answers it has no `copiaECola`, and everything to tell the PSP is here. */
export interface CodigoPreparado {
  id: number
  clienteId: number
  tipo: TipoDeCodigo
  txid: string
  valorCentavos: number
  partes: readonly ParteDoCodigo[]
  valeAte: Dia
  copiaECola: string | null
  /** Made now; false: it is given again. */
  novo: boolean
  /** It was made before, and is given again by this very act. */
  [DADO_DE_NOVO]?: true
  mensagemId: number | null
  /** The agreement whose first payment it asks; null: what the accounts owe. */
  negociacaoId: number | null
  descricao: string
  devedor: Devedor | null
  vencimento: Dia
  taxas: Taxas
}

interface Contexto {
  recebedor: Recebedor
  /** Is there a PSP, and does it answer? */
  comPsp: boolean
  agora: Date
}

/**
 * The codes of these requests, whose customers are locked: a live one with the same terms is given again, any other of
 * one of the accounts is replaced. Codes that need no PSP are complete at once; the others are stored before the PSP is
 * asked, so that a crash in between makes no second one. No account may be in two requests.
 */
export async function prepararCodigos(
  trx: Trx,
  pedidos: readonly PedidoDeCodigo[],
  { recebedor, comPsp, agora }: Contexto,
): Promise<CodigoPreparado[]> {
  if (pedidos.length === 0) return []
  const hoje = diaDe(agora)
  const taxas = await lerTaxas(trx)
  const ids = pedidos.flatMap(({ contas }) => contas)
  const contas = await lerContas(trx, ids)
  const vivos = await lerVivos(trx, ids)
  const [prontos, novos]: [CodigoPreparado[], NovoCodigo[]] = [[], []]
  for (const pedido of pedidos) {
    const suas = pedido.contas.map((id) => contas.get(id)!)
    const cobradas = suas.map((conta) => contaDoCodigo(conta, hoje, taxas))
    const montar = (peloPsp: boolean) =>
      montarCodigo(cobradas, { comPsp: peloPsp, comDocumento: suas[0]!.documento !== null, hoje })
    const feito = montar(comPsp)
    const base = {
      ...dizer(suas, taxas),
      ...feito,
      clienteId: pedido.clienteId,
      mensagemId: pedido.mensagemId,
      negociacaoId: null,
    }
    // A PSP being up or down must not replace a code with the same terms: each is compared with a new one of its own kind.
    const igual = vivos.find((vivo) => serveDeNovo(vivo, montar(vivo.tipo !== 'pix_estatico'), hoje))
    if (igual) prontos.push({ ...base, ...igual, novo: false, [DADO_DE_NOVO]: true })
    else novos.push({ ...base, ...escrever(feito, recebedor) })
  }
  const substituidos = novos.flatMap(({ partes }) => partes.map(({ contaId }) => contaId))
  await encerrarVivos(trx, substituidos, hoje)
  return [...prontos, ...(await gravarNovos(trx, novos, agora))]
}

export type NovoCodigo = Omit<CodigoPreparado, 'id' | 'novo'>

export function escrever({ tipo, valorCentavos }: { tipo: TipoDeCodigo; valorCentavos: number }, recebedor: Recebedor) {
  const txid = txidDe(tipo, randomBytes(BYTES_DO_TXID))
  return { txid, copiaECola: tipo === 'pix_estatico' ? escreverEstatico(recebedor, valorCentavos, txid) : null }
}

export const escreverEstatico = (recebedor: Recebedor, valorCentavos: number, txid: string): string =>
  escreverPixEstatico({ ...recebedor, valorCentavos, txid, texto: null })

const contaDoCodigo = (conta: Conta, hoje: Dia, taxas: Taxas): ContaDoCodigo => {
  const abertoCentavos = conta.valor_centavos - conta.pago_centavos
  const contestacao = contestacaoDaConta(conta)
  return {
    id: conta.id,
    aberta: conta.situacao === 'aberta',
    abertoCentavos,
    devidoCentavos: calcularDevido(abertoCentavos, conta.vencimento_util, hoje, taxas, contestacao).total,
    vencimentoUtil: conta.vencimento_util,
    contestada: contestacao !== null,
  }
}

/** The description sent to the PSP, shown by the payer's bank: what the account is called, in letters that every bank takes. */
function dizer(contas: readonly Conta[], taxas: Taxas) {
  const [conta] = contas
  const { numero, parcela } = ditaAoCliente(conta!)
  const nome = (parcela ? `${numero}/${parcela}` : numero).replace(' · ', ', ')
  const uma = conta!.acordo_id === null ? `Conta ${nome}` : nome
  return {
    descricao: contas.length === 1 ? uma : `${contas.length} contas, a primeira ${nome}`,
    devedor: conta!.documento === null ? null : { documento: conta!.documento, nome: conta!.nome },
    vencimento: conta!.vencimento,
    taxas,
  }
}

const DA_CONTA = [
  'id',
  'numero',
  'parcela',
  'acordo_id',
  'valor_centavos',
  'pago_centavos',
  'vencimento',
  'vencimento_util',
] as const
type Conta = Pick<Linha<'conta'>, (typeof DA_CONTA)[number] | 'situacao'> &
  Pick<Linha<'cliente'>, 'nome' | 'documento'> & {
    /** Since when it is disputed, and what it owed then; null: it is not. */
    contestada_em: string | null
    devido_ao_contestar: number | null
  }

async function lerContas(trx: Trx, ids: readonly number[]): Promise<Map<number, Conta>> {
  const contas = await trx
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .leftJoin('contestacao_conta as disputa', (join) =>
      join.onRef('disputa.conta_id', '=', 'conta.id').on('disputa.aberta', '=', true),
    )
    .leftJoin('contestacao', 'contestacao.id', 'disputa.contestacao_id')
    .select(DA_CONTA.map((coluna) => `conta.${coluna}` as const))
    .select(['conta.situacao', 'cliente.nome', 'cliente.documento'])
    .select(['contestacao.criada_em as contestada_em', 'disputa.devido_centavos as devido_ao_contestar'])
    .where('conta.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(contas.map((conta) => [conta.id, conta]))
}

interface Vivo extends Pick<CodigoPreparado, 'id' | 'tipo' | 'txid' | 'copiaECola' | 'valeAte' | 'partes'> {
  situacao: 'emitido'
}

/** How a code `c` is split. */
export const PARTES = sql`(select json_agg(json_build_object('contaId', p.conta_id, 'valorCentavos', p.valor_centavos,
        'encargosCentavos', p.encargos_centavos)) from codigo_conta p where p.codigo_id = c.id)`

async function lerVivos(trx: Trx, contas: readonly number[]): Promise<Vivo[]> {
  const { rows } = await sql<Vivo>`
    select c.id, c.tipo, c.txid, c.copia_e_cola as "copiaECola", c.vale_ate as "valeAte", c.situacao, ${PARTES} as partes
    from codigo c where c.negociacao_id is null and c.id in (
      select codigo_id from codigo_conta where situacao = 'emitido' and conta_id = any(${contas}::bigint[]))`.execute(
    trx,
  )
  return rows
}

/** One live code an account: these are replaced. */
export const encerrarVivos = (trx: Trx, contas: readonly number[], hoje: Dia) =>
  sql`
    update codigo set situacao = case when vale_ate < ${hoje} then 'expirado' else 'substituido' end
    where situacao = 'emitido' and id in (
      select codigo_id from codigo_conta where situacao = 'emitido' and conta_id = any(${contas}::bigint[]))`.execute(
    trx,
  )

/** All at once: a claim brings hundreds. */
export async function gravarNovos(trx: Trx, novos: readonly NovoCodigo[], agora: Date): Promise<CodigoPreparado[]> {
  if (novos.length === 0) return []
  const linhas = novos.map((novo) => ({
    cliente_id: novo.clienteId,
    mensagem_id: novo.mensagemId,
    negociacao_id: novo.negociacaoId,
    tipo: novo.tipo,
    txid: novo.txid,
    copia_e_cola: novo.copiaECola,
    valor_centavos: novo.valorCentavos,
    vale_ate: novo.valeAte,
    partes: novo.partes,
  }))
  const { rows } = await sql<{ id: number; txid: string }>`
    with n as (
      select * from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(cliente_id bigint, mensagem_id bigint, negociacao_id bigint, tipo text,
        txid text, copia_e_cola text, valor_centavos bigint, vale_ate date, partes jsonb)
    ), feitos as (
      insert into codigo (cliente_id, mensagem_id, negociacao_id, tipo, txid, copia_e_cola, valor_centavos, situacao, vale_ate, created_at, no_psp)
      select cliente_id, mensagem_id, negociacao_id, tipo, txid, copia_e_cola, valor_centavos, 'emitido', vale_ate, ${agora}, tipo <> 'pix_estatico' from n
      returning id, txid
    ), postas as (
      insert into codigo_conta (codigo_id, conta_id, situacao, valor_centavos, encargos_centavos)
      select f.id, p."contaId", 'emitido', p."valorCentavos", p."encargosCentavos" from feitos f join n using (txid)
        cross join jsonb_to_recordset(n.partes) as p("contaId" bigint, "valorCentavos" bigint, "encargosCentavos" bigint)
    )
    select id, txid from feitos`.execute(trx)
  const ids = new Map(rows.map(({ id, txid }) => [txid, id]))
  return novos.map((novo) => ({ ...novo, id: ids.get(novo.txid)!, novo: true }))
}
