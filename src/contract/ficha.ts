import { z } from 'zod'
import { MOTIVOS_FILA } from '#domain/cliente.ts'
import { FORMAS_DE_PAGAMENTO, ORIGENS_DO_PAGAMENTO } from '#domain/conta.ts'
import { TIPOS_MODELO } from '#domain/modelo.ts'
import { MEIOS_DA_CONFIRMACAO } from '#domain/pessoa.ts'
import { Anotacao } from './anotacoes.ts'
import { Cliente } from './clientes.ts'
import { Decisao, Razao } from './cobranca.ts'
import { Codigo } from './codigos.ts'
import { Dia, Dinheiro, Instante, ParamsId, Pessoa } from './comum.ts'
import { Conta } from './contas-receber.ts'
import { ACaminho, MovimentoDito, Sobra } from './dinheiro.ts'
import { Log } from './logs.ts'
import { Negociacao } from './negociacoes.ts'

/** What handing a customer back to the engine would bring, for the button that does it. */
export const Devolucao = z.object({
  /** The template that would go out today, and its step's `dias`; null when none would. */
  hoje: z.object({ modelo: z.enum(TIPOS_MODELO), titulo: z.string(), passo: z.int() }).nullable(),
  /** The day of the next contact if handed back now, and if from tomorrow on. Null: the engine would stay silent. */
  proximo_contato_em: Dia.nullable(),
  desde_amanha_em: Dia.nullable(),
  /** The reason for which the customer would go to the queue, when the engine can do nothing. */
  fila: z.enum(MOTIVOS_FILA).nullable(),
})
export type Devolucao = z.infer<typeof Devolucao>

export const ClienteDetalhado = Cliente.extend({
  contas: z.array(Conta),
  negociacao: Negociacao.nullable(),
  historico: z.array(Log),
  /** What people wrote about the customer for each other, oldest first. */
  anotacoes: z.array(Anotacao),
  decisao: Decisao.extend({ razoes: z.array(Razao) }),
  /** What handing the customer back to the engine would do; null when that is not possible. */
  devolucao: Devolucao.nullable(),
  /** What an overdue account is charged, in percent. */
  taxas: z.object({ multa_percentual: z.number(), juros_percentual_mes: z.number() }),
  /** Where the number came from (`importacao`, `cadastro`, what the customer wrote) and when; null without a phone. */
  consentimento: z.object({ origem: z.string(), em: Instante.nullable() }).nullable(),
  /** When whoever has the phone said it is not the customer's; null once an operator confirmed it is, or with another phone. */
  telefone_negado_em: Instante.nullable(),
  /** Whether the phone is known to be theirs: since when and how, or how often and when it was last asked. */
  pessoa: z.object({
    confirmada_em: Instante.nullable(),
    confirmada_por: z.enum(MEIOS_DA_CONFIRMACAO).nullable(),
    /** Nothing is billed over this phone until it is known. */
    falta: z.boolean(),
    perguntas: z.int(),
    perguntada_em: Dia.nullable(),
  }),
  /** When the customer opted out of messages; null while they accept them. */
  recusou_em: Instante.nullable(),
  /** False once the customer stopped the company's marketing in WhatsApp itself. */
  aceita_marketing: z.boolean(),
  /** The do-not-contact lists that name their phone; each counts from `vale_de` on. */
  bloqueios: z.array(z.object({ origem: z.string(), registrado_em: Dia, vale_de: Dia })),
  /** The day of the customer's own word, for the phone they have, that lifts those lists; null without one. */
  autorizado_em: Dia.nullable(),
})
export type ClienteDetalhado = z.infer<typeof ClienteDetalhado>

export const verCliente = {
  method: 'GET',
  url: '/api/operador/clientes/:id',
  schema: {
    tags: ['clientes'],
    summary: 'Mostra um cliente com contas, acordo, histórico e a decisão do dia',
    params: ParamsId,
    response: { 200: ClienteDetalhado },
  },
} as const

/** One account's story: its payments, reversals and agreement. */
export const verConta = {
  method: 'GET',
  url: '/api/operador/contas-receber/:id',
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
