// Black-box test of every call, against the application started as a person starts it: once on a calm network,
// once with everything failing between it and WhatsApp.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { segundosAteAmanha } from '../src/domain/data.ts'
import { ADMIN, controlarEmulador, iniciarAplicacao } from './aplicacao.mjs'

const programa = join(dirname(fileURLToPath(import.meta.url)), 'conformance', 'run.mjs')

const CALMA = {}
const CAOS = {
  duplicar: 0.3,
  desordenar: 0.3,
  erro429: 0.1,
  erro5xx: 0.1,
  cortarAntes: 0.05,
  cortarDepois: 0.1,
  lentidao: 0.1,
  lentidaoMs: 2_000,
}

/** The test reads the date once and takes up to three minutes, so near midnight it waits for the next day. */
const DURA_ATE_S = 180
async function esperarODia() {
  const faltam = segundosAteAmanha(new Date())
  if (faltam > DURA_ATE_S) return
  console.log(`O dia vira daqui a ${faltam} s: a caminhada espera por ele.`)
  await pausar((faltam + 1) * 1_000)
}

async function percorrer(nome, caos) {
  await esperarODia()
  const aplicacao = await iniciarAplicacao()
  await controlarEmulador(aplicacao.url, 'PATCH', '/estado', { caos })
  console.log(`Conformidade, ${nome}`)
  const argumentos = [programa, aplicacao.url, '--admin', `${ADMIN.email}:${ADMIN.senha}`]
  const { status } = spawnSync(process.execPath, argumentos, { stdio: 'inherit' })
  await aplicacao.parar()
  if (status === 0) return
  const linhas = aplicacao.saida().split('\n')
  console.error(
    linhas
      .filter((linha) => linha.includes('"level":50'))
      .slice(0, 20)
      .join('\n'),
  )
  process.exit(status ?? 1)
}

await percorrer('rede calma', CALMA)
await percorrer('rede em caos', CAOS)
