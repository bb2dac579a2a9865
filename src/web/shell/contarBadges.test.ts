import { describe, expect, test } from 'vitest'
import { contarBadges } from './contarBadges.ts'

const cliente = (numero_chamadas: number) => ({ numero_chamadas })

describe('menu badges', () => {
  test('count the whole lists, not the page that came', () => {
    const aguardando = { data: [cliente(0)], total: 14 }
    const ativos = { data: [cliente(1)], total: 90, com_falhas: 5 }
    expect(contarBadges(aguardando, ativos)).toMatchObject({ aguardando: 14, falhas: 5 })
  })

  test('take a list that is the body itself', () => {
    expect(contarBadges([cliente(0), cliente(9)], [cliente(2), cliente(3), cliente(4)])).toMatchObject({
      aguardando: 2,
      falhas: 2,
    })
  })

  test('take a list in a data field without totals', () => {
    expect(contarBadges({ data: [cliente(0)] }, { data: [cliente(3)] })).toMatchObject({ aguardando: 1, falhas: 1 })
    expect(contarBadges({}, {})).toMatchObject({ aguardando: 0, falhas: 0 })
  })
})
