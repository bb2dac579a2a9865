import { expect, test } from 'vitest'
import { Acaso } from './acaso.ts'
import { Alvo } from './alvo.ts'
import { explorar } from './fuzz.ts'
import { mutarValor } from './json.ts'

/** About 15 s on a quiet machine; `node test/fuzz/main.ts` runs as long as you want, each time with another seed. */
const CASOS = 400

test('hundreds of calls that no client would make', async () => {
  const semente = Number(process.env.FUZZ_SEMENTE ?? 20261124)
  const alvo = await Alvo.iniciar()
  try {
    expect(alvo.operacoes.length).toBeGreaterThan(60)
    const { achados } = await explorar(
      alvo,
      semente,
      (casos) => casos < CASOS,
      () => undefined,
    )
    const ditos = achados.map(({ caso, problema, pedido, resposta }) => ({
      problema,
      pedido: `${pedido.metodo} ${pedido.caminho.slice(0, 200)}`,
      resposta: resposta?.corpo.slice(0, 200),
      outraVez: `node test/fuzz/main.ts --semente ${semente} --caso ${caso}`,
    }))
    expect(ditos, `seed ${semente}`).toEqual([])
  } finally {
    await alvo.parar()
  }
})

test('whatever is repeated within what repeats, a body can be written', () => {
  for (let caso = 0; caso < 60; caso += 1) {
    let valor: unknown = [['T'.repeat(30_000)]]
    for (let i = 0; i < 3; i += 1) valor = mutarValor(new Acaso(1, caso * 3 + i), valor)
    expect((JSON.stringify(valor) ?? '').length).toBeLessThan(50_000_000)
  }
})

test('the same seed and case are the same chance, and others another', () => {
  const sorteio = (semente: number, caso: number) => {
    const acaso = new Acaso(semente, caso)
    return [acaso.ate(1e9), acaso.ate(1e9), acaso.ate(1e9)]
  }
  expect(sorteio(7, 3)).toEqual(sorteio(7, 3))
  expect(sorteio(7, 3)).not.toEqual(sorteio(7, 4))
  expect(sorteio(7, 3)).not.toEqual(sorteio(8, 3))
})
