import { z } from 'zod'
import { EVENTOS_DE_INTEGRACAO, EVENTOS_POR_VEZ, LINHAS_DO_LOTE } from '#domain/integracao.ts'
import { Cliente, mudarContato } from './clientes.ts'
import { Dia, DinheiroPositivo, Id, Instante, texto } from './comum.ts'
import { Conta, mudarConta } from './contas-receber.ts'
import { Pagamento, registrarPagamento } from './pagamentos.ts'

/** What a token opens. Each call names the scope that it asks for. */
const base = '/api/integracao'
const CodigoExterno = texto(1, 60, 'O código externo')
const doCliente = z.object({ codigo_externo: CodigoExterno })
const daConta = {
  params: z.object({ conta: texto(1, 80, 'O número') }),
  querystring: z.object({ cliente: CodigoExterno }),
}

export const verClientePorCodigo = {
  method: 'GET',
  url: `${base}/clientes/:codigo_externo`,
  config: { escopo: 'clientes:ler' },
  schema: {
    tags: ['integracao'],
    summary: 'Mostra o cliente de um código externo',
    params: doCliente,
    response: { 200: Cliente },
  },
} as const

export const salvarClientePorCodigo = {
  method: 'PUT',
  url: `${base}/clientes/:codigo_externo`,
  config: { escopo: 'clientes:escrever' },
  schema: {
    tags: ['integracao'],
    summary: 'Cria o cliente de um código externo, ou muda o que for dito dele',
    params: doCliente,
    body: mudarContato.schema.body.extend({
      /** CPF or CNPJ, with or without punctuation; it also identifies the customer. */
      documento: z.string({ error: 'Informe o CPF ou o CNPJ.' }).max(40).optional(),
    }),
    response: { 200: Cliente, 201: Cliente },
  },
} as const

export const verContaPorNumero = {
  method: 'GET',
  url: `${base}/contas/:conta`,
  config: { escopo: 'contas:ler' },
  schema: {
    tags: ['integracao'],
    summary: 'Mostra a conta de um número (ou número/parcela) de um cliente',
    ...daConta,
    response: { 200: Conta },
  },
} as const

export const salvarContaPorNumero = {
  method: 'PUT',
  url: `${base}/contas/:conta`,
  config: { escopo: 'contas:escrever' },
  schema: {
    tags: ['integracao'],
    summary: 'Lança a conta de um número, ou muda o que for dito dela',
    ...daConta,
    body: mudarConta.schema.body.extend({
      valor: DinheiroPositivo.optional(),
      vencimento: Dia.optional(),
      /** Of a new account only. */
      emissao: Dia.optional(),
    }),
    response: { 200: Conta, 201: Conta },
  },
} as const

export const pagarContaIntegrada = {
  method: 'POST',
  url: `${base}/contas/:conta/pagamentos`,
  config: { escopo: 'pagamentos:escrever' },
  schema: {
    tags: ['integracao'],
    summary: 'Registra um pagamento de uma conta',
    params: z.object({ conta: Id }),
    body: registrarPagamento.schema.body,
    response: { 201: Pagamento },
  },
} as const

/** What changed, in ids and statuses; `id` is told to webhooks too. */
const EventoIntegrado = z.object({
  id: z.int(),
  tipo: z.enum(EVENTOS_DE_INTEGRACAO),
  cliente_id: z.int(),
  /** `conta_id`, `status` and the like, by `tipo`. */
  dados: z.record(z.string(), z.unknown()),
  created_at: Instante,
})

export const lerEventos = {
  method: 'GET',
  url: `${base}/eventos`,
  config: { escopo: 'eventos:ler' },
  schema: {
    tags: ['integracao'],
    summary: `Lê o que mudou depois de um cursor, até ${EVENTOS_POR_VEZ} por vez`,
    querystring: z.object({
      /** From an earlier answer; without it, from the oldest that is kept. */
      depois: z
        .string()
        .regex(/^\d{1,15}$/, { error: 'O cursor não veio de uma resposta nossa.' })
        .optional(),
    }),
    /** `cursor`: for the next call; the same again while nothing new has happened. */
    response: { 200: z.object({ data: z.array(EventoIntegrado), cursor: z.string() }) },
  },
} as const

/** Rejects every spelling of `/lote`, and paths (`..`, backslashes) that would resolve outside these calls. */
function alcancadoPeloLote(caminho: string): boolean {
  try {
    const pedido = decodeURI(caminho.split(/[?#]/)[0] ?? '')
    const reto = !/[\s\\]/.test(caminho) && !/(^|\/)\.{1,2}(\/|$)/.test(pedido)
    return reto && pedido.startsWith(`${base}/`) && pedido !== `${base}/lote`
  } catch {
    return false
  }
}

/** Written whole or from here on, as the list of calls names them. */
const porInteiro = (caminho: string): string => (/^\/(?!api\/)/.test(caminho) ? `${base}${caminho}` : caminho)

/** A line of a batch: a call of this list. */
export const LinhaDoLote = z.object({
  metodo: z.enum(['GET', 'PUT', 'POST'], { error: 'O método é GET, PUT ou POST.' }),
  caminho: z
    .string({ error: 'Informe o caminho, como /api/integracao/clientes/1.' })
    .max(2_000)
    .transform(porInteiro)
    .refine(alcancadoPeloLote, { error: 'O caminho é de /api/integracao/, e não é o do lote.' }),
  corpo: z.unknown().optional(),
})

export const enviarLote = {
  method: 'POST',
  url: `${base}/lote`,
  schema: {
    tags: ['integracao'],
    summary: `Faz até ${LINHAS_DO_LOTE} chamadas em ordem: uma por linha (NDJSON), com a resposta de cada uma`,
    consumes: ['application/x-ndjson'],
    produces: ['application/x-ndjson'],
  },
} as const
