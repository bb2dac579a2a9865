import { z } from 'zod'
import { FORMAS_DE_PAGAMENTO } from '#domain/conta.ts'
import {
  FAIXAS_DE_IDADE,
  ORDENS_DE_MOVIMENTO,
  ORIGENS_DO_MOVIMENTO,
  PARTES_DA_LISTA,
  SITUACOES_DO_MOVIMENTO,
  TIPOS_DE_MOVIMENTO,
} from '#domain/movimento.ts'
import { ACOES_SUGERIDAS, CERTEZAS } from '#domain/sugestoes.ts'
import {
  consultaPaginada,
  Dia,
  Dinheiro,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  UmOuVarios,
} from './comum.ts'
import { Log } from './logs.ts'

const ClienteDito = z.object({ id: z.int(), nome: z.string() })

/** One explanation of a credit, with its reason; nothing of it is done without a person. */
export const Sugestao = z.object({
  acao: z.enum(ACOES_SUGERIDAS),
  cliente: ClienteDito.nullable(),
  contas: z.array(
    z.object({
      id: z.int(),
      numero: z.string(),
      parcela: z.string().nullable(),
      /** As people call it: "NF-e 18.190 · 3/3". */
      nome: z.string(),
      vencimento: Dia,
      valor: Dinheiro,
      /**
       * `encargos_dispensados`: charges of the day of payment, waived once it is applied; `resta`: what would stay
       * open, without charges.
       */
      encargos_dispensados: Dinheiro,
      resta: Dinheiro,
    }),
  ),
  encargos_dispensados: Dinheiro,
  pagamento_id: z.int().nullable(),
  certeza: z.enum(CERTEZAS),
  porque: z.string(),
})
export type Sugestao = z.infer<typeof Sugestao>

/** One event reported by the bank, and what was done with it. */
export const Movimento = z.object({
  id: z.int(),
  origem: z.enum(ORIGENS_DO_MOVIMENTO),
  tipo: z.enum(TIPOS_DE_MOVIMENTO),
  /** It left the account; an `outro` is then an expense, else a deposit that is no customer's. */
  saiu: z.boolean(),
  banco: z.string().nullable(),
  conta_bancaria: z.string().nullable(),
  /** The payer's day; `dia_credito` is the day on which it stood in the account. */
  dia: Dia,
  dia_credito: Dia.nullable(),
  valor: Dinheiro,
  tarifa: Dinheiro,
  descricao: z.string(),
  /** `documento` masked as it came. */
  pagador: z.object({ nome: z.string().nullable(), documento: z.string().nullable() }).nullable(),
  txid: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  nosso_numero: z.string().nullable(),
  situacao: z.enum(SITUACOES_DO_MOVIMENTO),
  motivo: z.string().nullable(),
  sugestoes: z.array(Sugestao),
  cliente_id: z.int().nullable(),
  /** Whose it is, with the name. */
  cliente: ClienteDito.nullable(),
  aplicado: Dinheiro,
  credito: Dinheiro,
  devolvido: Dinheiro,
  /** The part of the refunded amount that a person recorded and the bank has not confirmed yet. */
  sem_prova: Dinheiro,
  devolucoes: z.array(z.int()),
  importacao_id: z.int().nullable(),
  created_at: Instante,
})
export type Movimento = z.infer<typeof Movimento>

/** With the payments that were made of it, reversed ones too, and what was done with it. */
export const MovimentoDetalhado = Movimento.extend({
  pagamentos: z.array(
    z.object({
      id: z.int(),
      conta: z.object({ id: z.int(), numero: z.string(), parcela: z.string().nullable(), nome: z.string() }),
      cliente: ClienteDito,
      valor: Dinheiro,
      encargos: Dinheiro,
      forma: z.enum(FORMAS_DE_PAGAMENTO),
      estornado_em: Instante.nullable(),
    }),
  ),
  historico: z.array(Log),
})
export type MovimentoDetalhado = z.infer<typeof MovimentoDetalhado>

const base = '/api/admin/conciliacao'
const movimentos = `${base}/movimentos`

const filtros = {
  busca: consultaPaginada(20).busca,
  /** One or several, comma-separated: `novo,sugerido` finds what is undecided. */
  situacao: UmOuVarios(SITUACOES_DO_MOVIMENTO),
  origem: z.enum(ORIGENS_DO_MOVIMENTO).optional(),
  /** By the movement's `dia`, both ends included. */
  de: Dia.optional(),
  ate: Dia.optional(),
  importacao_id: Id.optional(),
  cliente_id: Id.optional(),
  /**
   * Credits that contribute to this figure of `resumo`; `tarifas`: those with a fee, and the fees themselves;
   * `a_espera`: refunds that took nothing back yet.
   */
  parte: z.enum(PARTES_DA_LISTA).optional(),
  /** For how many days a credit has been unassigned. */
  faixa: z.enum(FAIXAS_DE_IDADE).optional(),
  ordenar: z.enum(ORDENS_DE_MOVIMENTO).default(ORDENS_DE_MOVIMENTO[0]),
}

/** Latest first by default. `soma`: over everything the filters match, in the figure `parte` if given. */
export const listarMovimentos = {
  method: 'GET',
  url: movimentos,
  schema: {
    tags: ['conciliacao'],
    summary: 'Lista o que o banco diz que aconteceu',
    querystring: z.object({ ...consultaPaginada(20), ...filtros }),
    response: { 200: Pagina(Movimento).extend({ soma: Dinheiro }) },
  },
} as const

export const exportarMovimentos = {
  method: 'GET',
  url: `${movimentos}/exportar.csv`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Baixa em planilha todos os movimentos que os filtros acham',
    querystring: z.object(filtros),
    produces: ['text/csv'],
  },
} as const

export const verMovimento = {
  method: 'GET',
  url: `${movimentos}/:id`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Mostra um movimento e o que se fez dele',
    params: ParamsId,
    response: { 200: MovimentoDetalhado },
  },
} as const

/** To one customer, whose credit the rest becomes; to several only when nothing is left. */
export const aplicarMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/aplicar`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Aplica um movimento a contas',
    params: ParamsId,
    body: z.object({
      contas: z
        .array(z.object({ id: z.int(), valor: DinheiroPositivo }), { error: 'Escolha ao menos uma conta.' })
        .min(1, { error: 'Escolha ao menos uma conta.' })
        .max(100, { error: 'Reparta entre no máximo 100 contas.' })
        .refine((contas) => new Set(contas.map(({ id }) => id)).size === contas.length, {
          error: 'Cada conta entra uma vez só.',
        }),
    }),
    /** `encargos_dispensados`: charges of the day of payment that these payments leave unpaid, and that are waived. */
    response: { 200: MovimentoDetalhado.extend({ encargos_dispensados: Dinheiro }) },
  },
} as const

/** Says that a payment recorded by hand is this money. */
export const vincularMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/vincular`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Vincula um movimento a um pagamento registrado à mão',
    params: ParamsId,
    body: z.object({ pagamento_id: z.int({ error: 'Informe o pagamento.' }) }),
    response: { 200: MovimentoDetalhado },
  },
} as const

export const creditarMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/credito`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Deixa um movimento como crédito de um cliente',
    params: ParamsId,
    body: z.object({ cliente_id: z.int({ error: 'Informe o cliente pelo id, um número.' }) }),
    response: { 200: MovimentoDetalhado },
  },
} as const

/** It is not a customer’s money. */
export const ignorarMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/ignorar`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Ignora um movimento, com o motivo',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: MovimentoDetalhado },
  },
} as const

/** Undecided again: its payments are reversed, its credit taken back. */
export const desfazerMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/desfazer`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Desfaz o que se decidiu de um movimento',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: MovimentoDetalhado },
  },
} as const

/** What is left of the credit was given back; unproved until the bank tells of it. */
export const devolverMovimento = {
  method: 'POST',
  url: `${movimentos}/:id/devolvido`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Diz que o crédito foi devolvido',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: MovimentoDetalhado },
  },
} as const

/** Only those suggested with `alta`; each in a transaction of its own, in the order of `ids`. */
export const aplicarSugestoes = {
  method: 'POST',
  url: `${base}/aplicar-sugestoes`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Aplica a primeira sugestão de vários movimentos',
    body: z.object({
      ids: z
        .array(z.int(), { error: 'Escolha ao menos um movimento.' })
        .min(1, { error: 'Escolha ao menos um movimento.' })
        .max(500, { error: 'Escolha no máximo 500 movimentos.' }),
    }),
    response: {
      200: Lista(
        z.object({
          id: z.int(),
          /** As it is now, done or not; null: there is no such movement. */
          situacao: z.enum(SITUACOES_DO_MOVIMENTO).nullable(),
          encargos_dispensados: Dinheiro,
          erro: z.string().nullable(),
        }),
      ),
    },
  },
} as const
