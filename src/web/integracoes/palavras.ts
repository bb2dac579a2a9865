import type { Entrega } from '#contract/integracoes.ts'
import type { Escopo, EventoDeIntegracao } from '#domain/integracao.ts'
import type { Tom } from '#web/cores.ts'

export const DO_ESCOPO: Record<Escopo, string> = {
  'clientes:ler': 'Ler clientes',
  'clientes:escrever': 'Cadastrar e alterar clientes, e ver cada um que altera',
  'contas:ler': 'Ler contas a receber',
  'contas:escrever': 'Lançar e alterar contas, e ver cada uma que altera',
  'pagamentos:escrever': 'Registrar pagamentos',
  'eventos:ler': 'Ler o histórico de eventos',
}

export const DO_EVENTO: Record<EventoDeIntegracao, string> = {
  'cliente.mudou': 'Cliente alterado',
  'mensagem.recebida': 'Mensagem recebida',
  'conta.paga': 'Conta paga',
  'conta.estornada': 'Pagamento estornado',
  'acordo.mudou': 'Acordo alterado',
  'promessa.mudou': 'Promessa alterada',
  'contestacao.mudou': 'Contestação alterada',
}

export const DA_ENTREGA: Record<Entrega['status'], { rotulo: string; tom: Tom }> = {
  pendente: { rotulo: 'Pendente', tom: 'warning' },
  entregue: { rotulo: 'Entregue', tom: 'success' },
  separada: { rotulo: 'Não entregue', tom: 'error' },
}
