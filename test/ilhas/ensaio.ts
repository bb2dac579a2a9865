import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { abrirBancos, abrirEtcd, type Bancos, type Etcd } from './banco.ts'
import { Envios, Escrita, fundarEmpresa } from './empresa.ts'
import type { Medida } from './medidas.ts'
import { abrirHaproxy, abrirPgBouncer, No } from './no.ts'
import { esperar } from './programa.ts'
import type { Rede } from './rede.ts'

const CLIENTES = 6_000
const POR_SEGUNDO = 12

interface Cena {
  bancos: Bancos
  etcd: Etcd
  nos: [No, No]
  web: string
  emulador: string
}

const idDe = (qual: '-u' | '-g') => Number(spawnSync('id', [qual, 'postgres'], { encoding: 'utf8' }).stdout)

async function abrirCena(rede: Rede, pasta: string): Promise<Cena> {
  mkdirSync(pasta)
  chmodSync(pasta, 0o755)
  chownSync(pasta, idDe('-u'), idDe('-g')) // PostgreSQL refuses to run as root
  const etcd = await abrirEtcd(rede, pasta)
  const bancos = await abrirBancos(rede, etcd.hosts, pasta)
  const [frente, mundo] = [rede.ilha('frente'), rede.ilha('mundo')]
  const ilhas = [rede.ilha('no1'), rede.ilha('no2')] as const
  const [web, emulador] = [`http://${frente.ip}`, `http://${mundo.ip}:4000`]
  mundo.rodar('emulador', [process.execPath, 'src/emulator/main.ts'], {
    env: { HOST: mundo.ip, PORT: '4000', WEBHOOK_URL: `${web}/api/webhooks/whatsapp` },
  })
  await esperar('o emulador responde', async () => (await fetch(`${emulador}/emulador/api/estado`)).ok)
  abrirHaproxy(frente, ilhas, bancos)
  const segredo = randomBytes(32).toString('base64')
  const como = { whatsapp: `${emulador}/emulador/graph/v23.0`, porSegundo: POR_SEGUNDO, segredo, frente, pasta }
  const nos: [No, No] = [new No(ilhas[0], como), new No(ilhas[1], como)]
  for (const no of nos) {
    abrirHaproxy(no.ilha, ilhas, bancos)
    abrirPgBouncer(no.ilha, pasta)
    no.ligar()
    await no.pronto()
  }
  return { bancos, etcd, nos, web, emulador }
}

type Medir = (falha: string, quebrar: () => unknown, consertar: () => Promise<unknown>) => Promise<void>

/** Causes one failure after another; rejects when an acknowledged write is lost, or anybody is written to twice. */
export async function ensaiar(rede: Rede, pasta: string, aoMedir: (medida: Medida) => void): Promise<void> {
  const cena = await abrirCena(rede, pasta)
  console.log('Tudo de pé. Fundando a empresa…')
  const { admin, ana, cliente } = await fundarEmpresa(cena.web, CLIENTES)
  const [escrita, envios] = [new Escrita(ana, cliente), new Envios(cena.emulador)]
  await admin.pedir('POST', '/api/admin/cobranca/executar', { forcar_horario: true })
  const vaiBem = async (quando: string) => {
    const [notas, mensagens] = [escrita.escritas.size, await envios.quantas()]
    await esperar(
      `${quando}, escreve-se e envia-se`,
      async () => escrita.escritas.size > notas + 15 && (await envios.quantas()) > mensagens + 3 * POR_SEGUNDO,
    )
  }
  const medir: Medir = async (falha, quebrar, consertar) => {
    await vaiBem(`antes de "${falha}"`)
    const desde = performance.now()
    await quebrar()
    await vaiBem(`depois de "${falha}"`)
    await consertar()
    await vaiBem(`consertado "${falha}"`)
    aoMedir({ falha, escrita: escrita.parada(desde), envio: envios.parada(desde) })
  }
  await quebrarNos(cena, medir)
  await quebrarBancos(cena, medir)
  await quebrarEtcd(cena, medir)
  await escrita.parar()
  await conferir(cena, escrita, envios)
  await envios.parar()
}

/** The node that holds the dispatcher's lock: the one whose death is noticed. */
async function quemEnvia({ bancos, nos }: Cena): Promise<No> {
  let quem: No | undefined
  await esperar('um nó envia', async () => {
    const enderecos = await (await bancos.primario()).ler(`
      select host(client_addr) from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted
        and (classid::int8 << 32) | objid::int8 = hashtextextended('cobranca.despachante', 0)`)
    quem = nos.find(({ ilha }) => enderecos.some(([um]) => um === ilha.ip))
    return quem !== undefined
  })
  return quem!
}

async function quebrarNos(cena: Cena, medir: Medir) {
  let no = await quemEnvia(cena)
  await medir(
    'nó que envia, morto',
    () => no.morrer(),
    async () => {
      no.ligar()
      await no.pronto()
    },
  )
  no = await quemEnvia(cena)
  await medir(
    'nó que envia, congelado',
    () => no.congelar(),
    async () => {
      no.acordar()
      await no.pronto()
    },
  )
  no = await quemEnvia(cena)
  await medir(
    'máquina do nó que envia, congelada',
    () => no.ilha.congelar(),
    async () => {
      no.ilha.acordar()
      await no.pronto()
    },
  )
  no = await quemEnvia(cena)
  await medir(
    'máquina do nó que envia, sem rede',
    () => no.ilha.cortar(),
    async () => {
      no.ilha.religar()
      await no.pronto()
    },
  )
}

async function quebrarBancos(cena: Cena, medir: Medir) {
  const { bancos } = cena
  let primario = await bancos.primario()
  await medir(
    'processo do PostgreSQL primário, morto',
    () => primario.matarPostgres(),
    () => bancos.emDia(),
  )
  primario = await bancos.primario()
  await medir(
    'máquina do primário, perdida',
    () => primario.ilha.perder(),
    async () => {
      primario.ilha.religar()
      primario.ligar()
      await bancos.emDia()
    },
  )
  primario = await bancos.primario()
  await medir(
    'máquina do primário, congelada',
    () => primario.ilha.congelar(),
    async () => {
      primario.ilha.acordar()
      await bancos.emDia()
    },
  )
  primario = await bancos.primario()
  const sucessor = bancos.outro(primario)
  await medir(
    'máquina do primário, congelada até que haja outro',
    async () => {
      primario.ilha.congelar()
      await esperar('o outro é o primário', () => sucessor.eh('primary'))
      primario.ilha.acordar()
    },
    () => bancos.emDia(),
  )
  primario = await bancos.primario()
  await medir(
    'máquina do primário, sem rede',
    () => primario.ilha.cortar(),
    async () => {
      primario.ilha.religar()
      await bancos.emDia()
    },
  )
  const espera = bancos.outro(await bancos.primario())
  await medir(
    'máquina do PostgreSQL em espera, perdida',
    () => espera.ilha.perder(),
    async () => {
      espera.ilha.religar()
      espera.ligar()
      await bancos.emDia()
    },
  )
}

async function quebrarEtcd({ etcd }: Cena, medir: Medir) {
  for (const ilha of etcd.ilhas)
    await medir(
      'máquina de um etcd, perdida',
      () => ilha.perder(),
      async () => {
        ilha.religar()
        etcd.ligar(ilha)
        await etcd.pronto(ilha)
      },
    )
}

/** No acknowledged write is lost, and nobody was written to twice. */
async function conferir({ bancos }: Cena, escrita: Escrita, envios: Envios) {
  const guardadas = new Set((await (await bancos.primario()).ler('select texto from anotacao')).map(([texto]) => texto))
  const perdidas = [...escrita.escritas].filter((um) => !guardadas.has(um))
  const repetidas = await envios.repetidas()
  console.log(
    `${escrita.escritas.size} notas escritas, ${perdidas.length} perdidas; ${await envios.quantas()} mensagens enviadas, ${repetidas.length} duas vezes.`,
  )
  if (perdidas.length > 0 || repetidas.length > 0)
    throw new Error(`perdidas: ${perdidas.slice(0, 5)}; repetidas: ${repetidas.slice(0, 5)}`)
}
