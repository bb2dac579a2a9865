import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Alvo } from './alvo.ts'
import { type Achado, explorar, provar } from './fuzz.ts'

/* Sends what no client would send to a whole server, for as long as is said, and tells of what it should not have done:
 *   node test/fuzz/main.ts [--minutos 60] [--semente n] [--caso n]
 * With --caso, only that case, to reproduce it. */
const { values } = parseArgs({
  options: { minutos: { type: 'string', default: '60' }, semente: { type: 'string' }, caso: { type: 'string' } },
})
const semente = Number(values.semente ?? Math.floor(Math.random() * 2 ** 31))

/** By hand, on a machine with a core to spare, much less than a test may assert. */
const PARADA_MS = 50

export function contar({ caso, problema, pedido, resposta }: Achado): void {
  console.log(`\n${problema}\n  again: node test/fuzz/main.ts --semente ${semente} --caso ${caso}`)
  console.log(`  ${pedido.metodo} ${pedido.caminho.slice(0, 300)} ${JSON.stringify(pedido.cabecalhos)}`)
  if (pedido.corpo) {
    const onde = join(tmpdir(), `fuzz-${semente}-${caso}.bin`)
    writeFileSync(onde, pedido.corpo)
    console.log(
      `  body (${pedido.corpo.length} bytes) in ${onde}: ${JSON.stringify(pedido.corpo.toString('latin1', 0, 200))}`,
    )
  }
  console.log(`  → ${resposta ? `${resposta.status} ${resposta.corpo.slice(0, 300)}` : 'nothing'}`)
  const [ultimo] = alvo
    .saida()
    .split('\n')
    .filter((linha) => linha.startsWith('{"level":50'))
    .slice(-1)
  if (ultimo) console.log(`  the last error it told of: ${ultimo.slice(0, 2_000)}`)
}

console.log(`seed ${semente}`)
const alvo = await Alvo.iniciar()
try {
  if (values.caso !== undefined) {
    await alvo.loop()
    const achado = await provar(alvo, semente, Number(values.caso), PARADA_MS)
    if (achado) contar(achado)
    else console.log('nothing is wrong with this case')
  } else {
    const fim = performance.now() + Number(values.minutos) * 60_000
    const { casos, contagem } = await explorar(alvo, semente, () => performance.now() < fim, contar, PARADA_MS)
    console.log(`\n${casos} cases of ${alvo.operacoes.length} calls, seed ${semente}`, Object.fromEntries(contagem))
  }
  process.exitCode = 0
} finally {
  await alvo.parar()
}
