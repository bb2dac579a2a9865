// Deliberate faults in the rules about whose a phone is; run by `mutacoes.mjs`.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
import { em } from './falhas-em.mjs'

const REGRA = 'src/domain/decisao.ts'
const PESSOA = 'src/server/regua/pessoa.queries.ts'
const CONFIRMADA = 'src/server/clientes/pessoa-confirmada.actions.ts'
const RECEBER = 'src/server/mensagens/receber.actions.ts'
const PERGUNTA = ['src/server/despacho/pessoa.test.ts']

export const FALHAS_DA_PESSOA = [
  ...em(PESSOA, ['src/server/regua/selecao.test.ts'], {
    'nobody is asked whose the phone is, in the statement alone': ["else 'chamar'\n  end`", "else 'nada'\n  end`"],
  }),
  ...em('src/domain/pessoa.ts', PERGUNTA, {
    'whoever does not answer is asked again the next day': [
      'DIAS_ATE_PERGUNTAR_DE_NOVO = 7',
      'DIAS_ATE_PERGUNTAR_DE_NOVO = 1',
    ],
    'a phone silent for a year is still known': ['DIAS_DE_SILENCIO = 180', 'DIAS_DE_SILENCIO = 365'],
  }),
  ...em('src/server/despacho/dias.actions.ts', PERGUNTA, {
    'a question begins the interval': ['cobranca: ehCobranca(mensagem) ? dia', 'cobranca: ehDoDia(mensagem) ? dia'],
  }),
  ...em(CONFIRMADA, PERGUNTA, {
    'a lost confirmation comes back by what is written': [
      'and ouvida_em >= ${aindaSabida}::timestamptz and ouvida_em <',
      'and ouvida_em <',
    ],
  }),
  ...em(RECEBER, PERGUNTA, {
    'a tap is a reply': ['uma.toque === null && ', ''],
  }),
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
    nome: 'a question covers the step, as a bill does',
    edicoes: [
      [
        'src/server/cobranca/execucao.actions.ts',
        ' and p.modelo <> ${MODELO_DA_PERGUNTA},\n        lateral',
        ',\n        lateral',
      ],
      [
        'src/server/despacho/julgamento-regua.ts',
        'passo: null, cobre: [] }',
        'passo: null, cobre: [{ contaId: decisao.contas![0]!, dias: decisao.passos![0]! }] }',
      ],
    ],
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
]
