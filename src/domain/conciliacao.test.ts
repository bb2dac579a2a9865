import { describe, expect, test } from 'vitest'
import { aConciliar, cliente, conta, SEM_NADA } from '#test/a-conciliar.ts'
import type { AConciliar, Candidatos } from './candidatos.ts'
import { decidir } from './conciliacao.ts'

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
      {
        contas: [{ id: 1, valorCentavos: 51_000 }],
        creditoCentavos: 20_000,
        porque: expect.stringMatching(/R\$ 200,00 ficam como crédito/),
      },
    ],
    [
      'a code paid again',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [fechada(1, 2)] },
      { contas: [], creditoCentavos: 71_000, porque: expect.stringMatching(/tudo fica como crédito/) },
    ],
    [
      'a code whose payment was typed in',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [fechada(1, 2)], pagamentos: [{ id: 5, clienteId: 1, valorCentavos: 71_000, pagoEm: '2026-11-09' }] },
      null,
    ],
    [
      'a code paid again, the same amount typed in of another and another amount of theirs',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      {
        clientes: [fechada(1, 2)],
        pagamentos: [
          { id: 5, clienteId: 2, valorCentavos: 71_000, pagoEm: '2026-11-09' },
          { id: 6, clienteId: 1, valorCentavos: 70_000, pagoEm: '2026-11-09' },
        ],
      },
      { contas: [], creditoCentavos: 71_000 },
    ],
    [
      'a code whose accounts still owe it, though as much was typed in before',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { pagamentos: [{ id: 5, clienteId: 1, valorCentavos: 71_000, pagoEm: '2026-11-09' }] },
      { creditoCentavos: 0, porque: 'O identificador do Pix é o de um código nosso, e o valor é o que ele pede.' },
    ],
    [
      'a code of which one account went into an agreement',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      { clientes: [{ ...dono, contas: fechada(2).contas.map((uma) => ({ ...uma, emAcordo: uma.id === 2 })) }] },
      { creditoCentavos: 20_000, porque: expect.stringMatching(/R\$ 200,00 .*que pode pagar as parcelas/) },
    ],
    ...(
      [
        ['in time', '2026-11-11', true, 'inicia'],
        ['on its last day', '2026-11-10', true, 'inicia'],
        ['a day late', '2026-11-09', true, 'credito'],
        ['of accounts that changed', '2026-11-11', false, 'credito'],
      ] as const
    ).map(
      ([quando, ate, intacta, faz]): [
        string,
        Partial<AConciliar>,
        Partial<AConciliar['movimento']>,
        Partial<Candidatos>,
        object,
      ] => [
        `a proposal’s code paid ${quando}`,
        {},
        { txid: 'ABC123', valorCentavos: 71_000 },
        { codigos: [codigo({ proposta: { negociacaoId: 3, ate, intacta } })] },
        faz === 'inicia'
          ? { codigoId: 9, iniciaAcordoId: 3, contas: [], creditoCentavos: 0 }
          : { codigoId: 9, iniciaAcordoId: null, contas: [], creditoCentavos: 71_000 },
      ],
    ),
    [
      'a proposal’s code paid late, and typed in before',
      {},
      { txid: 'ABC123', valorCentavos: 71_000 },
      {
        codigos: [codigo({ proposta: { negociacaoId: 3, ate: '2026-11-09', intacta: true } })],
        pagamentos: [{ id: 5, clienteId: 1, valorCentavos: 71_000, pagoEm: '2026-11-09' }],
      },
      null,
    ],
    [
      'a cobv less what the PSP deducted',
      { componentes: { ...componentes, abatimentoCentavos: 100, descontoCentavos: 30 } },
      { txid: 'ABC123', valorCentavos: 50_920 },
      { codigos: [cobv] },
      { contas: [{ id: 1, valorCentavos: 50_920 }], creditoCentavos: 0 },
    ],
    [
      'a code without due date, with charges that a PSP says',
      { componentes },
      { txid: 'ABC123', valorCentavos: 51_050 },
      { codigos: [{ ...cobv, tipo: 'pix_cob' }] },
      null,
    ],
    [
      'a cobv with the PSP’s charges',
      { componentes },
      { txid: 'ABC123', valorCentavos: 51_050 },
      { codigos: [cobv] },
      { contas: [{ id: 1, valorCentavos: 51_050 }], encargosDados: true, creditoCentavos: 0 },
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
      'a cobv for what its account owed, charges unsaid',
      {},
      { txid: 'ABC123', valorCentavos: 51_000 },
      { codigos: [cobv] },
      { codigoId: 9, contas: [{ id: 1, valorCentavos: 51_000 }], creditoCentavos: 0 },
    ],
    [
      'a code of one account, without small charges, whatever the PSP reckoned',
      { componentes },
      { txid: 'ABC123', valorCentavos: 50_000 },
      { codigos: [codigo({ partes: [{ contaId: 1, valorCentavos: 50_000, encargosCentavos: 1_000 }] })] },
      {
        codigoId: 9,
        contas: [{ id: 1, valorCentavos: 50_000 }],
        encargosDados: false,
        porque: expect.stringMatching(/sem R\$ 10,00 de encargos/),
      },
    ],
    [
      'a cobv for what its account owed, typed in before',
      {},
      { txid: 'ABC123', valorCentavos: 51_000 },
      { codigos: [cobv], pagamentos: [{ id: 5, clienteId: 1, valorCentavos: 51_000, pagoEm: '2026-11-09' }] },
      null,
    ],
    [
      'a proposal’s code for what its account owed',
      {},
      { txid: 'ABC123', valorCentavos: 51_000 },
      { codigos: [{ ...cobv, proposta: { negociacaoId: 3, ate: '2026-12-30', intacta: true } }] },
      null,
    ],
    ['a code of two accounts, for what one owed', {}, { txid: 'ABC123', valorCentavos: 51_000 }, {}, null],
    [
      'a title, with its charges',
      {},
      { nossoNumero: '000150025', valorCentavos: 51_000 },
      {},
      {
        codigoId: null,
        contas: [{ id: 1, valorCentavos: 51_000 }],
        creditoCentavos: 0,
        porque: 'O nosso número é o da conta 1/1, e o valor é o que ela devia no dia.',
      },
    ],
    [
      'a title, without small charges',
      {},
      { nossoNumero: '15002', valorCentavos: 50_000 },
      {},
      { contas: [{ id: 1, valorCentavos: 50_000 }] },
    ],
    [
      'a title, without as many charges as are forgiven',
      {},
      { nossoNumero: '15002', valorCentavos: 50_000 },
      { clientes: [{ ...dono, contas: [{ ...dono.contas[0]!, devidoCentavos: 52_000 }] }] },
      { contas: [{ id: 1, valorCentavos: 50_000 }], porque: expect.stringMatching(/sem R\$ 20,00 de encargos/) },
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

  describe('how sure one may be of who paid', () => {
    const DA_CONTA_2 = { acao: 'aplicar', contas: [{ id: 2, valorCentavos: 20_000 }] }
    const DE_NENHUMA = { acao: 'aplicar', contas: [{ id: 1, valorCentavos: 10_000 }] }
    test.each<[string, { nome: string | null; documento: string | null } | null, string, object | null, object | null]>(
      [
        [
          'the document',
          DE_ANA,
          'O documento de quem pagou é o de Ana Souza Lima',
          { certeza: 'alta' },
          { certeza: 'media' },
        ],
        [
          'a masked document and the name',
          { ...DE_ANA, documento: '***982247**' },
          'O nome e os números à vista do CPF são os de Ana Souza Lima',
          { certeza: 'alta' },
          { certeza: 'media' },
        ],
        [
          'a masked document and another name',
          { nome: 'BIA REIS', documento: '***982247**' },
          'Os números à vista do CPF são os de Ana Souza Lima',
          { certeza: 'media' },
          null,
        ],
        [
          'the name',
          { nome: 'ANA SOUZA LIMA', documento: null },
          'O nome de quem pagou é o de Ana Souza Lima',
          { certeza: 'media' },
          { certeza: 'baixa' },
        ],
        [
          'a name that is alike',
          { nome: 'ANA S REIS LIMA', documento: null },
          'O nome de quem pagou parece o de Ana Souza Lima',
          { certeza: 'media' },
          null,
        ],
        [
          'the amount',
          { nome: 'BIA REIS', documento: null },
          'O valor é o da conta 2/1 de Ana Souza Lima',
          { certeza: 'baixa' },
          null,
        ],
        ['nothing but the amount', null, 'O valor é o da conta 2/1 de Ana Souza Lima', { certeza: 'baixa' }, null],
      ],
    )('%s', (_, pagador, sinal, exata, outra) => {
      const diz = { porque: expect.stringContaining(sinal) }
      expect(sugestoes({ valorCentavos: 20_000, pagador })).toMatchObject([{ ...DA_CONTA_2, ...diz, ...exata }])
      const deOutroValor = sugestoes({ valorCentavos: 10_000, pagador })
      if (outra) expect(deOutroValor).toMatchObject([{ ...DE_NENHUMA, ...diz, ...outra }])
      else expect(deOutroValor).toBe('novo')
    })
  })

  test('a part goes to the account nearest to it within one twentieth, else to the oldest', () => {
    const contas = [
      conta(1, 1, { abertoCentavos: 30_000 }),
      conta(3, 1, { abertoCentavos: 10_000, vencimento: '2026-12-10' }),
      conta(2, 1, { abertoCentavos: 20_000, vencimento: '2026-12-10' }),
    ]
    const partes = (valorCentavos: number) => {
      const dadas = sugestoes({ valorCentavos, pagador: DE_ANA }, { clientes: [{ ...ana, contas }] })
      return (dadas as { contas: { id: number; valorCentavos: number }[] }[])[0]!.contas.map((uma) =>
        Object.values(uma),
      )
    }
    expect(partes(19_000)).toEqual([[2, 19_000]])
    expect(partes(18_999)).toEqual([[1, 18_999]])
    expect(partes(10_500)).toEqual([
      [3, 10_000],
      [1, 500],
    ])
    expect(partes(55_000)).toEqual([
      [1, 30_000],
      [2, 20_000],
      [3, 5_000],
    ])
  })

  test.each<[string, Partial<AConciliar['movimento']>, object | null]>([
    ['of the same person', { pagador: DE_ANA }, { certeza: 'alta' }],
    ['of somebody of the name', { pagador: { nome: 'ANA SOUZA LIMA', documento: null } }, { certeza: 'media' }],
    [
      'of nobody known',
      {},
      { certeza: 'baixa', porque: expect.stringMatching(/^O valor é o mesmo, .* em 09\/11\/2026\.$/) },
    ],
    ['whose title is named', { nossoNumero: '15002' }, { certeza: 'alta' }],
    ['whose code is named', { txid: 'ABC' }, { certeza: 'alta' }],
    ['five days before', { dia: '2026-11-14' }, { certeza: 'baixa' }],
    ['five days after', { dia: '2026-11-04' }, { certeza: 'baixa' }],
    ['six days before', { dia: '2026-11-15' }, null],
    ['of another amount', { valorCentavos: 4_999 }, null],
  ])('a payment that was typed in, %s', (_, movimento, esperada) => {
    const pagamentos = [{ id: 7, clienteId: 1, valorCentavos: 5_000, pagoEm: '2026-11-09' }]
    const comTitulo = { ...ana, contas: [conta(1, 1, { abertoCentavos: 30_000, nossoNumero: '15002' })] }
    const partes = [{ contaId: 1, valorCentavos: 30_000, encargosCentavos: 0 }]
    const codigos = [{ id: 9, txid: 'ABC', tipo: 'pix_estatico', clienteId: 1, partes } as const]
    const dadas = sugestoes({ valorCentavos: 5_000, ...movimento }, { pagamentos, clientes: [comTitulo], codigos })
    if (esperada) expect(dadas[0]).toMatchObject({ acao: 'vincular', pagamentoId: 7, ...esperada })
    else expect(dadas === 'novo' || (dadas as { acao: string }[]).every(({ acao }) => acao !== 'vincular')).toBe(true)
  })

  test('a title or a code of another amount is told, for certain when it is one alone', () => {
    const comTitulo = (id: number) => cliente(id, `C${id}`, null, conta(id, id, { nossoNumero: '15002' }))
    const pelo = (movimento: Partial<AConciliar['movimento']>, ...clientes: ReturnType<typeof cliente>[]) =>
      sugestoes(
        { valorCentavos: 40_000, ...movimento },
        {
          clientes,
          codigos: [
            {
              id: 9,
              txid: 'ABC',
              tipo: 'pix_estatico',
              clienteId: 2,
              partes: [{ contaId: 2, valorCentavos: 45_000, encargosCentavos: 1_000 }],
            },
          ],
        },
      )
    expect(pelo({ nossoNumero: '15002' }, comTitulo(1))).toMatchObject([
      {
        clienteId: 1,
        certeza: 'alta',
        contas: [{ id: 1, valorCentavos: 40_000 }],
        porque: expect.stringContaining('devia R$ 500,00'),
      },
    ])
    expect(pelo({ nossoNumero: '15002' }, comTitulo(1), comTitulo(2))).toMatchObject([
      { certeza: 'media' },
      { certeza: 'media' },
    ])
    expect(pelo({ txid: 'ABC' }, comTitulo(1), comTitulo(2))).toMatchObject([
      {
        clienteId: 2,
        certeza: 'alta',
        contas: [{ id: 2, valorCentavos: 40_000 }],
        porque: 'O identificador do Pix é o de um código nosso de R$ 460,00, e vieram R$ 400,00.',
      },
    ])
  })

  test('the amount alone is said with or without charges, of what is open, of a few', () => {
    const deQuem = (id: number, outro: object) => cliente(id, `C${id}`, null, conta(id, id, outro))
    const clientes = [
      deQuem(1, { abertoCentavos: 10_000 }),
      deQuem(2, { abertoCentavos: 9_800, devidoCentavos: 10_000 }),
      deQuem(3, { abertoCentavos: 10_000, devidoCentavos: 10_200 }),
      deQuem(4, { abertoCentavos: 10_000, aberta: false }),
    ]
    expect(sugestoes({ valorCentavos: 10_000 }, { clientes })).toMatchObject([
      { clienteId: 1, porque: expect.stringMatching(/^O valor é o da conta 1\/1 de C1\./) },
      { clienteId: 2, porque: expect.stringMatching(/^O valor é, com multa e juros do dia, o da conta 2\/1 de C2\./) },
      { clienteId: 3, porque: expect.stringMatching(/^O valor é o da conta/) },
    ])
    const muitos = (n: number) => Array.from({ length: n }, (_, i) => deQuem(i + 1, { abertoCentavos: 10_000 }))
    expect(sugestoes({ valorCentavos: 10_000 }, { clientes: muitos(5) })).toHaveLength(5)
    expect(sugestoes({ valorCentavos: 10_000 }, { clientes: muitos(6) })).toBe('novo')
    const cinco = muitos(5).map((um, i) => ({ ...um, nome: i === 4 ? 'Ana Souza Lima' : um.nome }))
    const comAna = { clientes: [...cinco.slice(0, 4), { ...cinco[4]!, documento: '52998224725' }] }
    const dadas = sugestoes({ valorCentavos: 10_000, pagador: DE_ANA }, comAna) as object[]
    expect(dadas).toHaveLength(5)
    expect(dadas[0]).toMatchObject({ clienteId: 5, certeza: 'alta' })
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

  test.each([true, false])(
    'what names an account that owes nothing is a credit; an agreement stands for it: %s',
    (emAcordo) => {
      const paga = conta(1, 1, { nossoNumero: '15002', aberta: false, abertoCentavos: 0, devidoCentavos: 0, emAcordo })
      const clientes = [cliente(1, 'Ana Souza', null, paga)]
      const partes = [{ contaId: 1, valorCentavos: 50_000, encargosCentavos: 0 }]
      const codigo = { id: 9, txid: 'ABC', tipo: 'pix_estatico', clienteId: 1, partes } as const
      const candidatos = { ...SEM_NADA, clientes, codigos: [codigo] }
      const diz = expect.stringMatching(emAcordo ? /crédito.*, que pode pagar as parcelas\.$/ : /a devolver\.$/)
      expect(decidir(aConciliar({ nossoNumero: '15002' }), candidatos, 0)).toMatchObject({
        situacao: 'sugerido',
        sugestoes: [{ acao: 'aplicar', clienteId: 1, contas: [], porque: diz }],
      })
      const pago = decidir(aConciliar({ txid: 'ABC' }), candidatos, 0)
      expect(pago).toMatchObject({ situacao: 'aplicado', contas: [], creditoCentavos: 50_000, porque: diz })
    },
  )

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
