import { describe, expect, test } from 'vitest'
import { aConciliar, cliente, conta, SEM_NADA } from '#test/a-conciliar.ts'
import type { AConciliar, Candidatos } from './candidatos.ts'
import { decidir } from './conciliacao.ts'

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

  test.each([
    [3_000, 'media', / R\$\s30,00 continuam em aberto/],
    [2_999, 'alta', /que devia R\$\s300,00 no dia\.$/], // the bank's reductions do not explain it
    [0, 'alta', /no dia\.$/],
  ])('a title paid R$ 30,00 short, with %d of discount: %s', (reducaoCentavos, certeza, porque) => {
    const dela = cliente(
      1,
      'Ana',
      null,
      conta(1, 1, { abertoCentavos: 30_000, devidoCentavos: 30_000, nossoNumero: '12345' }),
    )
    const titulo = {
      seuNumero: '',
      vencimento: null,
      nominalCentavos: 30_000,
      creditadoCentavos: null,
      reducaoCentavos,
    }
    const ditas = sugestoes({ nossoNumero: '12345', valorCentavos: 27_000, titulo }, { clientes: [dela] })
    expect(ditas).toMatchObject([
      { certeza, porque: expect.stringMatching(porque), contas: [{ valorCentavos: 27_000 }] },
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

  test('a title of another bank than the account’s boleto is only likely', () => {
    const clientes = [cliente(1, 'Ana Souza', null, conta(1, 1, { nossoNumero: '15002', banco: '341' }))]
    for (const [banco, certeza] of [
      ['237', 'media'],
      ['341', 'alta'],
    ] as const)
      expect(sugestoes({ nossoNumero: '15002', banco, valorCentavos: 49_000 }, { clientes })).toMatchObject([
        { certeza, contas: [{ id: 1, valorCentavos: 49_000 }] },
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
    const somas = { brutoCentavos: 50_000, liquidoCentavos: 49_650, creditadoCentavos: 49_800 }
    const lotes = [{ dia: '2026-11-10', ...somas, boletos: 3 }]
    for (const valorCentavos of Object.values(somas))
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
