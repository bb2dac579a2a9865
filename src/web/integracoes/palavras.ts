import type { Entrega } from '#contract/integracoes.ts'
import type { Escopo, EventoDeIntegracao } from '#domain/integracao.ts'
import type { Tom } from '#web/cores.ts'

export const DO_ESCOPO: Record<Escopo, string> = {
  'clientes:ler': 'Ler clientes',
  'clientes:escrever': 'Cadastrar e mudar clientes, vendo cada um que muda',
  'contas:ler': 'Ler contas a receber',
  'contas:escrever': 'Lançar e mudar contas, vendo cada uma que muda',
  'pagamentos:escrever': 'Registrar pagamentos',
  'eventos:ler': 'Ler o que mudou',
}

export const DO_EVENTO: Record<EventoDeIntegracao, string> = {
  'cliente.mudou': 'Cliente mudou',
  'mensagem.recebida': 'Mensagem recebida',
  'conta.paga': 'Conta paga',
  'conta.estornada': 'Pagamento estornado',
  'acordo.mudou': 'Acordo mudou',
  'promessa.mudou': 'Promessa mudou',
  'contestacao.mudou': 'Contestação mudou',
}

export const DA_ENTREGA: Record<Entrega['status'], { rotulo: string; tom: Tom }> = {
  pendente: { rotulo: 'Pendente', tom: 'warning' },
  entregue: { rotulo: 'Entregue', tom: 'success' },
  separada: { rotulo: 'Separada', tom: 'error' },
}
