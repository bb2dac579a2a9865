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
          : // True of one that runs since its code was paid before, too.
            {
              iniciaAcordoId: null,
              contas: [],
              creditoCentavos: 71_000,
              porque: expect.stringMatching(/já não o espera/),
            },
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
    ['a title that does not add up', {}, { nossoNumero: '15002', valorCentavos: 51_000, naoFecha: true }, {}, null],
    ['a title, short', {}, { nossoNumero: '15002', valorCentavos: 49_999 }, {}, null],
    ['a title, paid again', {}, { nossoNumero: '15002', valorCentavos: 51_000 }, { clientes: [fechada(1)] }, null],
    [
      'a title that two accounts could be',
      {},
      { nossoNumero: '15002', valorCentavos: 51_000 },
      { clientes: [dono, cliente(2, 'X', null, conta(7, 2, { nossoNumero: '15002' }))] },
      null,
    ],
    [
      'a title, whose number an account of another bank has too',
      {},
      { nossoNumero: '15002', banco: '237', valorCentavos: 51_000 },
      {
        clientes: [
          { ...dono, contas: [{ ...dono.contas[0]!, banco: '237' }] },
          cliente(2, 'X', null, conta(7, 2, { nossoNumero: '15002', banco: '341', devidoCentavos: 51_000 })),
        ],
      },
      { contas: [{ id: 1, valorCentavos: 51_000 }] },
    ],
    [
      'a title, whose number only an account of another bank has',
      {},
      { nossoNumero: '15002', banco: '237', valorCentavos: 51_000 },
      { clientes: [{ ...dono, contas: [{ ...dono.contas[0]!, banco: '341' }] }] },
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
