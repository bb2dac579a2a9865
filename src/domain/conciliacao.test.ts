import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import {
  type AConciliar,
  type Candidatos,
  type ClienteCandidato,
  type ContaCandidata,
  mesmoTitulo,
} from './candidatos.ts'
import { decidir } from './conciliacao.ts'
import { semelhanca } from './nomes.ts'

const conta = (id: number, clienteId: number, outro: Partial<ContaCandidata> = {}): ContaCandidata => {
  const abertoCentavos = outro.abertoCentavos ?? 50_000
  const base = {
    nome: `${id}/1`,
    nossoNumero: null,
    vencimento: '2026-11-10',
    aberta: true,
    devidoCentavos: abertoCentavos,
  }
  return { id, clienteId, ...base, ...outro, abertoCentavos }
}
const cliente = (
  id: number,
  nome: string,
  documento: string | null,
  ...contas: ContaCandidata[]
): ClienteCandidato => ({
  id,
  nome,
  documento,
  contas,
})
const SEM_NADA: Candidatos = { codigos: [], clientes: [], pagamentos: [], lotes: [] }
const credito = (outro: Partial<AConciliar['movimento']> = {}): AConciliar['movimento'] => ({
  origem: 'ofx',
  tipo: 'credito',
  dia: '2026-11-10',
  diaCredito: '2026-11-10',
  valorCentavos: 50_000,
  pagador: null,
  txid: null,
  nossoNumero: null,
  lote: false,
  ...outro,
})
const aConciliar = (outro: Partial<AConciliar['movimento']> = {}): AConciliar => ({
  movimento: credito(outro),
  componentes: null,
  desfeito: false,
})

/** The company of the samples. */
const SAMPLES: ClienteCandidato[] = [
  cliente(
    1,
    'PADARIA EXEMPLO DO BAIRRO LTDA',
    '77888999000181',
    conta(1, 1, { abertoCentavos: 50_000 }),
    conta(6, 1, { abertoCentavos: 123_456, vencimento: '2026-11-20' }),
  ),
  cliente(2, 'CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', '22333444000181', conta(2, 2, { abertoCentavos: 321_099 })),
  cliente(3, 'JOSE DA SILVA TESTE', '52998224725', conta(3, 3, { abertoCentavos: 24_990 })),
  cliente(4, 'MARIA APARECIDA EXEMPLO', '11144477735', conta(4, 4, { abertoCentavos: 15_000 })),
  cliente(5, 'MERCADINHO FICTICIO LTDA', 'XY45ZK78000289', conta(5, 5, { abertoCentavos: 15_000 })),
]

describe('each line of the sample statements is suggested as its README says', () => {
  const linhas = readFileSync(new URL('../../test/samples/banco/README.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((linha) => {
      const celulas = linha.split('|').map((um) => um.trim())
      const [, arquivo, n, , , tipo, , , sugestao] = celulas
      return tipo === 'in' && sugestao?.startsWith('R')
        ? [[`${arquivo} line ${n}`, arquivo!, Number(n), sugestao] as const]
        : []
    })

  test.each(linhas)('%s: %s %s %s', (_, arquivo, n, sugestao) => {
    const nome = Object.keys(esperados).find((um) => um.startsWith(`${arquivo}-`))!
    const { accounts } = (esperados as unknown as Record<string, { accounts: { lines: Linha[] }[] }>)[nome]!
    const linha = accounts.flatMap(({ lines }) => lines)[n - 1]!
    const pagador =
      linha.payer || linha.payerDocument ? { nome: linha.payer || null, documento: linha.payerDocument || null } : null
    const decisao = decidir(
      aConciliar({ dia: linha.date, valorCentavos: linha.amount, pagador }),
      { ...SEM_NADA, clientes: SAMPLES },
      2_000,
    )
    const conta = Number(/^R(\d)/.exec(sugestao)![1])
    if (decisao.situacao !== 'sugerido') throw new Error(decisao.situacao)
    expect(decisao.sugestoes[0]).toMatchObject({ acao: 'aplicar', contas: [{ id: conta }] })
    expect(decisao.sugestoes[0]!.certeza).toBe(
      /only|tie/.test(sugestao) || pagador === null ? 'baixa' : pagador.documento ? 'alta' : 'media',
    )
  })

  test('none is left out', () => expect(linhas).toHaveLength(38))
})
interface Linha {
  date: string
  amount: number
  payer: string
  payerDocument: string
}

describe('what is applied by itself', () => {
  const dono = cliente(
    1,
    'Ana Souza',
    '52998224725',
    conta(1, 1, { nossoNumero: '109/00015002-5', devidoCentavos: 51_000 }),
    conta(2, 1, { abertoCentavos: 20_000 }),
  )
  const codigo = (outro: object = {}): Candidatos['codigos'][number] => ({
    id: 9,
    txid: 'ABC123',
    tipo: 'pix_estatico',
    clienteId: 1,
    partes: [
      { contaId: 1, valorCentavos: 50_000, encargosCentavos: 1_000 },
      { contaId: 2, valorCentavos: 20_000, encargosCentavos: 0 },
    ],
    ...outro,
  })
  const com = (outro: Partial<Candidatos> = {}): Candidatos => ({
    ...SEM_NADA,
    clientes: [dono],
    codigos: [codigo()],
    ...outro,
  })
  const fechada = (...ids: number[]) => ({
    ...dono,
    contas: dono.contas.map((uma) =>
      ids.includes(uma.id) ? { ...uma, aberta: false, abertoCentavos: 0, devidoCentavos: 0 } : uma,
    ),
  })
  const cobv = codigo({ tipo: 'pix_cobv', partes: [{ contaId: 1, valorCentavos: 50_000, encargosCentavos: 0 }] })
  const componentes = {
    originalCentavos: 50_000,
    multaCentavos: 1_000,
    jurosCentavos: 50,
    abatimentoCentavos: 0,
    descontoCentavos: 0,
  }

  test.each<[string, Partial<AConciliar>, Partial<AConciliar['movimento']>, Partial<Candidatos>, object | null]>([
    [
      'a code, for what it asks',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      {},
      {
        codigoId: 9,
        contas: [
          { id: 1, valorCentavos: 51_000 },
          { id: 2, valorCentavos: 20_000 },
        ],
        creditoCentavos: 0,
      },
    ],
    ['a code in another case', {}, { txid: 'abc123', valorCentavos: 71_000 }, {}, null],
    ['a code, for another amount', {}, { txid: 'ABC123', valorCentavos: 70_999 }, {}, null],
    [
      'two codes of one txid',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { codigos: [codigo(), codigo({ id: 10 })] },
      null,
    ],
    ['a code once undone', { desfeito: true }, { txid: 'ABC123', valorCentavos: 71_000 }, {}, null],
    [
      'a code of which one account is paid',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [fechada(2)] },
      { contas: [{ id: 1, valorCentavos: 51_000 }], creditoCentavos: 20_000 },
    ],
    [
      'a code paid again',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [fechada(1, 2)] },
      { contas: [], creditoCentavos: 71_000 },
    ],
    [
      'a code whose payment was typed in',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [fechada(1, 2)], pagamentos: [{ id: 5, clienteId: 1, valorCentavos: 71_000, pagoEm: '2026-11-09' }] },
      null,
    ],
    [
      'a cobv with the PSP’s charges',
      { componentes },
      { txid: 'ABC123', valorCentavos: 51_050 },
      { codigos: [cobv] },
      { contas: [{ id: 1, valorCentavos: 51_050 }], creditoCentavos: 0 },
    ],
    ['a cobv, charges unsaid', {}, { txid: 'ABC123', valorCentavos: 51_050 }, { codigos: [cobv] }, null],
    [
      'a cobv whose parts do not add up',
      { componentes },
      { txid: 'ABC123', valorCentavos: 51_051 },
      { codigos: [cobv] },
      null,
    ],
    [
      'a cobv of another face',
      { componentes: { ...componentes, originalCentavos: 100 } },
      { txid: 'ABC123', valorCentavos: 1_150 },
      { codigos: [cobv] },
      null,
    ],
    [
      'a title, with its charges',
      {},
      { nossoNumero: '000150025', valorCentavos: 51_000 },
      {},
      { codigoId: null, contas: [{ id: 1, valorCentavos: 51_000 }], creditoCentavos: 0 },
    ],
    [
      'a title, without small charges',
      {},
      { nossoNumero: '15002', valorCentavos: 50_000 },
      {},
      { contas: [{ id: 1, valorCentavos: 50_000 }] },
    ],
    [
      'a title, without charges that are not forgiven',
      {},
      { nossoNumero: '15002', valorCentavos: 50_000 },
      { clientes: [{ ...dono, contas: [{ ...dono.contas[0]!, devidoCentavos: 52_001 }] }] },
      null,
    ],
    ['a title, short', {}, { nossoNumero: '15002', valorCentavos: 49_999 }, {}, null],
    ['a title, paid again', {}, { nossoNumero: '15002', valorCentavos: 51_000 }, { clientes: [fechada(1)] }, null],
    [
      'a title that two accounts could be',
      {},
      { nossoNumero: '15002', valorCentavos: 51_000 },
      { clientes: [dono, cliente(2, 'X', null, conta(7, 2, { nossoNumero: '15002' }))] },
      null,
    ],
    ['a name and an amount', {}, { pagador: { nome: 'Ana Souza', documento: null } }, {}, null],
    [
      'a document and an amount',
      {},
      { pagador: { nome: 'Ana Souza', documento: '52998224725' }, valorCentavos: 51_000 },
      {},
      null,
    ],
  ])('%s', (_, sobre, movimento, candidatos, aplicado) => {
    const decisao = decidir({ ...aConciliar(movimento), ...sobre }, com(candidatos), 2_000)
    if (aplicado) expect(decisao).toMatchObject({ situacao: 'aplicado', clienteId: 1, ...aplicado })
    else expect(decisao.situacao).not.toBe('aplicado')
  })
})

describe('what is suggested', () => {
  const ana = cliente(
    1,
    'Ana Souza Lima',
    '52998224725',
    conta(1, 1, { abertoCentavos: 30_000, devidoCentavos: 30_500 }),
    conta(2, 1, { abertoCentavos: 20_000, vencimento: '2026-12-10' }),
  )
  const sugestoes = (movimento: Partial<AConciliar['movimento']>, candidatos: Partial<Candidatos> = {}) => {
    const decisao = decidir(aConciliar(movimento), { ...SEM_NADA, clientes: [ana], ...candidatos }, 2_000)
    return decisao.situacao === 'sugerido' ? decisao.sugestoes : decisao.situacao
  }
  const DE_ANA = { nome: 'ANA SOUZA LIMA', documento: '52998224725' }

  test('the sum of several accounts, with or without their charges', () => {
    expect(sugestoes({ valorCentavos: 50_500, pagador: DE_ANA })).toMatchObject([
      {
        contas: [
          { id: 1, valorCentavos: 30_500 },
          { id: 2, valorCentavos: 20_000 },
        ],
        certeza: 'alta',
        porque: 'O documento de quem pagou é o de Ana Souza Lima, e o valor é a soma das contas 1/1, 2/1.',
      },
    ])
    expect(sugestoes({ valorCentavos: 50_000, pagador: DE_ANA })).toMatchObject([
      { contas: [{ id: 1, valorCentavos: 30_000 }, { id: 2 }] },
    ])
  })

  test('a part, from whoever is known to have paid', () => {
    expect(sugestoes({ valorCentavos: 10_000, pagador: DE_ANA })).toMatchObject([
      {
        contas: [{ id: 1, valorCentavos: 10_000 }],
        certeza: 'media',
        porque: expect.stringMatching(/deve R\$ 505,00: o valor não é o de conta nenhuma/),
      },
    ])
  })

  test('a payment that was typed in comes before anything else', () => {
    const pagamentos = [{ id: 7, clienteId: 1, valorCentavos: 20_000, pagoEm: '2026-11-09' }]
    expect(sugestoes({ valorCentavos: 20_000, pagador: DE_ANA }, { pagamentos })).toMatchObject([
      { acao: 'vincular', pagamentoId: 7, certeza: 'alta' },
      { acao: 'aplicar', contas: [{ id: 2 }] },
    ])
    expect(sugestoes({ valorCentavos: 20_000, pagador: DE_ANA, dia: '2026-11-30' }, { pagamentos })).toMatchObject([
      { acao: 'aplicar' },
    ])
  })

  test('another document is another person, however alike the names', () => {
    expect(sugestoes({ valorCentavos: 20_000, pagador: { ...DE_ANA, documento: '11144477735' } })).toMatchObject([
      { certeza: 'baixa' },
    ])
  })

  test('two people of one name leave a doubt', () => {
    const outra = cliente(2, 'Ana Souza Lima', '11144477735', conta(9, 2, { abertoCentavos: 20_000 }))
    const iguais = sugestoes(
      { valorCentavos: 20_000, pagador: { nome: 'ANA SOUZA LIMA', documento: null } },
      { clientes: [ana, outra] },
    )
    expect(iguais).toMatchObject([{ certeza: 'media' }, { certeza: 'media' }])
  })

  test('one document of two customers leaves a doubt, though each alone would be beyond it', () => {
    const outra = cliente(2, 'Ana Lima Confecções', '52998224725', conta(9, 2, { abertoCentavos: 20_000 }))
    const [uma] = sugestoes({ valorCentavos: 20_000, pagador: DE_ANA }) as object[]
    expect(uma).toMatchObject({ certeza: 'alta' })
    expect(sugestoes({ valorCentavos: 20_000, pagador: DE_ANA }, { clientes: [ana, outra] })).toMatchObject([
      { certeza: 'media' },
      { certeza: 'media' },
    ])
  })

  test('an amount that many owe says nothing', () => {
    const muitos = Array.from({ length: 6 }, (_, i) => cliente(i + 10, `Cliente ${i}`, null, conta(i + 10, i + 10)))
    expect(sugestoes({}, { clientes: muitos })).toBe('novo')
    expect(sugestoes({}, { clientes: muitos.slice(0, 5) })).toHaveLength(5)
  })

  test('one credit for all the boletos of a day is to be ignored, when their return was read', () => {
    const lotes = [{ dia: '2026-11-10', brutoCentavos: 50_000, liquidoCentavos: 49_650, boletos: 3 }]
    for (const valorCentavos of [50_000, 49_650])
      expect(sugestoes({ lote: true, valorCentavos }, { lotes })).toMatchObject([
        { acao: 'ignorar', certeza: 'alta', porque: expect.stringMatching(/3 boletos/) },
      ])
    expect(sugestoes({ lote: true, valorCentavos: 30_500 }, { lotes })).toBe('novo')
    expect(sugestoes({ lote: true, dia: '2026-11-11' }, { lotes })).toBe('novo')
  })

  test('only a credit is anybody’s', () => {
    expect(
      ['tarifa', 'outro', 'devolucao'].map((tipo) => sugestoes({ tipo: tipo as 'outro', pagador: DE_ANA })),
    ).toEqual(['ignorado', 'ignorado', 'novo'])
  })

  test('no reason shows a whole CPF', () => {
    expect(JSON.stringify(sugestoes({ valorCentavos: 20_000, pagador: DE_ANA }))).not.toContain('52998224725')
  })
})

test.each([
  ['M A EXEMPLO', 'MARIA APARECIDA EXEMPLO', 0.6],
  ['MARIA APARE', 'MARIA APARECIDA EXEMPLO', 0.95],
  ['PADARIA', 'PADARIA EXEMPLO DO BAIRRO LTDA', 0.6],
  ['JOSE SILVA', 'José da Silva Teste', 1],
  ['SILVA JOSE', 'José da Silva Teste', 0.5],
  ['CAFE E PAO DE ACUCAR', 'CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', 1],
  ['JOAO PEREIRA', 'JOSE DA SILVA', 0],
  ['', 'JOSE', 0],
])('"%s" looks like "%s": %d', (um, outro, quanto) => {
  expect(semelhanca(um, outro)).toBeCloseTo(quanto, 2)
})

test.each([
  ['109/00015002-5', '000150025', true],
  ['15002', '000150025', true],
  ['00000026003P', '26003', true],
  ['12345', '12346', false],
  ['1', '12', false],
  ['', '000', false],
  [null, '15002', false],
])('the titles %s and %s: %s', (um, outro, sim) => {
  expect(mesmoTitulo(um, outro)).toBe(sim)
  expect(mesmoTitulo(outro, um)).toBe(sim)
})

describe('in any world', () => {
  const centavos = fc.integer({ min: 1, max: 4 }).map((n) => n * 10_000)
  const umaConta = fc.record({
    aberto: centavos,
    encargos: fc.constantFrom(0, 500, 3_000),
    aberta: fc.boolean(),
    nosso: fc.constantFrom(null, '150', '1507', '207'),
  })
  const mundo = fc
    .record({
      clientes: fc.array(
        fc.record({
          contas: fc.array(umaConta, { maxLength: 4 }),
          documento: fc.constantFrom(null, '52998224725', '11144477735'),
          nome: fc.constantFrom('Ana Souza', 'Ana Lima', 'Bia Souza'),
        }),
        { maxLength: 3 },
      ),
      codigos: fc.array(
        fc.record({
          txid: fc.constantFrom('A', 'B'),
          tipo: fc.constantFrom('pix_estatico' as const, 'pix_cobv' as const),
          dono: fc.nat(2),
          partes: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
        }),
        { maxLength: 3 },
      ),
      pagamentos: fc.array(fc.record({ dono: fc.nat(2), valorCentavos: centavos }), { maxLength: 2 }),
    })
    .map(({ clientes, codigos, pagamentos }): Candidatos => {
      const montados = clientes.map(({ contas, documento, nome }, c) =>
        cliente(
          c,
          nome,
          documento,
          ...contas.map((uma, i) =>
            conta(c * 10 + i, c, {
              aberta: uma.aberta,
              nossoNumero: uma.nosso,
              abertoCentavos: uma.aberta ? uma.aberto : 0,
              devidoCentavos: uma.aberta ? uma.aberto + uma.encargos : 0,
            }),
          ),
        ),
      )
      return {
        clientes: montados,
        codigos: codigos.map(({ txid, tipo, dono, partes }, i) => ({
          id: i,
          txid,
          tipo,
          clienteId: dono,
          partes: [...new Set(tipo === 'pix_cobv' ? partes.slice(0, 1) : partes)].map((parte) => ({
            contaId: dono * 10 + parte,
            valorCentavos: 10_000,
            encargosCentavos: tipo === 'pix_cobv' ? 0 : 500,
          })),
        })),
        pagamentos: pagamentos.map(({ dono, valorCentavos }, i) => ({
          id: i,
          clienteId: dono,
          valorCentavos,
          pagoEm: '2026-11-10',
        })),
        lotes: [],
      }
    })
  const movimento = fc.record({
    valorCentavos: fc.oneof(centavos, fc.constantFrom(10_500, 20_500, 21_000, 13_000)),
    txid: fc.constantFrom(null, 'A', 'B', 'C'),
    nossoNumero: fc.constantFrom(null, '150', '0150', '207', '999'),
    pagador: fc.constantFrom(
      null,
      { nome: 'ANA SOUZA', documento: null },
      { nome: null, documento: '52998224725' },
      { nome: 'BIA', documento: '***982247**' },
    ),
  })

  test('nothing is applied by itself that is not certain, and no cent of it twice', () => {
    fc.assert(
      fc.property(mundo, movimento, (candidatos, dado) => {
        const decisao = decidir(aConciliar(dado), candidatos, 2_000)
        if (decisao.situacao !== 'aplicado') return
        const contas = new Map(candidatos.clientes.flatMap((um) => um.contas.map((uma) => [uma.id, uma])))
        const aplicado = decisao.contas.reduce((soma, { valorCentavos }) => soma + valorCentavos, 0)
        expect(aplicado + decisao.creditoCentavos).toBe(dado.valorCentavos)
        expect(decisao.creditoCentavos).toBeGreaterThanOrEqual(0)
        expect(new Set(decisao.contas.map(({ id }) => id)).size).toBe(decisao.contas.length)
        for (const { id, valorCentavos } of decisao.contas) {
          expect(contas.get(id)).toMatchObject({ clienteId: decisao.clienteId, aberta: true })
          if (decisao.codigoId === null || candidatos.codigos[decisao.codigoId]!.tipo !== 'pix_cobv')
            expect(valorCentavos).toBeLessThanOrEqual(contas.get(id)!.devidoCentavos)
        }
        const codigos = candidatos.codigos.filter(({ txid }) => txid === dado.txid)
        const titulos = [...contas.values()].filter((uma) => mesmoTitulo(uma.nossoNumero, dado.nossoNumero))
        expect(decisao.codigoId === null ? titulos.length : codigos.length).toBe(1)
      }),
      { numRuns: 2_000 },
    )
  })

  test('what is suggested can be done: accounts of one customer, open, within what they owe and what came', () => {
    fc.assert(
      fc.property(mundo, movimento, (candidatos, dado) => {
        const decisao = decidir(aConciliar(dado), candidatos, 2_000)
        if (decisao.situacao !== 'sugerido') return
        expect(decisao.sugestoes.length).toBeGreaterThan(0)
        expect(decisao.sugestoes.length).toBeLessThanOrEqual(5)
        for (const { acao, clienteId, contas, pagamentoId } of decisao.sugestoes) {
          expect(acao === 'vincular').toBe(pagamentoId !== null)
          const dele = candidatos.clientes.find(({ id }) => id === clienteId)
          for (const { id, valorCentavos } of contas) {
            const uma = dele?.contas.find((outra) => outra.id === id)
            expect(uma?.aberta).toBe(true)
            expect(valorCentavos).toBeGreaterThan(0)
            expect(valorCentavos).toBeLessThanOrEqual(uma!.devidoCentavos)
          }
          expect(contas.reduce((soma, um) => soma + um.valorCentavos, 0)).toBeLessThanOrEqual(dado.valorCentavos)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
