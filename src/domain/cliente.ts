import { RegraViolada } from './erros.ts'

export const STATUS_CLIENTE = [
  'ativo',
  'aguardando_atendimento',
  'em_atendimento',
  'negociado',
  'pausado',
  'concluido',
] as const
export type StatusCliente = (typeof STATUS_CLIENTE)[number]
/** As a chip or a line of the log names it. */
export const ROTULOS_DO_STATUS: Record<StatusCliente, string> = {
  ativo: 'Em cobrança',
  aguardando_atendimento: 'Aguardando atendimento',
  em_atendimento: 'Em atendimento',
  negociado: 'Negociado',
  pausado: 'Pausado',
  concluido: 'Concluído',
}
/** Those whom the engine may bill. */
export const STATUS_COBRAVEIS = ['ativo', 'negociado'] as const satisfies StatusCliente[]
/** Those who owe and do not wait for an operator. */
export const STATUS_ATIVOS = ['ativo', 'em_atendimento', 'negociado', 'pausado'] as const satisfies StatusCliente[]

/** Those who wait for a person, or are with one. */
export const STATUS_COM_PESSOAS = ['aguardando_atendimento', 'em_atendimento'] as const satisfies StatusCliente[]
export const comPessoas = (status: StatusCliente): boolean =>
  (STATUS_COM_PESSOAS as readonly StatusCliente[]).includes(status)

/** Why a customer waits for an operator. */
export const MOTIVOS_FILA = [
  'respondeu',
  'sem_resposta',
  'acordo_quebrado',
  'promessa_quebrada',
  'nao_aceita_mensagens',
  'contato_invalido',
  'sem_operador',
  'contestou',
  'pediu_pessoa',
  'nao_sou_eu',
  'bloqueio_legal',
  'pessoa_nao_confirmada',
] as const
export type MotivoFila = (typeof MOTIVOS_FILA)[number]

/** The same in two words, and as the end of a sentence. */
export const ROTULOS_DA_FILA: Record<MotivoFila, string> = {
  respondeu: 'Respondeu',
  sem_resposta: 'Sem resposta',
  acordo_quebrado: 'Acordo quebrado',
  promessa_quebrada: 'Promessa quebrada',
  nao_aceita_mensagens: 'Não aceita mensagens',
  contato_invalido: 'Número inválido',
  sem_operador: 'Sem operador',
  contestou: 'Contestou',
  pediu_pessoa: 'Pediu uma pessoa',
  nao_sou_eu: 'Não é a pessoa',
  bloqueio_legal: 'Não perturbe',
  pessoa_nao_confirmada: 'Pessoa não confirmada',
}
const PORQUE_ESPERA: Record<MotivoFila, string> = {
  respondeu: 'o cliente respondeu',
  sem_resposta: 'as tentativas acabaram sem resposta',
  acordo_quebrado: 'o acordo foi quebrado',
  promessa_quebrada: 'a promessa de pagamento não foi cumprida',
  nao_aceita_mensagens: 'pediu para não receber mensagens',
  contato_invalido: 'o número não está no WhatsApp',
  sem_operador: 'o operador anterior não atende mais',
  contestou: 'o cliente contestou a cobrança',
  pediu_pessoa: 'o cliente pediu para falar com uma pessoa',
  nao_sou_eu: 'quem tem o telefone disse que não é o cliente',
  bloqueio_legal: 'o telefone está em uma lista de não perturbe',
  pessoa_nao_confirmada: 'ninguém confirmou que o telefone é do cliente',
}

/** Why nothing can be sent to this customer's telephone has three reasons of its own. */
export interface TelefoneDoCliente {
  tem: boolean
  /** Whoever holds it said that they are somebody else. */
  negado: boolean
}

/** Why a customer waits, as the end of a sentence. */
export function porqueEspera(motivo: MotivoFila, telefone: TelefoneDoCliente): string {
  if (motivo !== 'contato_invalido') return PORQUE_ESPERA[motivo]
  if (!telefone.tem) return 'não tem telefone'
  return PORQUE_ESPERA[telefone.negado ? 'nao_sou_eu' : 'contato_invalido']
}

/** What a person asks for; refused where the status has no such row. */
export const ACOES = ['assumir', 'negociar', 'pausar', 'reativar', 'devolver'] as const
export type Acao = (typeof ACOES)[number]

/** What happens by itself; a status without such a row stays as it is. */
export const ACONTECIMENTOS = [
  'responder', // the customer wrote
  'esgotar', // the engine can do no more: attempts or steps ran out, opted out, cannot be on WhatsApp
  'quebrar_acordo',
  'quebrar_promessa',
  'cancelar_acordo',
  'perder_operador',
  'terminar_pausa',
] as const
export type Acontecimento = (typeof ACONTECIMENTOS)[number]

/** `retorno` is resolved by `retornoDoCliente`. */
type Destino = StatusCliente | 'retorno'

/** The whole life of a customer, apart from what its accounts decide (`statusPelasContas`). */
const TRANSICOES: Record<StatusCliente, Partial<Record<Acao | Acontecimento, Destino>>> = {
  ativo: {
    assumir: 'em_atendimento',
    negociar: 'negociado', // takes over first
    pausar: 'pausado',
    responder: 'aguardando_atendimento',
    esgotar: 'aguardando_atendimento',
    quebrar_acordo: 'aguardando_atendimento',
    quebrar_promessa: 'aguardando_atendimento',
    cancelar_acordo: 'em_atendimento',
  },
  aguardando_atendimento: {
    assumir: 'em_atendimento',
    negociar: 'negociado', // takes over first
    cancelar_acordo: 'em_atendimento',
  },
  em_atendimento: {
    negociar: 'negociado',
    pausar: 'pausado',
    reativar: 'retorno',
    devolver: 'aguardando_atendimento', // undoes the take-over, of whoever came from the queue
    quebrar_acordo: 'aguardando_atendimento',
    perder_operador: 'aguardando_atendimento',
  },
  negociado: {
    assumir: 'em_atendimento',
    pausar: 'pausado',
    responder: 'aguardando_atendimento',
    esgotar: 'aguardando_atendimento',
    quebrar_acordo: 'aguardando_atendimento',
    quebrar_promessa: 'aguardando_atendimento',
    cancelar_acordo: 'em_atendimento',
  },
  pausado: {
    reativar: 'retorno',
    responder: 'aguardando_atendimento',
    terminar_pausa: 'retorno',
    cancelar_acordo: 'em_atendimento',
  },
  concluido: {},
}

/** What decides where `reativar` and the end of a pause lead. */
export interface Acordo {
  /** An agreement is running. */
  ativo: boolean
  /** One broke while the customer was paused, and nobody has seen to it yet. */
  quebrado: boolean
  /** A promise broke while the customer was paused, and nobody has seen to it yet. */
  promessaQuebrada?: boolean
}

/**
 * Where a customer goes after a pause: to the queue when a promise broke meanwhile, to the agreement while one runs, to
 * the queue when it broke, else back to being collected.
 */
export function retornoDoCliente({ ativo, quebrado, promessaQuebrada = false }: Acordo): StatusCliente {
  if (promessaQuebrada) return 'aguardando_atendimento'
  if (ativo) return 'negociado'
  return quebrado ? 'aguardando_atendimento' : 'ativo'
}

const VERBO: Record<Acao, string> = {
  assumir: 'assumido',
  negociar: 'negociado',
  pausar: 'pausado',
  reativar: 'devolvido à cobrança',
  devolver: 'devolvido à fila',
}

/** Where a user's action leads; throws RegraViolada when refused. `daFila`: the operator took it from the queue. */
export function transitar(status: StatusCliente, acao: Acao, acordo: Acordo, daFila = false): StatusCliente {
  const destino = TRANSICOES[status][acao]
  if (destino && acao === 'devolver' && !daFila) {
    throw new RegraViolada(
      'nao_veio_da_fila',
      'Este cliente não foi assumido da fila, e por isso não há lugar nela para voltar. Devolva-o à cobrança ou pause.',
    )
  }
  if (destino) return destino === 'retorno' ? retornoDoCliente(acordo) : destino
  if (status === 'concluido' && acao === 'reativar') {
    throw new RegraViolada(
      'sem_contas_em_aberto',
      'Este cliente não tem contas em aberto. Lance ou importe uma conta para voltar a cobrar.',
    )
  }
  throw new RegraViolada(
    'transicao_invalida',
    `O cliente está ${ROTULOS_DO_STATUS[status].toLowerCase()} e por isso não pode ser ${VERBO[acao]} agora. Atualize a tela para ver o que é possível.`,
  )
}

/** The status after an event; unchanged where TRANSICOES has no entry. */
export function aoAcontecer(status: StatusCliente, fato: Acontecimento, acordo: Acordo): StatusCliente {
  const destino = TRANSICOES[status][fato] ?? status
  return destino === 'retorno' ? retornoDoCliente(acordo) : destino
}

/** What the accounts decide after every write. The SQL of `reconciliar` says the same; a test holds them together. */
export function statusPelasContas(status: StatusCliente, contasAbertas: number, acordoAtivo: boolean): StatusCliente {
  if (contasAbertas === 0) return 'concluido'
  if (status === 'concluido' || status === 'ativo' || status === 'negociado') return acordoAtivo ? 'negociado' : 'ativo'
  return status
}

/** Screens enable their buttons with this, so they never offer what the server would refuse; `daFila` as in `transitar`. */
export const acoesAceitas = (status: StatusCliente, daFila = false): Acao[] =>
  ACOES.filter((acao) => TRANSICOES[status][acao] !== undefined && (acao !== 'devolver' || daFila))
