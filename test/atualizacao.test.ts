import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { portaLivre } from '#server/db/porta.ts'
import { bancoNovo, noServidor, urlDe } from './bancos.ts'
import { esperarAte } from './espera.ts'
import { ambienteDoNo, Envios, Escrita, fundarEmpresa } from './ilhas/empresa.ts'
import { esperar, Programa } from './ilhas/programa.ts'
import { copiarCodigo, RAIZ, versaoAnterior } from './ilhas/versao-anterior.ts'

const CLIENTES = 100

/** Why the previous version cannot be started here; null if it can. */
function impedimento(anterior: ReturnType<typeof versaoAnterior>, codigo: string): string | null {
  if (!anterior) return 'git has not the version before (no repository here, or a shallow clone: git fetch --unshallow)'
  const { dependencies } = JSON.parse(readFileSync(join(codigo, 'package.json'), 'utf8'))
  const falta = Object.keys(dependencies).find((nome) => !existsSync(join(RAIZ, 'node_modules', nome)))
  return falta ? `the version before wants ${falta}, which is not installed any more` : null
}

async function perguntar<T extends pg.QueryResultRow>(url: string, consulta: string): Promise<T[]> {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  return (await cliente.query<T>(consulta).finally(() => cliente.end())).rows
}

test('a node of the version before serves, writes and sends while this one migrates its database, and nobody is written to twice', async ({
  skip,
  onTestFinished,
}) => {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-atualizacao-'))
  onTestFinished(() => rmSync(pasta, { recursive: true, force: true }))
  const anterior = versaoAnterior()
  const codigo = anterior ? copiarCodigo(anterior.commit, pasta) : ''
  const porque = impedimento(anterior, codigo)
  if (!anterior || porque) return skip(porque ?? '')
  expect(anterior.migracoes).not.toEqual([])

  const banco = await bancoNovo()
  const url = urlDe(banco)
  onTestFinished(async () => {
    await Programa.fimDeTodos()
    await noServidor(`drop database ${banco} with (force)`)
  })
  const [portaDoEmulador, porta, outraPorta] = [await portaLivre(), await portaLivre(), await portaLivre()]
  const emulador = `http://127.0.0.1:${portaDoEmulador}`
  const WEBHOOK_URL = `http://127.0.0.1:${porta}/api/webhooks/whatsapp`
  new Programa('emulador', [process.execPath, 'src/emulator/main.ts'], {
    pasta,
    env: { PORT: String(portaDoEmulador), WEBHOOK_URL },
  })
  await esperar('o emulador responde', async () => (await fetch(`${emulador}/emulador/api/estado`)).ok)
  const SECRET_KEY = randomBytes(32).toString('base64')
  const ligar = async (nome: string, cwd: string, em: number, porSegundo: number) => {
    const env = {
      ...ambienteDoNo(`${emulador}/emulador/graph/v23.0`, porSegundo),
      ...{ DATABASE_URL: url, DATA_DIR: join(pasta, 'dados'), SECRET_KEY, PORT: String(em) },
    }
    const programa = new Programa(nome, [process.execPath, 'src/server/main.ts'], { pasta, cwd, env })
    await esperar(`${nome} serve`, async () => (await fetch(`http://127.0.0.1:${em}/health/ready`)).ok)
    return programa
  }

  // One per second, so that it is far from done when the other one has started.
  const velho = await ligar('anterior', codigo, porta, 1)
  const { admin, ana, cliente } = await fundarEmpresa(`http://127.0.0.1:${porta}`, CLIENTES)
  await admin.pedir('POST', '/api/admin/cobranca/executar', { forcar_horario: true })
  const envios = new Envios(emulador)
  await esperarAte('it sends', async () => (await envios.quantas()) > 2)
  const escrita = new Escrita(ana, cliente)
  await esperarAte('it writes', () => escrita.escritas.size > 2)
  const antes = escrita.escritas.size
  await ligar('novo', RAIZ, outraPorta, 400)
  expect(escrita.escritas.size).toBeGreaterThan(antes + 2)
  const agora = escrita.escritas.size
  await esperarAte('it writes on', () => escrita.escritas.size > agora + 2)
  await escrita.parar()
  expect(await velho.fim('SIGTERM')).toBe(0)
  await esperarAte('everybody was written to', async () => (await envios.quantas()) >= CLIENTES)
  await envios.parar()

  expect([await envios.quantas(), await envios.repetidas()]).toEqual([CLIENTES, []])
  const notas = await perguntar<{ texto: string }>(url, 'select texto from anotacao')
  expect(notas.map(({ texto }) => texto)).toEqual(expect.arrayContaining([...escrita.escritas]))
  const feitas = (await perguntar<{ nome: string }>(url, 'select nome from migracao')).map(({ nome }) => nome)
  expect(feitas).toEqual(expect.arrayContaining(anterior.migracoes))
})
