/** What customers of the demonstration write, and what operators answer. */
export const FALAS = {
  pergunta: [
    'Bom dia. Vi agora a mensagem',
    'Consigo parcelar as duas? Dá pra dar uns 800 de entrada',
    'O boleto que mandaram está com o valor errado',
    'Já paguei ontem, vou mandar o comprovante',
    'Boa tarde! Quem é o responsável aí?',
    'Pago na sexta sem falta, pode ser?',
    'Esse número não é mais do financeiro, mas vou repassar',
    'Tive um problema com a maquininha semana passada e o dinheiro só cai sexta',
    'Pode me mandar a chave Pix de novo?',
    'Qual o total com os juros até hoje?',
  ],
  resposta: [
    'Bom dia! Sou da Serra Azul, estou com o seu atendimento. Já confiro aqui.',
    'Claro, consigo dividir. Fica bom para você todo dia 10?',
    'Obrigado por avisar. Assim que o pagamento cair eu confirmo por aqui.',
    'Segue a nossa chave Pix: o CNPJ 14.206.377/0001-08.',
  ],
  agradecimento: ['Combinado, obrigado', 'Perfeito, obrigada', 'Ok, fechado', 'Deu certo, valeu'],
} as const

export const MOTIVOS_PAUSA = [
  'Pediu prazo até o salário',
  'Contestou o valor; em análise',
  'Paga na próxima sexta',
  'Férias coletivas até o fim do mês',
] as const
