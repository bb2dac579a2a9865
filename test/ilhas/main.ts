/*
 * npm run ilhas [times]: two nodes, two PostgreSQL servers managed by Patroni, three etcd, HAProxy and PgBouncer with the shipped
 * configuration, each machine in its own network namespace; measures how long each failure stops writes and messages. Linux, as
 * root, with haproxy, patroni, etcd-server, pgbouncer and postgresql-15. Each run starts from scratch and leaves nothing.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { semRedes } from '../maquina.ts'
import { ensaiar } from './ensaio.ts'
import { type Medida, resumir } from './medidas.ts'
import { Programa, segundos } from './programa.ts'
import { Rede } from './rede.ts'

const VEZES = Number(process.argv[2] ?? 1)

function falta(): string | null {
  const redes = semRedes()
  if (redes) return redes
  const programas = {
    haproxy: 'haproxy',
    patroni: 'patroni',
    etcd: 'etcd-server',
    '/usr/sbin/pgbouncer': 'pgbouncer',
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  }
  const ausentes = Object.entries(programas).filter(([um]) => spawnSync('which', [um]).status !== 0)
  return ausentes.length > 0 ? `apt-get install ${ausentes.map(([, pacote]) => pacote).join(' ')}` : null
}

const impedimento = falta()
if (impedimento) {
  console.error(`O ensaio não pode ser feito aqui: ${impedimento}`)
  process.exit(1)
}

const pasta = mkdtempSync(join(tmpdir(), 'cobranca-ilhas-'))
chmodSync(pasta, 0o711) // PostgreSQL runs as another user, who must be able to enter
let rede: Rede | undefined

/** Stops everything that was started, whatever happens. */
async function fechar() {
  const aberta = rede
  rede = undefined
  await Programa.fimDeTodos()
  await aberta?.fechar()
  rmSync(join(pasta, 'dados'), { recursive: true, force: true })
}
// Asked to stop, or abandoned by its parent.
for (const fim of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.once(fim, () => void fechar().finally(() => process.exit(1)))

const medidas: Medida[] = []
try {
  for (let vez = 1; vez <= VEZES; vez += 1) {
    const inicio = performance.now()
    const registros = join(pasta, `vez-${vez}`)
    mkdirSync(registros)
    rede = await Rede.abrir(registros)
    await ensaiar(rede, join(pasta, 'dados'), (medida) => {
      medidas.push(medida)
      console.log(`  ${medida.falha}: sem escrever ${segundos(medida.escrita)}, sem enviar ${segundos(medida.envio)}`)
    })
    await fechar()
    console.log(`Vez ${vez} de ${VEZES}: inteira, em ${segundos(performance.now() - inicio)}.`)
  }
  console.table(resumir(medidas))
  rmSync(pasta, { recursive: true, force: true })
  process.exit(0)
} catch (erro) {
  console.error(erro, `\nO que cada programa disse está em ${pasta}.`)
  await fechar()
  process.exit(1)
}
