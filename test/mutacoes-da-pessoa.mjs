// Faults in the rules about whose a phone is, for `mutacoes.mjs`; each names the test that must catch it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
const REGRA = 'src/domain/decisao.ts'
const PESSOA = 'src/server/regua/pessoa.queries.ts'
const JULGAMENTO = 'src/server/despacho/julgamento-regua.ts'
const CONFIRMADA = 'src/server/clientes/pessoa-confirmada.actions.ts'
const RECEBER = 'src/server/mensagens/receber.actions.ts'
const PROPRIEDADE = ['src/server/regua/selecao.test.ts']
const PERGUNTA = ['src/server/despacho/pessoa.test.ts']

export const FALHAS_DA_PESSOA = [
  {
    nome: 'nobody is asked whose the phone is, in the statement alone',
    edicoes: [[PESSOA, "else 'chamar'\n  end`", "else 'nada'\n  end`"]],
    testes: PROPRIEDADE,
  },
  {
    nome: 'a debt goes to a phone that nobody confirmed',
    edicoes: [
      [PESSOA, 'case\n    when not ${deve}', 'case\n    when true or not ${deve}'],
      [REGRA, "if (antes !== 'nada') return MODELO_DA_PERGUNTA\n", ''],
      [REGRA, "if (antes === 'esperar' || antes === 'chamar') return 'pessoa_nao_confirmada'\n", ''],
    ],
    testes: PERGUNTA,
  },
  {
    nome: 'whoever does not answer is asked again the next day',
    edicoes: [['src/domain/pessoa.ts', 'DIAS_ATE_PERGUNTAR_DE_NOVO = 7', 'DIAS_ATE_PERGUNTAR_DE_NOVO = 1']],
    testes: PERGUNTA,
  },
  {
    nome: 'a question covers the step, as a bill does',
    edicoes: [
      [
        'src/server/cobranca/execucao.actions.ts',
        ' and p.modelo <> ${MODELO_DA_PERGUNTA},\n        lateral',
        ',\n        lateral',
      ],
      [
        JULGAMENTO,
        'passo: null, cobre: [] }',
        'passo: null, cobre: [{ contaId: decisao.contas![0]!, dias: decisao.passos![0]! }] }',
      ],
    ],
    testes: PERGUNTA,
  },
  {
    nome: 'a question begins the interval',
    edicoes: [
      [
        'src/server/despacho/dias.actions.ts',
        'cobranca: ehCobranca(mensagem) ? dia',
        'cobranca: ehDoDia(mensagem) ? dia',
      ],
    ],
    testes: PERGUNTA,
  },
  {
    nome: 'a phone silent for a year is still known',
    edicoes: [['src/domain/pessoa.ts', 'DIAS_DE_SILENCIO = 180', 'DIAS_DE_SILENCIO = 365']],
    testes: PERGUNTA,
  },
  {
    nome: 'a lost confirmation comes back by what is written',
    edicoes: [[CONFIRMADA, 'and ouvida_em >= ${aindaSabida}::timestamptz and ouvida_em <', 'and ouvida_em <']],
    testes: PERGUNTA,
  },
  {
    nome: 'who said not to be the customer may take it back by a tap',
    edicoes: [
      [CONFIRMADA, "where pessoa_do_telefone.negada_em is null or ${meio === 'operador'}", 'where true'],
      [RECEBER, '.filter((id) => !negados.has(id))', ''],
    ],
    testes: PERGUNTA,
  },
  {
    nome: 'a tap is a reply',
    edicoes: [[RECEBER, 'uma.toque === null && ', '']],
    testes: PERGUNTA,
  },
]
