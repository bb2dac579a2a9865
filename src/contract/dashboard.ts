import { z } from 'zod'
import { FAIXAS } from '#domain/conta.ts'
import { STATUS_MENSAGEM } from '#domain/mensagem.ts'
import { TIPOS_MODELO } from '#domain/modelo.ts'
import { STATUS_USUARIO } from '#domain/usuario.ts'
import { consultaPaginada, Dia, Dinheiro, Instante, Pagina } from './comum.ts'

const base = '/api/admin/dashboard'

/** Promises that ended this month: how many were kept, and how much of what was promised; and disputes not answered in time. */
const compromissos = {
  promessas: z.object({
    cumpridas: z.int(),
    parciais: z.int(),
    quebradas: z.int(),
    valor_prometido: Dinheiro,
    valor_cumprido: Dinheiro,
    /** Kept ÷ ended, 0–100; and what was paid of them ÷ what was promised. */
    taxa_quantidade: z.number(),
    taxa_valor: z.number(),
  }),
  contestacoes_atrasadas: z.int(),
}

const CODIGOS_DE_ALERTA = [
  'banco_so_leitura',
  'whatsapp_parado',
  'fila_parada',
  'sem_status',
  'qualidade_baixa',
  'modelo_parado',
  'eventos_de_lado',
  'resultado_desconhecido',
  'alteracoes_a_decidir',
  'psp_com_erro',
  'avisos_do_psp_de_lado',
  'psp_certificado',
  'devolucoes_a_espera',
  'pasta_com_erro',
  'correio_parado',
  'webhook_parado',
  'bloqueios_antigos',
  'disco_cheio',
  'copia_com_erro',
] as const

/** Something broken now that matters to everyone: WhatsApp stopped, events set aside… */
const Alerta = z.object({
  codigo: z.enum(CODIGOS_DE_ALERTA),
  /** In a few words, what is broken; since when, where that is known. */
  titulo: z.string(),
  desde: Instante.nullable(),
  /** Why, and what it means for the messages. */
  mensagem: z.string(),
  /** Meta's code, when it was Meta that refused. */
  erro: z.string().nullable(),
})
export type Alerta = z.infer<typeof Alerta>

export const dashboardAdmin = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['dashboard'],
    summary: 'Mostra os números da empresa no mês',
    response: {
      200: z.object({
        valores_em_aberto: Dinheiro,
        valores_cobrados: Dinheiro,
        percentual_cobrancas_mes: z.number(),
        mensagens_enviadas: z.int(),
        mensagens_recebidas: z.int(),
        taxa_resposta: z.number(),
        ...compromissos,
        /** What the definitions are computed from, shown with the figure. */
        detalhe: z.object({
          a_receber_ate_fim_do_mes: Dinheiro,
          clientes_contatados: z.int(),
          clientes_que_responderam: z.int(),
          clientes_que_escreveram: z.int(),
          /** Received in the month before, up to the same day of the month. */
          valores_cobrados_mes_anterior: Dinheiro,
          /** The part of `valores_cobrados` from customers who had no operator on the day of the payment. */
          recebido_de_ninguem: Dinheiro,
        }),
        aging: z.array(z.object({ faixa: z.enum(FAIXAS), contas: z.int(), valor: Dinheiro })),
        alertas: z.array(Alerta),
      }),
    },
  },
} as const

export const dashboardOperadores = {
  method: 'GET',
  url: `${base}/operadores`,
  schema: {
    tags: ['dashboard'],
    summary: 'Compara os operadores no mês',
    response: {
      200: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          email: z.string(),
          status: z.enum(STATUS_USUARIO),
          contatos_mes: z.int(),
          clientes_vinculados: z.int(),
          valor_recebido_mes: Dinheiro,
          tempo_medio_resposta_s: z.int().nullable(),
          created_at: Instante,
        }),
      ),
    },
  },
} as const

export const graficoMensal = {
  method: 'GET',
  url: `${base}/grafico-mensal`,
  schema: {
    tags: ['dashboard'],
    summary: 'Mostra os últimos doze meses',
    response: {
      200: z.array(
        /** `cobrado`: received in the month, plus what was overdue and open at its end. */
        z.object({ mes: z.string(), cobrado: Dinheiro, recebido: Dinheiro, enviadas: z.int(), recebidas: z.int() }),
      ),
    },
  },
} as const

const FATOS_DO_DIA = [
  'fim_da_pausa',
  'acordo',
  'acordo_desfeito',
  'conclusao',
  'pagamento',
  'regua',
  'janela',
  'parcelas',
  'inicio_do_envio',
  'fim_do_envio',
] as const

/** One thing that the day has had, or still has. */
export const FatoDoDia = z.object({
  tipo: z.enum(FATOS_DO_DIA),
  /** Null: some time today, at no hour of its own. */
  em: Instante.nullable(),
  titulo: z.string(),
  detalhe: z.string(),
  cliente_id: z.int().nullable(),
  /** Of `regua`: how many customers were spoken to. */
  clientes: z.int().optional(),
})

export const dashboardOperador = {
  method: 'GET',
  url: '/api/operador/dashboard',
  schema: {
    tags: ['dashboard'],
    summary: 'Mostra os números do operador e o que o dia pede',
    response: {
      200: z.object({
        clientes_vinculados: z.int(),
        cobrancas_enviadas: z.int(),
        cobrancas_concluidas: z.int(),
        mensagens_aguardando: z.int(),
        clientes_com_falhas: z.int(),
        ...compromissos,
        /** Today's work: counts that lead to the filtered lists. */
        hoje: z.object({
          aguardando: z.int(),
          /** Customers who replied and wait, and since when the longest wait. */
          responderam: z.int(),
          responderam_desde: Instante.nullable(),
          acordos_quebrados: z.int(),
          acordos_quebrados_valor: Dinheiro,
          /** Instalments whose day is today, still open or paid already. */
          parcelas_vencendo: z.int(),
          parcelas_vencendo_valor: Dinheiro,
          parcelas_pagas: z.int(),
          /** The first due day that counts as today: one on a weekend or holiday moves to today. */
          parcelas_desde: Dia,
          /** Conversations whose 24-hour window ends within 2 hours, and when the first does. */
          janelas_fechando: z.int(),
          janela_fecha_em: Instante.nullable(),
          /** Customers behind `mensagens_aguardando`. */
          clientes_com_nao_lidas: z.int(),
        }),
        /** In order, past and still to come. */
        dia: z.array(FatoDoDia),
      }),
    },
  },
} as const

/** The messages behind `cobrancas_enviadas`, one by one, the latest first. */
export const cobrancasDoMes = {
  method: 'GET',
  url: '/api/operador/dashboard/cobrancas',
  schema: {
    tags: ['dashboard'],
    summary: 'Lista as cobranças do mês aceitas pelo WhatsApp, dos clientes do operador',
    querystring: z.object(consultaPaginada(20)),
    response: {
      200: Pagina(
        z.object({
          id: z.int(),
          cliente: z.object({ id: z.int(), nome: z.string() }),
          modelo: z.enum(TIPOS_MODELO).nullable(),
          /** The step's `dias`; null for a person's template and an instalment's reminder. */
          passo: z.int().nullable(),
          automatica: z.boolean(),
          status: z.enum(STATUS_MENSAGEM),
          aceita_em: Instante,
        }),
      ),
    },
  },
} as const

export const exportarCobrancas = {
  method: 'GET',
  url: '/api/operador/dashboard/cobrancas/exportar.csv',
  schema: {
    tags: ['dashboard'],
    summary: 'Baixa em planilha as cobranças do mês aceitas pelo WhatsApp, dos clientes do operador',
    querystring: cobrancasDoMes.schema.querystring.omit({ page: true, per_page: true }),
    produces: ['text/csv'],
  },
} as const

/**
 * What everyone should know while they work: that nothing is sent by WhatsApp; for administrators also that the queue is stalled
 * or held, and that Meta sends no statuses (`sem_status`). `sem_envio`: the engine may not send now, because of the day or the
 * hour. `emulador`: the emulator's address, for whoever may use it.
 */
export const avisosDoSistema = {
  method: 'GET',
  url: '/api/avisos',
  schema: {
    tags: ['dashboard'],
    summary: 'Diz a todos o que está parado',
    response: {
      200: z.object({
        whatsapp_parado: z.object({ desde: Instante.nullable() }).nullable(),
        fila_parada: z.object({ desde: Instante }).nullable(),
        sem_status: z.object({ desde: Instante }).nullable(),
        envio_retido: z.object({ desde: Instante }).nullable(),
        sem_envio: z.object({ mensagem: z.string(), volta_em: Instante }).nullable(),
        emulador: z.string().nullable(),
      }),
    },
  },
} as const
