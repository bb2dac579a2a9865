import { z } from 'zod'
import { NOSSO_NUMERO_MAXIMO } from '#domain/boleto.ts'
import { FAIXAS, ORIGENS_DA_CONTA, STATUS_CONTA } from '#domain/conta.ts'
import {
  consultaPaginada,
  Dia,
  Dinheiro,
  DinheiroFiltro,
  DinheiroPositivo,
  Id,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  texto,
  UmOuVarios,
} from './comum.ts'

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
