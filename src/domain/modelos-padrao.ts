import type { TipoModelo } from './modelo.ts'
import type { Botao } from './partes.ts'
import { BOTOES_DA_PERGUNTA } from './pergunta.ts'

/**
 * The texts a new company starts with. Polite and non-promotional, naming the company and the way out
 * (Código de Defesa do Consumidor, art. 42; Meta's UTILITY category). A step goes when it can, after a holiday or a
 * late import too: so days are named, and no text says "today" or "soon" of them.
 */
export const MODELOS_PADRAO: Record<TipoModelo, { titulo: string; texto: string; botoes?: readonly Botao[] }> = {
  lembrete: {
    titulo: 'Lembrete',
    texto:
      'Olá, {{primeiro_nome}}! Aqui é da {{empresa}}. Passamos para lembrar de um pagamento em aberto.\n\n' +
      'Referência: {{numero}}\nValor: {{valor}}\nVencimento: {{vencimento}}\nChave Pix: {{pix}}\n\n' +
      'Se já pagou, desconsidere esta mensagem. Para não receber mais avisos, responda PARAR.',
  },
  vencimento: {
    titulo: 'Vencimento',
    texto:
      'Olá, {{primeiro_nome}}! Aqui é da {{empresa}}. Há um pagamento com vencimento em {{vencimento}}.\n\n' +
      'Referência: {{numero}}\nValor: {{valor}}\nChave Pix: {{pix}}\n\n' +
      'Se já pagou, desconsidere esta mensagem. Qualquer dúvida, responda por aqui. Para não receber mais avisos, responda PARAR.',
  },
  atraso: {
    titulo: 'Atraso',
    texto:
      'Olá, {{primeiro_nome}}. Aqui é da {{empresa}}. Ainda não identificamos um pagamento que venceu em {{vencimento}}.\n\n' +
      'Referência: {{numero}}\nTotal com encargos até hoje: {{valor_atualizado}}\nChave Pix: {{pix}}\n\n' +
      'Se já pagou, desconsidere esta mensagem. Se quiser combinar uma data ou dividir o valor, responda por aqui. ' +
      'Para não receber mais avisos, responda PARAR.',
  },
  atraso_grave: {
    titulo: 'Atraso firme',
    texto:
      'Olá, {{primeiro_nome}}. Aqui é da {{empresa}}. O pagamento que venceu em {{vencimento}} continua em aberto.\n\n' +
      'Referência: {{numero}}\nDias de atraso: {{dias_atraso}}\nTotal com encargos até hoje: {{valor_atualizado}}\n\n' +
      'Queremos resolver isso com você. Responda esta mensagem para falar com a nossa equipe e combinar a melhor forma de pagamento. ' +
      'Se já pagou, desconsidere. Para não receber mais avisos, responda PARAR.',
  },
  negociacao: {
    titulo: 'Negociação',
    texto:
      'Olá, {{primeiro_nome}}! Aqui é da {{empresa}}. Seu acordo está registrado.\n\n' +
      'Total negociado: {{valor}}\nParcelas: {{quantidade_contas}}\nPrimeiro vencimento: {{vencimento}}\n\n' +
      'Vamos lembrar você de cada parcela. Qualquer dúvida, responda por aqui.',
  },
  parcela: {
    titulo: 'Parcela',
    texto:
      'Olá, {{primeiro_nome}}! Aqui é da {{empresa}}. Passamos para lembrar da parcela do seu acordo.\n\n' +
      'Parcela: {{numero}}\nValor: {{valor}}\nVencimento: {{vencimento}}\nChave Pix: {{pix}}\n\n' +
      'Se já pagou, desconsidere esta mensagem. Qualquer dúvida, responda por aqui. Para não receber mais avisos, responda PARAR.',
  },
  confirmar_pessoa: {
    titulo: 'Confirmar a pessoa',
    texto:
      'Olá! Aqui é da {{empresa}}. Este WhatsApp é de {{primeiro_nome}}?\n\n' +
      'Se for, toque em Sim. Se não for, toque em Não sou eu, e não escrevemos mais para este número em nome dessa pessoa. ' +
      'Para não receber mais avisos, responda PARAR.',
    botoes: BOTOES_DA_PERGUNTA,
  },
  pagamento: {
    titulo: 'Pagamento',
    texto:
      'Olá, {{primeiro_nome}}! Aqui é da {{empresa}}. Recebemos seu pagamento de {{valor}} e não há mais nada em aberto. Muito obrigado!',
  },
  contestacao: {
    titulo: 'Resposta a contestação',
    texto:
      'Olá, {{primeiro_nome}}. Aqui é da {{empresa}}. Analisamos a sua contestação {{numero}} e ela não foi aceita: o que falta pagar continua em aberto.\n\n' +
      'Responda esta mensagem para receber a explicação completa e falar com a nossa equipe.',
  },
  reengajar: {
    titulo: 'Reabrir conversa',
    texto:
      'Olá, {{primeiro_nome}}! Quem escreve é {{operador}}, da {{empresa}}. Gostaríamos de continuar nossa conversa sobre os seus pagamentos.\n\n' +
      'Responda por aqui quando puder. Para não receber mais avisos, responda PARAR.',
  },
  fora_do_horario: {
    titulo: 'Fora do horário',
    texto:
      'Olá, {{primeiro_nome}}! Recebemos sua mensagem fora do nosso horário de atendimento. ' +
      'A equipe da {{empresa}} vai responder assim que possível.',
  },
}
