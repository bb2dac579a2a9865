import { z } from 'zod'
import { NOSSO_NUMERO_MAXIMO } from '#domain/boleto.ts'
import { FAIXAS, FORMAS_DE_PAGAMENTO, ORIGENS_DA_CONTA, ORIGENS_DO_PAGAMENTO, STATUS_CONTA } from '#domain/conta.ts'
import { Codigo } from './codigos.ts'
import {
  consultaPaginada,
  Dia,
  Dinheiro,
  DinheiroFiltro,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  Pessoa,
  texto,
  UmOuVarios,
} from './comum.ts'
import { ACaminho, MovimentoDito, Sobra } from './dinheiro.ts'
import { Log } from './logs.ts'

export const Conta = z.object({
  id: z.int(),
  numero: z.string(),
  parcela: z.string().nullable(),
  /** How many instalments its note or agreement has, without the down payment; null when it is a single one. */
  parcelas: z.int().nullable(),
  cliente: z.object({ id: z.int(), nome: z.string() }),
  valor: Dinheiro,
  valor_pago: Dinheiro,
  /** What is open, with fine and interest of today; 0 when nothing is open. */
  valor_atualizado: Dinheiro,
  encargos: Dinheiro,
  emissao: Dia,
  vencimento: Dia,
  status: z.enum(STATUS_CONTA),
  dias_atraso: z.int(),
  origem: z.enum(ORIGENS_DA_CONTA),
  chave_nfe: z.string().nullable(),
  pago_em: Dia.nullable(),
  /** A promise of payment is awaited until then. */
  prometida_ate: Dia.nullable(),
  /** Disputed, and nobody has answered yet. */
  contestada: z.boolean(),
  negociacao_id: z.int().nullable(),
  /** Of its boleto: 47 digits. */
  linha_digitavel: z.string().nullable(),
  /** What the bank calls its boleto. */
  nosso_numero: z.string().nullable(),
  /** Money that may be its own is on its way: it is not billed meanwhile. */
  a_caminho: z.boolean(),
})
export type Conta = z.infer<typeof Conta>

export const Pagamento = z.object({
  id: z.int(),
  valor: Dinheiro,
  encargos: Dinheiro,
  /** Charges of its day that it leaves unpaid, and that nobody owes any more. */
  encargos_dispensados: Dinheiro,
  pago_em: Dia,
  forma: z.enum(FORMAS_DE_PAGAMENTO),
  conta: Conta,
})
export type Pagamento = z.infer<typeof Pagamento>

const base = '/api/operador/contas-receber'

export const resumoContas = {
  method: 'GET',
  url: `${base}/resumo`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Resume as contas a receber, com o atraso por faixas',
    response: {
      200: z.object({
        total_contas: z.int(),
        valor_total: Dinheiro,
        contas_vencidas: z.int(),
        clientes_vinculados: z.int(),
        valor_vencido: Dinheiro,
        /** Of the total, what is open of accounts in dispute. */
        valor_contestado: Dinheiro,
        aging: z.array(z.object({ faixa: z.enum(FAIXAS), contas: z.int(), valor: Dinheiro })),
      }),
    },
  },
} as const

const filtros = {
  /** One status, or several with commas: `em_aberto,vencida` is what one still has to receive. */
  status: UmOuVarios(STATUS_CONTA),
  cliente_id: Id.optional(),
  faixa: z.enum(FAIXAS).optional(),
  origem: z.enum(ORIGENS_DA_CONTA).optional(),
  /** Only accounts created by one import. */
  importacao_id: Id.optional(),
  vencimento_de: Dia.optional(),
  vencimento_ate: Dia.optional(),
  valor_min: DinheiroFiltro.optional(),
  valor_max: DinheiroFiltro.optional(),
  ordenar: z.enum(['vencimento', '-vencimento', 'valor', '-valor']).default('vencimento'),
}
export const listarContas = {
  method: 'GET',
  url: `${base}/listar`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Lista as contas a receber',
    querystring: z.object({ ...consultaPaginada(15), ...filtros }),
    /**
     * `soma`: of all that the filters find; of an open account what is open of it, without charges, as in `resumo`. Null where a
     * search found more than are counted.
     */
    response: { 200: Pagina(Conta).extend({ soma: Dinheiro.nullable() }) },
  },
} as const

export const exportarContas = {
  method: 'GET',
  url: `${base}/exportar.csv`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Baixa em planilha todas as contas que os filtros acham',
    querystring: z.object({ busca: consultaPaginada(15).busca, ...filtros }),
    produces: ['text/csv'],
  },
} as const

export const contasDoCliente = {
  method: 'GET',
  url: `${base}/cliente/:id`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Lista as contas de um cliente',
    params: ParamsId,
    response: { 200: Lista(Conta) },
  },
} as const

/** One account's story: its payments, reversals and agreement. */
export const verConta = {
  method: 'GET',
  url: `${base}/:id`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Mostra uma conta com seus pagamentos',
    params: ParamsId,
    response: {
      200: Conta.extend({
        /** The two parts of `encargos`, and what they are calculated from. */
        multa: Dinheiro,
        juros: Dinheiro,
        taxas: z.object({ multa_percentual: z.number(), juros_percentual_mes: z.number() }),
        /** The due day moved to a business day: what lateness counts from. */
        vencimento_util: Dia,
        motivo_cancelamento: z.string().nullable(),
        /** Of an instalment whose agreement ended: when it was paid, before its payments went to the accounts it replaced. */
        paga_no_acordo_em: Dia.nullable(),
        nota_cancelada: z.boolean(),
        /** The file it came from. */
        importacao: z.object({ id: z.int(), arquivo: z.string(), created_at: Instante, usuario: Pessoa }).nullable(),
        historico: z.array(Log),
        /** The Pix codes that ask for it, the latest first. */
        codigos: z.array(Codigo),
        /** Movements that may pay it, while nobody has decided. */
        dinheiro_a_caminho: z.array(ACaminho),
        /** Money received for it, by its codes, title number or payments, of which some is a credit or was given back. */
        dinheiro_que_sobrou: z.array(Sobra),
        pagamentos: z.array(
          z.object({
            id: z.int(),
            valor: Dinheiro,
            principal: Dinheiro,
            encargos: Dinheiro,
            pago_em: Dia,
            forma: z.enum(FORMAS_DE_PAGAMENTO),
            /** Recorded by hand, or by what the bank told. */
            origem: z.enum(ORIGENS_DO_PAGAMENTO),
            /** The bank movement that the payment was made from, or linked to. */
            movimento_id: z.int().nullable(),
            movimento: MovimentoDito.nullable(),
            autor: Pessoa.nullable(),
            created_at: Instante,
            estornado_em: Instante.nullable(),
            motivo_estorno: z.string().nullable(),
          }),
        ),
      }),
    },
  },
} as const

export const verContaAdmin = {
  method: 'GET',
  url: '/api/admin/contas-receber/:id',
  schema: { ...verConta.schema, summary: 'Mostra uma conta com seus pagamentos ao administrador' },
} as const

export const criarConta = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['contas-receber'],
    summary: 'Cria uma conta à mão',
    body: z.object({
      cliente_id: z.int({ error: 'Informe o cliente pelo id, um número.' }),
      numero: texto(1, 60, 'O número'),
      valor: DinheiroPositivo,
      emissao: Dia.optional(),
      vencimento: Dia,
    }),
    response: { 201: Conta },
  },
} as const

const ouNada = (escrito: ReturnType<typeof texto>) =>
  escrito
    .transform((valor) => valor || null)
    .nullable()
    .optional()

export const mudarConta = {
  method: 'PATCH',
  url: `${base}/:id`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Muda o vencimento ou o valor de uma conta sem pagamento, ou o boleto de uma em aberto',
    params: ParamsId,
    body: z.object({
      vencimento: Dia.optional(),
      valor: DinheiroPositivo.optional(),
      /** The line of its boleto, or the bar code; null, or nothing written, takes it away. */
      linha_digitavel: ouNada(texto(0, 80, 'A linha digitável')),
      nosso_numero: ouNada(texto(0, NOSSO_NUMERO_MAXIMO, 'O nosso número')),
    }),
    response: { 200: Conta },
  },
} as const

export const cancelarConta = {
  method: 'PATCH',
  url: `${base}/:id/cancelar`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Cancela uma conta sem pagamento',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: Conta },
  },
} as const

export const registrarPagamento = {
  method: 'POST',
  url: `${base}/:id/pagamentos`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Registra um pagamento',
    params: ParamsId,
    body: z.object({
      valor: DinheiroPositivo,
      pago_em: Dia,
      forma: z.enum(FORMAS_DE_PAGAMENTO, {
        error: 'Escolha a forma: pix, boleto, transferencia, dinheiro, cartao ou outro.',
      }),
    }),
    response: { 201: Pagamento },
  },
} as const

/**
 * One payment over several accounts of a customer: recorded on each, all of it or none. A refusal names the part it is
 * about (`partes.0.valor`).
 */
export const registrarPagamentos = {
  method: 'POST',
  url: `${base}/pagamentos`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Registra um pagamento repartido entre contas de um cliente',
    body: registrarPagamento.schema.body.omit({ valor: true }).extend({
      partes: z
        .array(z.object({ conta_id: z.int(), valor: DinheiroPositivo }))
        .min(1, { error: 'Informe as contas e o valor de cada uma.' })
        .max(100, { error: 'Reparta entre no máximo 100 contas.' })
        .refine((partes) => new Set(partes.map(({ conta_id }) => conta_id)).size === partes.length, {
          error: 'Cada conta entra uma vez só.',
        }),
    }),
    response: { 201: Lista(Pagamento) },
  },
} as const

export const estornarPagamento = {
  method: 'DELETE',
  url: `${base}/:id/pagamentos/:pagamento`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Estorna um pagamento',
    params: z.object({ id: Id, pagamento: Id }),
    body: z.object({ motivo: Motivo }),
    response: { 200: Conta },
  },
} as const
