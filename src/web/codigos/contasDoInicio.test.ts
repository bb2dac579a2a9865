import { expect, test } from 'vitest'
import { CONTAS_DE_UM_CODIGO } from '#domain/codigo.ts'
import { contasDoInicio } from './contasDoInicio.ts'

const conta = (id: number, resto = {}) => ({ id, a_caminho: false, contestada: false, dias_atraso: 1, ...resto })
const MUITAS = Array.from({ length: CONTAS_DE_UM_CODIGO + 1 }, (_, i) => conta(i + 1))

test('a code starts with the overdue accounts that nothing speaks against, or with those chosen', () => {
  const contas = [conta(1), conta(2, { contestada: true }), conta(3, { dias_atraso: 0 })]
  expect(contasDoInicio(contas, [], false)).toEqual([1])
  expect(contasDoInicio(contas, [3], false)).toEqual([3])
  expect(contasDoInicio(contas, [], true)).toEqual([])
})

test.each([[[]], [MUITAS.map(({ id }) => id)]])(
  'it starts with no more than one code takes: the oldest',
  (escolhidas) => {
    expect(contasDoInicio(MUITAS, escolhidas, false)).toEqual(MUITAS.slice(0, -1).map(({ id }) => id))
  },
)
