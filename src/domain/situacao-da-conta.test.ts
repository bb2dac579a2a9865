import { expect, test } from 'vitest'
import { lerSituacao } from './situacao-da-conta.ts'

test.each([
  ['aberta', 'Em aberto|ABERTO|Aberta|A vencer|Vence hoje|Vencida|Atrasado|Em atraso|Pendente|A receber|A pagar'],
  ['aberta', 'Não pago|não recebida|Sem baixa|Aguardando pagamento|Pagamento em atraso|Prevista|Titulo em aberto|AB'],
  ['aberta', 'Não foi pago|Ainda não foi recebida|Não está quitado|Não baixado|Não liquidada|Sem pagamento|Unpaid'],
  [
    'aberta',
    'Não cancelada, em aberto|Inadimplente|Ativo|Normal|Agendada|Emitidas|Enviado|Registrada|Gerado|Aguardando',
  ],
  ['aberta', 'Protestado|Negativada|Open|Pending|Overdue|Due|Vencidos|Abertos|Pendentes|Previstas|Inadimplentes'],
  ['encerrada', 'Pago sem juros|Reembolsada|Compensado|Encerrados|Finalizado|Anulada|Inutilizado|Negociada|Isento|PG'],
  [
    'encerrada',
    'Quitação|Paid|Received|Settled|Confirmed|Refunded|Canceled|Cancelled|Pagos|Recebidas|Liquidados|Perdida',
  ],
  ['desconhecida', 'Não conciliado|Não compensada|Não confirmado|Não foi cancelado|Não está encerrada'],
  ['desconhecida', 'Despago|Apagado|Prepaid|Pagode|Abertura|Receberia|Normalmente|Lqs|Abc'],
  ['parcial', 'Em parte|Partially paid|Paga parcial'],
  ['parcial', 'Parcial|Parcialmente recebido|Quitado parcialmente|Baixado parcialmente|Pago em parte'],
  ['encerrada', 'Pago|PAGA|Recebido|Recebida em dinheiro|Quitado|Liquidado|Baixado|Titulo baixado|Baixa|Concluída'],
  ['encerrada', 'Cancelado|Cancelada|Estornada|Devolvido|Conciliado|Confirmada|Renegociado|Perdido|LQ|Excluído'],
  ['desconhecida', 'Inativo|Jurídico|1|L|Sim|?7'],
] as const)('%s: %s', (esperada, palavras) => {
  for (const palavra of palavras.split('|')) expect([palavra, lerSituacao(palavra)]).toEqual([palavra, esperada])
})

test('an empty cell, or a dash, gives no status', () => {
  for (const vazia of ['', ' ', '-', '—']) expect(lerSituacao(vazia)).toBe(null)
})
