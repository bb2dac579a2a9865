import { expect } from 'vitest'
import { interpretar, type LinhaDoExtrato } from '#domain/extrato.ts'
import { type ContaDoExtrato, LeitorOfx } from '#domain/ofx.ts'

const HOJE = '2026-11-22'

/** Both passes over a statement, in pieces of any size. */
export function lerOfx(texto: string, pedaco = texto.length) {
  const pedacos = Array.from({ length: Math.ceil(texto.length / pedaco) }, (_, i) =>
    texto.slice(i * pedaco, (i + 1) * pedaco),
  )
  const sonda = new LeitorOfx(() => undefined)
  for (const um of pedacos) sonda.ler(um)
  const resumo = sonda.fim()
  const linhas: { conta: string; linha: LinhaDoExtrato }[] = []
  let n = 0
  const leitor = new LeitorOfx((lancamento, conta) => {
    const sabida = resumo.contas.find((uma) => uma.conta === conta.conta) as ContaDoExtrato
    linhas.push({ conta: conta.conta, linha: interpretar(lancamento, sabida, { ...resumo, hoje: HOJE }) })
    n += 1
  })
  for (const um of pedacos) leitor.ler(um)
  expect(leitor.fim()).toEqual(resumo)
  expect(n).toBe(resumo.lancamentos)
  return { resumo, linhas }
}
