import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { esperarAte } from './espera.ts'
import { violada } from './invariantes.ts'
import { Maquina, semRedes } from './maquina.ts'
import { ligarEmulador } from './modelos.ts'
import { esperarOuvir, ouvir } from './ouvir.ts'
import { abrirServidor } from './postgres.ts'
import { fimDeCada, Processo, saidaVazia } from './processo.ts'
import { criarWorld, type World } from './world.ts'

const impedimento = process.env.TEST_DATABASE_URL ? 'the PostgreSQL given is on no network of ours' : semRedes()
if (impedimento) console.warn(`test/redes.test.ts is skipped: ${impedimento}`)

/** A PostgreSQL reachable from another machine at this address of ours. */
async function servidorEm(endereco: string): Promise<string> {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-redes-'))
  onTestFinished(() => rmSync(pasta, { recursive: true, force: true }))
  chmodSync(pasta, 0o711) // PostgreSQL runs as another user, who must be able to enter
  const hba = join(pasta, 'pg_hba.conf')
  writeFileSync(hba, `host all all 127.0.0.1/32 trust\nhost all all ${endereco}/30 trust\n`)
  const enderecos = `listen_addresses=127.0.0.1,${endereco}`
  const servidor = await abrirServidor([enderecos, `hba_file=${hba}`, 'fsync=off', 'full_page_writes=off'])
  onTestFinished(servidor.parar)
  return servidor.url
}

async function sessoesDe({ db }: World, endereco: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where client_addr = ${endereco}::inet`.execute(db)
  return rows[0]!.n
}

test.skipIf(impedimento)(
  'a node cut off from the network is replaced, sends nothing twice when it is back, and hears live events again',
  async () => {
    const maquina = new Maquina()
    onTestFinished(() => maquina.fechar())
    const [cabo, daMesa] = [maquina.ligar(), maquina.ligar()]
    const world = await criarWorld(await servidorEm(cabo.daqui))
    onTestFinished(() => world.fechar())
    const palco = await ligarEmulador(world, {}, cabo.daqui)
    onTestFinished(() => palco.fechar())
    const quantas = 300
    await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
    const enviadas = () => palco.emulador.envios().length

    const banco = new URL(world.url)
    banco.hostname = cabo.daqui
    const ambiente = { DATABASE_URL: banco.href, HOST: daMesa.dela, WHATSAPP_MAX_MPS: '1' } // five minutes: far from done when cut off
    const ilhado = await Processo.iniciar(world, ambiente, maquina.comando)
    onTestFinished(() => ilhado.parar())
    const ouvido = await ouvir(ilhado, await world.criarAdmin(), onTestFinished)
    await esperarOuvir(world, ouvido, 1_000_001)
    await executar(world.servicos, {})
    await esperarAte('it sends', () => enviadas() > 0)
    const outro = await Processo.iniciar(world, { WHATSAPP_MAX_MPS: '400' })
    onTestFinished(() => outro.parar())

    cabo.cortar()
    const cortadas = enviadas()
    expect(cortadas).toBeLessThan(quantas)
    // Within esperarAte's limit only if silence ends the connection.
    await esperarAte('another sends in its place', () => enviadas() > cortadas + 20)
    // PostgreSQL's message that it closed the connection never arrives: to the node its connections look unchanged.
    await esperarAte('PostgreSQL has given it up', async () => (await sessoesDe(world, cabo.dela)) === 0)
    cabo.religar()
    await esperarOuvir(world, ouvido, 1_000_002)

    await saidaVazia(world)
    const aceitas = await fimDeCada(world, palco, [outro, ilhado])
    expect(quantas - aceitas.size).toBeLessThan(10) // nobody sends the rows it had marked when it was cut off
    expect(await violada(world.db)).toBeNull()
  },
)
