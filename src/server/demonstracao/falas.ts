interface Dialogo {
  /** What the customer writes, what the operator answers to it, and how the customer ends it. */
  deles: string
  nosso: string
  fim: string
}

/** Talks of the demonstration. */
export const DIALOGOS: readonly Dialogo[] = [
  {
    deles: 'Consigo parcelar as duas? Dá pra dar uns 800 de entrada',
    nosso: 'Dá sim. Com 800 de entrada, o resto fica em 3 vezes. Pode ser?',
    fim: 'Combinado, obrigado',
  },
  {
    deles: 'O boleto que mandaram está com o valor errado',
    nosso: 'Vou conferir com o faturamento e já volto com o valor certo.',
    fim: 'Ok, fico no aguardo',
  },
  {
    deles: 'Já paguei ontem, vou mandar o comprovante',
    nosso: 'Obrigado por avisar. Assim que o pagamento cair, eu confirmo por aqui.',
    fim: 'Perfeito, obrigada',
  },
  {
    deles: 'Boa tarde! Quem é o responsável aí?',
    nosso: 'Pode falar comigo, estou com o seu atendimento. Em que posso ajudar?',
    fim: 'Depois te ligo então',
  },
  {
    deles: 'Pago na sexta sem falta, pode ser?',
    nosso: 'Pode sim. Deixo anotado para sexta e não cobro até lá.',
    fim: 'Fechado, valeu',
  },
  {
    deles: 'Esse número não é mais do financeiro, mas vou repassar',
    nosso: 'Agradeço! Se puder, me passe o contato do financeiro.',
    fim: 'Passo sim',
  },
  {
    deles: 'Tive um problema com a maquininha semana passada e o dinheiro só cai sexta',
    nosso: 'Entendi. Posso segurar até sexta. Quer que eu mande a chave Pix?',
    fim: 'Pode mandar, obrigada',
  },
  {
    deles: 'Pode me mandar a chave Pix de novo?',
    nosso: 'Claro: é o CNPJ 14.206.377/0001-08.',
    fim: 'Deu certo, valeu',
  },
  {
    deles: 'Qual o total com os juros até hoje?',
    nosso: 'Já vejo aqui e mando o valor certinho, com multa e juros.',
    fim: 'Ok, obrigado',
  },
  {
    deles: 'Dá para mudar o vencimento para o dia 10?',
    nosso: 'Consigo dividir. Fica bom para você todo dia 10?',
    fim: 'Fica ótimo',
  },
  {
    deles: 'Vocês dão desconto à vista?',
    nosso: 'Pagando hoje, consigo tirar a multa e os juros.',
    fim: 'Então pago agora',
  },
  {
    deles: 'Recebi só metade da mercadoria dessa nota',
    nosso: 'Sinto muito por isso. Vou verificar a entrega e te respondo ainda hoje.',
    fim: 'Tá bom, aguardo',
  },
]

export const SAUDACAO = 'Bom dia. Vi agora a mensagem'

export const MOTIVOS_PAUSA = [
  'Pediu prazo até o salário',
  'Contestou o valor; em análise',
  'Paga na próxima sexta',
  'Férias coletivas até o fim do mês',
] as const
