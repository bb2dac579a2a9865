import fc from 'fast-check'
import { somarDias } from '#domain/data.ts'
import { MODELOS_DO_MOTOR } from '#domain/decisao.ts'
import { CONFIRMAR_PESSOA } from '#domain/recebimento.ts'
import { UFS } from '#domain/uf.ts'

const DIAS = [-7, -3, -1, 0, 1, 2, 5, 10, 30]
const STATUS = ['ativo', 'negociado', 'em_atendimento', 'pausado', 'aguardando_atendimento'] as const
const diaPerto = (hoje: string) => fc.integer({ min: -45, max: 12 }).map((n) => somarDias(hoje, n))
const talvez = <T>(um: fc.Arbitrary<T>) => fc.option(um, { nil: null })
/** What keeps a customer from being billed is rare, or hardly anybody ever would be, and what is shared out among many never seen. */
const raro = <T, U>(comum: T, outro: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ arbitrary: fc.constant(comum), weight: 9 }, { arbitrary: outro, weight: 1 })

/** A day of a company: its rules, and its customers with their debts and what is known of their phones. */
export const mundo = fc.integer({ min: 0, max: 400 }).chain((n) => {
  const dia = somarDias('2026-03-01', n)
  return fc.record({
    dia: fc.constant(dia),
    hora: fc.constantFrom('00:30', '07:00', '08:30', '10:00', '15:00', '18:30', '21:00', '23:30'),
    semHoras: fc.boolean(), // the company's own hours run from midnight to midnight, when another state may have another date
    ...lei(dia),
    forcado: fc.boolean(),
    limite: talvez(fc.integer({ min: 0, max: 4 })),
    carencia: fc.integer({ min: 0, max: 3 }),
    aprovados: raro([...MODELOS_DO_MOTOR], fc.subarray([...MODELOS_DO_MOTOR], { minLength: 2 })),
    marketing: fc.subarray([...MODELOS_DO_MOTOR], { maxLength: 2 }),
    confirmarPessoa: fc.constantFrom(...CONFIRMAR_PESSOA),
    feriados: fc.array(
      fc.integer({ min: -5, max: 2 }).map((d) => somarDias(dia, d)),
      { maxLength: 2 },
    ),
    regua,
    contatos: fc.array(contato(dia), { minLength: 5, maxLength: 5 }),
    clientes: fc.array(cliente(dia), { minLength: 1, maxLength: 12 }),
    porFaixa: fc.constantFrom(2, 5, 30),
  })
})
export type Mundo = typeof mundo extends fc.Arbitrary<infer T> ? T : never

const cliente = (dia: string) =>
  fc.record({
    cpf: fc.boolean(),
    pessoa,
    proposta: raro(null, fc.integer({ min: -2, max: 3 })),
    autorizou: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 }),
    uf: talvez(fc.constantFrom('SP' as const, 'AM' as const, 'RJ' as const, 'AC' as const, 'PE' as const)),
    municipio: talvez(fc.constantFrom('São Paulo', 'TABATINGA', 'Fernando de Noronha', 'Parintins')),
    contato: fc.oneof(
      { arbitrary: fc.integer({ min: 0, max: 4 }), weight: 12 },
      { arbitrary: fc.constant(null), weight: 1 },
    ),
    status: fc.oneof({ arbitrary: fc.constant('ativo' as const), weight: 3 }, fc.constantFrom(...STATUS)),
    chamadas: raro(0, fc.integer({ min: 0, max: 3 })),
    vistas: fc.oneof(
      { arbitrary: fc.constant(0), weight: 2 },
      { arbitrary: fc.integer({ min: 0, max: 3 }), weight: 1 },
    ),
    contatadoHaMinutos: talvez(fc.integer({ min: 0, max: 6_000 })),
    creditoHaDias: raro(null, fc.integer({ min: 0, max: 6 })),
    contas: fc.array(conta(dia), { minLength: 1, maxLength: 4 }),
  })

// Days since the phone was last heard from as this customer's (or not any more), and since each question; a freed question was never asked.
const pessoa = fc.record({
  confirmadaHa: talvez(fc.constantFrom(0, 6, 12, 179, 180, 181)),
  esquecida: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
  negada: raro(false, fc.constant(true)),
  perguntas: fc.array(fc.record({ ha: fc.constantFrom(1, 6, 7, 8, 20), liberada: fc.boolean() }), { maxLength: 2 }),
})

const conta = (dia: string) =>
  fc.record({
    vencimento: diaPerto(dia),
    parcelaDeAcordo: fc.boolean(),
    coberto: raro(null, fc.constantFrom(...DIAS)),
    valorCentavos: fc.constant(10_000),
    // Days until the last one on which its promise may be kept; one already past is not judged yet.
    promessa: raro(null, fc.integer({ min: -2, max: 6 })),
    contestada: raro(false, fc.constant(true)),
    espera: raro(
      null,
      fc.record({
        haDias: fc.integer({ min: 0, max: 6 }),
        causa: fc.constantFrom(
          'alta' as const,
          'media' as const,
          'baixa' as const,
          'decidida' as const,
          'reaberta' as const,
        ),
      }),
    ),
  })

const contato = (dia: string) =>
  fc.record({
    listado: raro(null, fc.integer({ min: 28, max: 32 })), // days since it was put on a list
    janela: fc.boolean(),
    aceita: raro(true, fc.constant(false)),
    marketing: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
    invalido: raro(false, fc.constant(true)),
    cobranca: raro(
      null,
      fc.integer({ min: -4, max: 0 }).map((d) => somarDias(dia, d)),
    ),
    modelo: raro(
      null,
      fc.integer({ min: -2, max: 0 }).map((d) => somarDias(dia, d)),
    ),
    alcancado: fc.boolean(),
    emVoo: raro(null, fc.constantFrom('regua', 'parcela', 'confirmacao', 'atendimento', 'reengajar', 'pagamento')),
  })

const lei = (dia: string) => ({
  linhas: fc.uniqueArray(
    fc.record({
      uf: fc.oneof(fc.constantFrom('SP' as const, 'AM' as const, 'RJ' as const), fc.constantFrom(...UFS)),
      semana: talvez(fc.constantFrom({ inicio: '08:00', fim: '18:00' }, { inicio: '09:00', fim: '20:00' })),
      sabado: talvez(fc.constant({ inicio: '08:00', fim: '14:00' })),
      fonte: fc.constant('lei'),
      conferidoEm: fc.constant(dia),
    }),
    { selector: ({ uf }) => uf, maxLength: 4 },
  ),
  feriadosLocais: fc.array(
    fc.record({
      dia: fc.integer({ min: -3, max: 1 }).map((d) => somarDias(dia, d)),
      uf: fc.constantFrom('AM' as const, 'SP' as const),
      municipio: talvez(fc.constantFrom('parintins', 'São Paulo')),
    }),
    { maxLength: 2 },
  ),
})

const regua = fc.record({
  passos: fc.uniqueArray(
    fc.record({
      dias: fc.constantFrom(...DIAS),
      tipo: fc.constantFrom('lembrete' as const, 'vencimento' as const, 'atraso' as const, 'atraso_grave' as const),
      ativo: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
    }),
    { selector: (passo) => passo.dias, minLength: 2, maxLength: 7 },
  ),
  diasUteis: fc.boolean(),
  maxTentativas: fc.integer({ min: 1, max: 4 }),
  intervaloMinimoDias: fc.integer({ min: 0, max: 4 }),
})
