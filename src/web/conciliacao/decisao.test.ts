import { expect, test } from 'vitest'
import type { Sugestao } from '#contract/conciliacao.ts'
import { aDecidir, decisaoDe, feito, voltaSozinha } from './decisao.ts'

const cliente = { id: 7, nome: 'José da Silva Teste' }
const aplicar: Sugestao = {
  acao: 'aplicar',
  cliente,
  contas: [],
  encargos_dispensados: 0,
  pagamento_id: null,
  certeza: 'alta',
  porque: '',
}
const um = { situacao: 'sugerido' as const, valor: 100, credito: 0, devolvido: 0 }
const contas = (valor: number) => ({ como: 'aplicar' as const, body: { contas: [{ id: 1, valor }] } })
const semEspaco = (frase: string) => frase.replaceAll(/\s/g, ' ')

test('a boleto paid twice is left as a credit with the same one press: there is no account to apply it to', () => {
  expect(decisaoDe(aplicar)).toEqual({ como: 'credito', body: { cliente_id: 7 } })
  expect(decisaoDe({ ...aplicar, acao: 'vincular', pagamento_id: 3 })).toMatchObject({ como: 'vincular' })
  const conta = { id: 1, valor: 40 } as Sugestao['contas'][number]
  expect(decisaoDe({ ...aplicar, contas: [conta] })).toEqual({
    como: 'aplicar',
    body: { contas: [{ id: 1, valor: 40 }] },
  })
})

test('what went back is not there to be decided about, and of a credit only what is left of it is', () => {
  expect(aDecidir({ ...um, devolvido: 40.1 })).toBe(59.9)
  expect(aDecidir({ ...um, situacao: 'credito', credito: 12.5 })).toBe(12.5)
})

test('what is said to be applied was applied, and the rest is named', () => {
  expect(semEspaco(feito(um, contas(100)))).toBe('R$ 100,00 aplicado.')
  expect(semEspaco(feito(um, contas(56.4)))).toBe('R$ 56,40 aplicado, e R$ 43,60 como crédito do cliente.')
  expect(semEspaco(feito({ ...um, situacao: 'credito', credito: 30 }, contas(30)))).toBe('R$ 30,00 aplicado.')
  expect(semEspaco(feito({ ...um, devolvido: 40 }, { como: 'ignorar', body: { motivo: 'x' } }))).toBe(
    'R$ 60,00 ignorado.',
  )
  expect(semEspaco(feito(um, contas(100), 2.17))).toBe('R$ 100,00 aplicado. R$ 2,17 de encargos dispensados.')
})

test('the way back beside it takes back that alone', () => {
  expect(voltaSozinha(um, contas(100))).toBe(true)
  expect(voltaSozinha({ ...um, situacao: 'credito', credito: 30 }, contas(30))).toBe(false)
  expect((['desfazer', 'devolvido'] as const).map((como) => voltaSozinha(um, { como }))).toEqual([false, false])
})
