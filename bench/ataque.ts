import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as esperar } from 'node:timers/promises'
import { percentil } from './aplicacao.ts'
import { chamarCliente } from './cliente-da-pagina.ts'
import { segundosDe } from './processador.ts'

/*
 * The desk's latency while one address, or 65,536, attack public calls, and that of a customer who opens their own page: the
 * demonstration in one process, an operator's most frequent calls twenty times a second, the customer once a second, and an attacker
 * in a third process; before, during each kind of attack, and after.
 *   node bench/ataque.ts [seconds of each, 15] [requests a second of the attacker, 3000]
 */
const SEGUNDOS = Number(process.argv[2] ?? 15)
const POR_SEGUNDO = Number(process.argv[3] ?? 3_000)
const QUANDO = { CLOCK_START: '2026-11-24T10:26:00-03:00' }
const ATAQUES = {
  novas: `the page, ${POR_SEGUNDO}/s, a connection each`,
  espalhadas: `the same, from 65,536 addresses`,
  presas: 'the page, 64 connections that ask again',
  enfileiradas: 'the page, 16 that send 100 at once',
  grandes: 'bodies of 1 MB, 32 connections',
  entrada: `sign-in and lost password, ${POR_SEGUNDO}/s`,
}

const pasta = await mkdtemp(join(tmpdir(), 'ataque-'))
await chmod(pasta, 0o711) // the embedded database runs as a user of its own
const porta = 20_000 + (process.pid % 20_000)
const base = `http://127.0.0.1:${porta}`
const aplicacao = iniciar('../src/server/main.ts', [], {
  ...QUANDO,
  DEMO: '1',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PORT: String(porta),
  DATA_DIR: join(pasta, 'data'),
})
try {
  await once(aplicacao, 'message') // ready
  const sessao = await entrar()
  const chamadas = await chamadasDaMesa(sessao)
  const { endereco } = await chamarCliente(base, sessao.authorization!.slice('Bearer '.length), QUANDO.CLOCK_START)
  await medir(chamadas, 5) // warm-up
  console.log('                                              median    95 %     max   node    sent     answered')
  const medirTudo = () => Promise.all([medir(chamadas, SEGUNDOS), medir(() => daPagina(endereco), SEGUNDOS, 1_000)])
  escrever('nobody attacks', ...(await medirTudo()))
  for (const [como, nome] of Object.entries(ATAQUES)) {
    const atacante = iniciar('./ataque-de-fora.ts', [como, String(porta), String(POR_SEGUNDO), String(SEGUNDOS)], {})
    const [[mesa, pagina], [feito]] = await Promise.all([medirTudo(), once(atacante, 'message')])
    escrever(nome, mesa, pagina, feito)
    await esperar(10_000) // refusals are delayed: wait for the last ones
  }
  escrever('nobody attacks any more', ...(await medirTudo()))
} finally {
  aplicacao.kill('SIGTERM')
  if (aplicacao.exitCode === null) await once(aplicacao, 'exit')
  await rm(pasta, { recursive: true, force: true })
}

function iniciar(arquivo: string, argumentos: string[], env: Record<string, string>): ChildProcess {
  const saida = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  return fork(new URL(arquivo, import.meta.url), argumentos, { env: { ...process.env, ...env }, stdio: [...saida] })
}

async function entrar(): Promise<Record<string, string>> {
  const resposta = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'camila@serraazul.example', password: 'serra-azul-camila' }),
  })
  if (resposta.status !== 200) throw new Error(`sign-in: ${resposta.status} ${await resposta.text()}`)
  const { token } = (await resposta.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** The calls that a desk makes all day long. */
async function chamadasDaMesa(headers: Record<string, string>) {
  const chamar = async (url: string) => {
    const resposta = await fetch(base + url, { headers })
    if (resposta.status !== 200) throw new Error(`${url}: ${resposta.status}`)
    return (await resposta.json()) as { data: { id: number }[] }
  }
  const { data } = await chamar('/api/operador/clientes/ativos')
  const cliente = `/api/operador/clientes/${data[0]!.id}`
  const urls = [
    ...['/api/operador/clientes/aguardando-atendimento', '/api/operador/clientes/ativos', cliente],
    ...[`${cliente}/mensagens`, '/api/operador/dashboard', '/api/operador/contas-receber/listar'],
  ]
  return (i: number) => chamar(urls[i % urls.length]!)
}

interface Medida {
  tempos: number[]
  /** Calls without any answer. */
  perdidas: number
  /** CPU seconds per second of the application's process. */
  node: number
}

async function daPagina(endereco: string) {
  const resposta = await fetch(endereco, { headers: { connection: 'close' } })
  await resposta.text()
  if (resposta.status !== 200) throw new Error(`the page: ${resposta.status}`)
}

/** One call every `aCadaMs`, without waiting for earlier ones, as independent users would. */
async function medir(chamar: (i: number) => Promise<unknown>, segundos: number, aCadaMs = 50): Promise<Medida> {
  const tempos: number[] = []
  const feitas: Promise<void>[] = []
  let perdidas = 0
  const antes = segundosDe(aplicacao.pid!)
  const inicio = performance.now()
  for (let i = 0; performance.now() - inicio < segundos * 1000; i += 1) {
    const desde = performance.now()
    const anotar = () => void tempos.push(performance.now() - desde)
    const perder = () => {
      perdidas += 1
    }
    feitas.push(chamar(i).then(anotar, perder))
    await esperar(aCadaMs)
  }
  const node = (segundosDe(aplicacao.pid!) - antes) / ((performance.now() - inicio) / 1000)
  await Promise.all(feitas)
  return { tempos: tempos.sort((a, b) => a - b), perdidas, node }
}

function escrever(
  nome: string,
  { tempos, perdidas, node }: Medida,
  pagina: Medida,
  feito?: { mandados: number; respondidos: Record<string, number> },
) {
  const ms = (valor: number) => `${valor.toFixed(0).padStart(5)} ms`
  const ditos = Object.entries(feito?.respondidos ?? {}).map(([status, quantos]) => `${status} × ${quantos}`)
  console.log(
    [
      nome.padEnd(42),
      ms(percentil(tempos, 0.5)),
      ms(percentil(tempos, 0.95)),
      ms(tempos.at(-1)!),
      `${(node * 100).toFixed(0).padStart(4)} %`,
      perdidas > 0 ? `${perdidas} not answered` : '',
      `  the page ${ms(percentil(pagina.tempos, 0.5))}${pagina.perdidas > 0 ? `, ${pagina.perdidas} refused` : ''}`,
      feito ? `${String(Math.round(feito.mandados / SEGUNDOS)).padStart(6)}/s  ${ditos.join(', ')}` : '',
    ].join(' '),
  )
}
