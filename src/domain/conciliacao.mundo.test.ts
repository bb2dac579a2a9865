import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aConciliar, cliente, conta } from '#test/a-conciliar.ts'
import { type Candidatos, mesmoTitulo } from './candidatos.ts'
import { decidir } from './conciliacao.ts'

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
