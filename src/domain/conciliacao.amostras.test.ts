import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { aConciliar, cliente, conta, SEM_NADA } from '#test/a-conciliar.ts'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import type { ClienteCandidato } from './candidatos.ts'
import { decidir } from './conciliacao.ts'

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
