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
    nosso: 'Claro: é o CNPJ 14.206.377/0001-06.',
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
  'O financeiro volta na segunda',
  'Trocou de contador; pediu uns dias',
  'Férias coletivas até o fim do mês',
] as const

/** What the company's people keep at hand, called by `/` and the shortcut. */
export const FRASES_DA_EMPRESA = [
  { atalho: 'pix', texto: 'Nossa chave Pix é {{pix}}, em nome de {{empresa}}. Assim que cair, eu confirmo por aqui.' },
  { atalho: 'total', texto: '{{primeiro_nome}}, com multa e juros até hoje o total é {{valor_atualizado}}.' },
  {
    atalho: 'parcelar',
    texto: 'Dá para dividir, sim. Quanto você consegue dar de entrada, e em quantas vezes fica bom o resto?',
  },
  { atalho: 'comprovante', texto: 'Agradeço por avisar! Pode me mandar o comprovante por aqui?' },
  {
    atalho: 'boleto-errado',
    texto: 'Vou conferir com o faturamento e volto com o valor certo. Enquanto isso não precisa pagar nada.',
  },
  {
    atalho: 'outra-pessoa',
    texto: 'Desculpe o incômodo. Você sabe me dizer quem cuida dos pagamentos, e em que telefone eu falo?',
  },
] as const

/** Each operator's own, in the order of their logins. */
export const FRASES_DE_CADA = [
  [
    { atalho: 'oi', texto: 'Oi, {{primeiro_nome}}! Aqui é a {{operador}}, da {{empresa}}. Tudo bem?' },
    { atalho: 'obrigada', texto: 'Obrigada, {{primeiro_nome}}! Qualquer coisa, é só chamar por aqui.' },
  ],
  [{ atalho: 'bomdia', texto: 'Bom dia, {{primeiro_nome}}! Rafael, da {{empresa}}. Posso ajudar com as contas?' }],
] as const

/** Operators' notes about a customer, by the customer's situation; `{colega}` is the other operator's name. */
export const NOTAS = {
  em_atendimento: [
    'Prefere falar depois das 14h. De manhã não responde.',
    'Pediu a nota fiscal por e-mail; já pedi ao faturamento.',
    'Quer pagar tudo, só precisa de mais uns dias. Não falar em juros antes de eu voltar.',
  ],
  respondeu: [
    'Compra daqui há anos. Atrasa, mas sempre paga: não precisa apertar.',
    'Da última vez disse que pagava na sexta, e pagou.',
    '@{colega}, você combinou outra data no mês passado? Diz que sim.',
  ],
  acordo_quebrado: [
    'Avisou que ia atrasar a parcela. @{colega}, se for fechar outro acordo, peça entrada.',
    'O movimento caiu em outubro. Uma parcela menor dá para pagar.',
  ],
  pausado: ['Confirmei por telefone, e ligou de volta no mesmo dia. Dá para confiar na data.'],
  negociado: ['Pediu para lembrar da parcela na véspera, de manhã.'],
} as const
