import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test as pura, vi } from 'vitest'
import { diaDe } from '#domain/data.ts'
import { prepararChaves } from '#server/segredos/preparar.actions.ts'
import { test, type World } from '#test/world.ts'
import { fazerCopia } from './copia.actions.ts'
import { trabalhosDeCopia } from './copia.jobs.ts'
import { nomeDaCopia } from './guardadas.ts'
import { porqueNaoCopiou } from './porque.ts'
import { lerSituacaoDasCopias } from './registro.queries.ts'
import { conferirCopia } from './restaurar.actions.ts'

const SENHA = 'uma chave comprida de verdade'
const GUARDA = { quantas: 2, dias: 30 }

/** The node's own work, with the program that it starts, in this environment. */
function noite(world: World, pasta: string, ambiente: Record<string, string> = {}) {
  const variaveis = {
    DATABASE_URL: world.url,
    DATABASE_OWNER_URL: world.urlDoDono,
    DATA_DIR: world.pastaDados,
    SECRET_KEY: world.servicos.chaveSecreta.toString('base64'),
    BACKUP_DIR: pasta,
    BACKUP_KEY: SENHA,
    BACKUP_KEEP: String(GUARDA.quantas),
    BACKUP_KEEP_DAYS: String(GUARDA.dias),
    ...ambiente,
  }
  for (const [nome, valor] of Object.entries(variaveis)) vi.stubEnv(nome, valor || undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [trabalho] = trabalhosDeCopia(world.servicos, { copia: { pasta, senha: SENHA, hora: '02:30', guarda: GUARDA } })
  return () => trabalho!.executar(new AbortController().signal)
}

const alertas = async (world: World) =>
  (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard'))
    .json()
    .alertas.filter(({ codigo }: { codigo: string }) => codigo === 'copia_com_erro')

const ditas = async (world: World) =>
  (
    await world.db
      .selectFrom('log')
      .select(['acao', 'descricao'])
      .where('acao', 'like', 'copia.%')
      .orderBy('id')
      .execute()
  ).map(({ acao, descricao }) => `${acao}: ${descricao}`)

test('two nodes make one backup a night, complete and encrypted; old ones are deleted by number and age, and the log says where it is', async ({
  world,
}) => {
  const pasta = join(world.pastaDados, 'copias')
  mkdirSync(pasta)
  await world.criarCliente()
  const haDias = (dias: number) => nomeDaCopia(new Date(Date.now() - dias * 86_400_000), true)
  const antigas = [haDias(29), haDias(40), haDias(50)]
  for (const nome of antigas) writeFileSync(join(pasta, nome), '')
  const [um, outro] = [noite(world, pasta), noite(world, pasta)]
  const antes = new Date()
  await Promise.all([um(), outro()])
  await Promise.all([um(), outro()])
  const nova = readdirSync(pasta).toSorted().at(-1)!
  expect(readdirSync(pasta).toSorted()).toEqual([antigas[0], nova].toSorted())
  const { manifesto, conferencia } = await conferirCopia(join(pasta, nova), SENHA)
  // The program that makes it goes by the clock of the machine.
  expect([antes, new Date()].map((um) => diaDe(um))).toContain(diaDe(manifesto.feita_em))
  expect(conferencia.linhas.cliente).toBe(1)
  const { ultima, erro } = await lerSituacaoDasCopias(world.db)
  expect([ultima?.arquivo, erro]).toEqual([join(pasta, nova), null])
  expect(ultima!.bytes).toBeGreaterThan(1_000)
  expect(await ditas(world)).toEqual([expect.stringMatching(/^copia\.fazer: .* foi feita: .* B?.*, em .*cifrado\.$/)])
  expect(await alertas(world)).toEqual([])
})

test('a folder that may not be written to, and a missing key, are a sentence in the log and on the dashboard, half an hour apart', async ({
  world,
}) => {
  const proibida = process.getuid?.() === 0 ? '/sys/copias' : '/root/copias'
  await noite(world, proibida)()
  expect(await alertas(world)).toMatchObject([
    { mensagem: expect.stringContaining(`Sem permissão para gravar em ${proibida}`) },
  ])
  const semChave = noite(world, join(world.pastaDados, 'copias'), { SECRET_KEY: '' })
  await semChave()
  expect(await ditas(world)).toHaveLength(1) // not before half an hour is over
  world.relogio.passar({ minutos: 31 })
  await semChave()
  expect(await alertas(world)).toMatchObject([{ mensagem: expect.stringContaining('defina também SECRET_KEY') }])
  expect(await ditas(world)).toEqual([
    expect.stringMatching(/^copia\.falhar: A cópia de segurança da noite falhou: Sem permissão/),
    expect.stringMatching(/^copia\.falhar: .*defina também SECRET_KEY/),
  ])
})

test('an old copy that cannot be deleted is reported, and the night’s copy is complete and made once', async ({
  world,
}) => {
  const pasta = join(world.pastaDados, 'copias')
  const presa = nomeDaCopia(new Date('2020-01-01T03:00:00Z'), true)
  mkdirSync(join(pasta, presa), { recursive: true }) // a folder by the name of a copy
  const rodar = noite(world, pasta, { BACKUP_KEEP: '1' })
  await rodar()
  world.relogio.passar({ minutos: 31 })
  await rodar()
  expect(readdirSync(pasta)).toHaveLength(2)
  expect(await alertas(world)).toEqual([])
  expect(await ditas(world)).toEqual([
    expect.stringMatching(/^copia\.fazer: /),
    expect.stringMatching(/^copia\.falhar: .*foi feita, mas uma antiga não saiu da pasta/),
  ])
})

test('a disk that fills up leaves no half copy, and says which disk', async ({ world }) => {
  const pasta = join(world.pastaDados, 'copias')
  mkdirSync(pasta)
  const agora = world.relogio.agora()
  const parcial = join(pasta, `${nomeDaCopia(agora, false)}.parcial`)
  symlinkSync('/dev/full', parcial) // takes nothing: as a disk without room
  const erro = await fazerCopia({ ...world.servicos, url: world.urlDoDono, pasta, senha: null, agora }).catch(
    (um) => um,
  )
  expect(porqueNaoCopiou(erro, pasta)).toMatch(`O disco de ${pasta} está cheio`)
  expect(readdirSync(pasta)).toEqual([])
  rmSync(parcial, { force: true })
})

test('what a killed copy left goes before the next one, which may lack its room; whole ones stay until another is complete', async ({
  world,
}) => {
  const pasta = join(world.pastaDados, 'copias')
  mkdirSync(pasta)
  const [cortada, ...inteiras] = [2, 40, 50, 60].map((dias) =>
    nomeDaCopia(new Date(Date.now() - dias * 86_400_000), true),
  )
  for (const nome of [`${cortada}.parcial`, ...inteiras]) writeFileSync(join(pasta, nome), '')
  await prepararChaves(world.db, world.servicos.chaveSecreta, null)
  await noite(world, pasta, { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') })() // fails, whatever room there is
  expect(await alertas(world)).toHaveLength(1)
  expect(readdirSync(pasta).toSorted()).toEqual(inteiras.toSorted())
})

pura('a folder that systemd keeps read-only is told as one: no permission given to it would help', () => {
  const erro = Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path: '/mnt/copias/a.parcial' })
  expect(porqueNaoCopiou(erro, '/mnt/copias')).toMatch(/^\/mnt\/copias está só para leitura: .*ReadWritePaths/)
})

test('with a key that opens nothing of this company there is no backup that nobody could restore, and administrators are told', async ({
  world,
}) => {
  const pasta = join(world.pastaDados, 'copias')
  await prepararChaves(world.db, world.servicos.chaveSecreta, null) // as its start does
  await noite(world, pasta, { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') })()
  expect(await alertas(world)).toMatchObject([{ mensagem: expect.stringContaining('SECRET_KEY não abre os segredos') }])
  expect(existsSync(pasta)).toBe(false)
})
