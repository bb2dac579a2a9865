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
  [
    'encerrada',
    'Pago (não conciliado)|Recebido em atraso (não conciliado)|Pago, não compensado: pendente|Vencida e paga, não conciliada',
  ],
  ['encerrada', 'Cancelada, não foi paga|Cancelada, não paga|Estornado, não foi recebido|Isento: não foi pago'],
  ['encerrada', 'Baixado pelo banco, não foi pago|Renegociada, não paga|Recebido a vencer, não confirmado'],
  ['aberta', 'Não foi pago nem recebido|Vencida, não conciliada|Sem baixa: pendente'],
  ['desconhecida', 'Inativo|Jurídico|1|L|Sim|?7'],
] as const)('%s: %s', (esperada, palavras) => {
  for (const palavra of palavras.split('|')) expect([palavra, lerSituacao(palavra)]).toEqual([palavra, esperada])
})

test('an empty cell, or a dash, gives no status', () => {
  for (const vazia of ['', ' ', '-', '—']) expect(lerSituacao(vazia)).toBe(null)
})
