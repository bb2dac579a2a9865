/*
 * npm run ilhas: several nodes behind HAProxy, PgBouncer in session mode, two PostgreSQL servers kept by Patroni, and what each failure
 * costs whoever writes and whoever waits for a message. Linux, as root, with haproxy, patroni, etcd, pgbouncer and postgresql-15.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'
import { portaLivre } from '#server/db/porta.ts'
import { Maquina, semRedes } from '../maquina.ts'
import { abrirBancos, abrirHaproxy, abrirPgBouncer, Servidor } from './banco.ts'
import { ambienteDoNo, Envios, Escrita, fundarEmpresa } from './empresa.ts'
import { esperar, Programa, segundos } from './programa.ts'

const CLIENTES = Number(process.argv[2] ?? 4_000)
const POR_SEGUNDO = 12

function falta(): string | null {
  const redes = semRedes()
  if (redes) return redes
  const ausentes = ['haproxy', 'patroni', 'etcd', '/usr/sbin/pgbouncer'].filter(
    (um) => spawnSync('which', [um]).status !== 0,
  )
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) ausentes.push('postgresql-15')
  return ausentes.length > 0
    ? `apt-get install ${ausentes
        .join(' ')
        .replace('/usr/sbin/', '')
        .replace(/\betcd\b/, 'etcd-server')}`
    : null
}

const idDe = (qual: '-u' | '-g') => Number(spawnSync('id', [qual, 'postgres'], { encoding: 'utf8' }).stdout)

async function abrirTudo(pasta: string, maquina: Maquina) {
  const meios = { pasta, uid: idDe('-u'), gid: idDe('-g') }
  chownSync(pasta, meios.uid, meios.gid)
  const [cabo, daMesa] = [maquina.ligar(), maquina.ligar()]
  const portaDaMesa = await portaLivre()
  const web = `http://127.0.0.1:${portaDaMesa}`
  const { emulador, portaDoEmulador } = await abrirEmulador(pasta, web)
  const bancos = await abrirBancos(meios)
  const portas = [await portaLivre(), await portaLivre()] as const
  const nosNaRede: [string, string] = [`127.0.0.1:${portas[0]}`, `${daMesa.dela}:${portas[1]}`]
  const haproxy = await abrirHaproxy(pasta, portaDaMesa, nosNaRede, bancos.servidores)
  const urlDoBanco = await abrirPgBouncer(meios, haproxy.banco, ['127.0.0.1', cabo.daqui])
  const segredo = randomBytes(32).toString('base64')
  const ligar = (n: 0 | 1) => {
    const [onde, por] = n === 0 ? ['127.0.0.1', []] : [cabo.daqui, maquina.comando]
    return new Programa(`no${n + 1}`, [...por, process.execPath, 'src/server/main.ts'], {
      pasta,
      env: {
        ...ambienteDoNo(`http://${onde}:${portaDoEmulador}/emulador/graph/v23.0`, POR_SEGUNDO),
        PORT: String(portas[n]),
        HOST: n === 0 ? '127.0.0.1' : daMesa.dela,
        DATA_DIR: join(pasta, 'dados'),
        DATABASE_URL: urlDoBanco(onde),
        SECRET_KEY: segredo,
      },
    })
  }
  const pronto = (n: 0 | 1) => {
    const onde = n === 0 ? `127.0.0.1:${portas[0]}` : `${daMesa.dela}:${portas[1]}`
    return esperar(`o nó ${n + 1} serve`, async () => (await fetch(`http://${onde}/health/ready`)).ok, 180_000)
  }
  const nos = [ligar(0)]
  await pronto(0)
  nos.push(ligar(1))
  await pronto(1)
  return { bancos, web, emulador, nos, ligar, pronto, cabos: [cabo, daMesa] }
}

/** The other side of WhatsApp, on an address that the other machine reaches too. */
async function abrirEmulador(pasta: string, web: string) {
  const portaDoEmulador = await portaLivre()
  const emulador = `http://127.0.0.1:${portaDoEmulador}`
  const env = { HOST: '0.0.0.0', PORT: String(portaDoEmulador), WEBHOOK_URL: `${web}/api/webhooks/whatsapp` }
  new Programa('emulador', [process.execPath, 'src/emulator/main.ts'], { pasta, env })
  await esperar('o emulador responde', async () => (await fetch(`${emulador}/emulador/api/estado`)).ok)
  return { emulador, portaDoEmulador }
}

interface Medida {
  falha: string
  /** For how long nobody could write, and nothing was sent: milliseconds. */
  escrita: number
  envio: number
}
type Medir = (falha: string, quebrar: () => unknown, consertar: () => Promise<unknown>) => Promise<void>
type Tudo = Awaited<ReturnType<typeof abrirTudo>>

async function ensaiar(pasta: string, maquina: Maquina): Promise<Medida[]> {
  const tudo = await abrirTudo(pasta, maquina)
  console.log('Tudo de pé. Fundando a empresa…')
  const { admin, ana, cliente } = await fundarEmpresa(tudo.web, CLIENTES)
  const [escrita, envios] = [new Escrita(ana, cliente), new Envios(tudo.emulador)]
  await admin.pedir('POST', '/api/admin/cobranca/executar', { forcar_horario: true })
  await esperar('mensagens saem', async () => (await envios.quantas()) > 10)
  const medidas: Medida[] = []
  const medir: Medir = async (falha, quebrar, consertar) => {
    await pausar(5_000) // as on any other day
    const [desde, antes] = [performance.now(), await envios.quantas()]
    await quebrar()
    await pausar(3_000)
    await esperar(
      `depois de "${falha}", escreve-se e envia-se de novo`,
      async () => performance.now() - escrita.ultima < 500 && (await envios.quantas()) > antes + 3 * POR_SEGUNDO,
    )
    medidas.push({ falha, escrita: escrita.parada(desde), envio: envios.parada(desde) })
    console.log(medidas.at(-1))
    await consertar()
  }
  await quebrarNos(tudo, medir)
  await quebrarBancos(tudo, medir)
  await escrita.parar()
  await conferir(tudo, escrita, envios)
  return medidas
}

/** Each node in each way: one of the two is who sends, and which is not known from outside. */
async function quebrarNos({ nos, ligar, pronto, cabos }: Tudo, medir: Medir) {
  for (const n of [0, 1] as const) {
    await medir(
      'nó morto',
      () => nos[n]!.fim('SIGKILL'),
      async () => {
        nos[n] = ligar(n)
        await pronto(n)
      },
    )
    await medir(
      'nó congelado',
      () => nos[n]!.sinal('SIGSTOP'),
      async () => {
        nos[n]!.sinal('SIGCONT')
        await pronto(n)
      },
    )
  }
  for (const _ of [0, 1]) {
    // Who sends is brought to the machine whose network can be cut: the other one freezes for a while.
    await medir(
      'nó sem rede',
      () => {
        for (const cabo of cabos) cabo.cortar()
      },
      async () => {
        for (const cabo of cabos) cabo.religar()
        await pronto(1)
        nos[0]!.sinal('SIGSTOP')
        await pausar(15_000)
        nos[0]!.sinal('SIGCONT')
        await pronto(0)
      },
    )
  }
}

async function quebrarBancos({ bancos }: Tudo, medir: Medir) {
  let primario = await bancos.primario()
  await medir(
    'processo do PostgreSQL primário morto',
    () => primario.matarPostgres(),
    () => bancos.emDia(),
  )
  primario = await bancos.primario()
  await medir(
    'máquina do primário perdida',
    () => primario.perder(),
    async () => {
      primario.ligar()
      await bancos.emDia()
    },
  )
  primario = await bancos.primario()
  await medir(
    'máquina do primário congelada',
    () => primario.congelar(),
    async () => {
      primario.acordar()
      await pausar(10_000)
      // Patroni 3.0's memory of etcd may be stale on whoever stood still: it then never names a standby (docs/operacao.md).
      for (const um of bancos.servidores) await um.recomecarPatroni()
      await bancos.emDia()
    },
  )
  const espera = bancos.outro(await bancos.primario())
  await medir(
    'máquina do PostgreSQL em espera perdida',
    () => espera.perder(),
    async () => {
      espera.ligar()
      await bancos.emDia()
    },
  )
}

/** The worst of each failure. */
function resumir(medidas: readonly Medida[]) {
  const pior = (falha: string, qual: 'escrita' | 'envio') =>
    segundos(Math.max(...medidas.filter((um) => um.falha === falha).map((um) => um[qual])))
  return Object.fromEntries(
    [...new Set(medidas.map(({ falha }) => falha))].map((falha) => [
      falha,
      { 'ninguém escreve por': pior(falha, 'escrita'), 'nada é enviado por': pior(falha, 'envio') },
    ]),
  )
}

/** Nothing that was answered is lost, and nobody was written to twice. */
async function conferir({ bancos }: Tudo, escrita: Escrita, envios: Envios) {
  const guardadas = new Set(await (await bancos.primario()).ler('select texto from anotacao'))
  const perdidas = [...escrita.escritas].filter((um) => !guardadas.has(um))
  const repetidas = await envios.repetidas()
  await envios.parar()
  console.log(
    `${escrita.escritas.size} notas escritas, ${perdidas.length} perdidas; ${await envios.quantas()} mensagens enviadas, ${repetidas.length} duas vezes.`,
  )
  if (perdidas.length > 0 || repetidas.length > 0)
    throw new Error(`perdidas: ${perdidas.slice(0, 5)}; repetidas: ${repetidas.slice(0, 5)}`)
}

const impedimento = falta()
if (impedimento) {
  console.error(`O ensaio não pode ser feito aqui: ${impedimento}`)
  process.exit(1)
}
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-ilhas-'))
chmodSync(pasta, 0o755)
const maquina = new Maquina()

/** Whatever happens, nothing that was started stays. */
async function terminar(codigo: number) {
  await Programa.fimDeTodos()
  Servidor.fimDeTodos()
  maquina.fechar()
  process.exit(codigo)
}
for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.once(sinal, () => void terminar(1))

try {
  console.table(resumir(await ensaiar(pasta, maquina)))
  await terminar(0)
} catch (erro) {
  console.error(erro, `\nO que cada programa disse está em ${pasta}.`)
  await terminar(1)
}
