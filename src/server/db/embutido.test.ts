import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abrirBancoDaMaquina } from './banco-da-maquina.ts'
import { porqueFalhou } from './falha-ao-iniciar.ts'
import { migracoesDoCodigo } from './migrar.ts'

const PROGRAMA = join(import.meta.dirname, '../../../test/so-o-banco.ts')

interface Programa {
  processo: ChildProcess
  /** The database's URL, or the sentence of why it did not start. */
  disse: string
}

/** Every program here, so that none outlives a test that failed. */
const programas = new Set<ChildProcess>()

async function iniciar(pasta: string, ...como: 'à mão'[]): Promise<Programa> {
  const processo = spawn(process.execPath, ['--expose-gc', PROGRAMA, pasta, ...como], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programas.add(processo)
  const [disse] = (await once(createInterface({ input: processo.stdout! }), 'line')) as [string]
  return { processo, disse }
}

async function encerrar(processo: ChildProcess, sinal: NodeJS.Signals) {
  const saiu = once(processo, 'exit')
  processo.kill(sinal)
  return (await saiu) as [number | null, NodeJS.Signals | null]
}

async function perguntar<T extends pg.QueryResultRow>(url: string, consulta: string): Promise<T[]> {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  try {
    return (await cliente.query<T>(consulta)).rows
  } finally {
    await cliente.end()
  }
}

const notas = async (url: string) =>
  (await perguntar<{ n: number }>(url, 'select n from nota order by n')).map((r) => r.n)
const postmaster = (pasta: string) =>
  Number.parseInt(readFileSync(join(pasta, 'postgresql', 'postmaster.pid'), 'utf8'), 10)

describe('the embedded database of one folder, through its life', () => {
  let pasta: string
  let atual: Programa

  beforeAll(async () => {
    pasta = mkdtempSync(join(tmpdir(), 'cobranca-embutido-'))
    chmodSync(pasta, 0o711)
    atual = await iniciar(pasta)
    await perguntar(atual.disse, 'create table nota (n int); insert into nota values (1)')
  })

  afterAll(async () => {
    for (const processo of programas)
      if (processo.exitCode === null && !processo.killed) await encerrar(processo, 'SIGTERM')
    rmSync(`${pasta}-elo`, { force: true })
    rmSync(pasta, { recursive: true, force: true })
  })

  test('keeps its password to its owner and works without being superuser', async () => {
    expect(statSync(join(pasta, 'senha-do-banco')).mode & 0o777).toBe(0o600)
    const [papel] = await perguntar<{ rolsuper: boolean }>(
      atual.disse,
      'select rolsuper from pg_roles where rolname = current_user',
    )
    expect(papel?.rolsuper).toBe(false)
  })

  test('refuses a second program with a sentence, and the first goes on', async () => {
    const segundo = await iniciar(pasta)
    expect(segundo.disse).toBe(
      `O sistema já está em execução com a pasta ${pasta}. Pare o outro, ou escolha outra pasta com DATA_DIR.`,
    )
    expect(await notas(atual.disse)).toEqual([1])
  })

  test('stops in order and starts again with what was in it', async () => {
    expect(await encerrar(atual.processo, 'SIGTERM')).toEqual([0, null])
    expect(existsSync(join(pasta, 'postgresql', 'postmaster.pid'))).toBe(false)
    atual = await iniciar(pasta)
    expect(await notas(atual.disse)).toEqual([1])
  })

  test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'goes down with a program run by hand that %s ends',
    async (sinal) => {
      await encerrar(atual.processo, 'SIGTERM')
      const aMao = await iniciar(pasta, 'à mão')
      const servidor = postmaster(pasta)
      expect(await encerrar(aMao.processo, sinal)).toEqual([128 + constants.signals[sinal], null])
      await expect.poll(() => existsSync(`/proc/${servidor}`)).toBe(false)
      atual = await iniciar(pasta)
    },
  )

  test('takes over from a program killed outright, whose server lives on, also through a link to the folder', async () => {
    await perguntar(atual.disse, 'insert into nota values (2)')
    const orfao = postmaster(pasta)
    await encerrar(atual.processo, 'SIGKILL')
    process.kill(orfao, 0) // throws unless it lives
    symlinkSync(pasta, `${pasta}-elo`)
    atual = await iniciar(`${pasta}-elo`)
    expect(postmaster(pasta)).not.toBe(orfao)
    expect(await notas(atual.disse)).toEqual([1, 2])
  })

  test('a program run by hand leaves a running server alone, and none where a killed program left one', async () => {
    const usar = () => abrirBancoDaMaquina(null, pasta)
    await expect(usar()).rejects.toThrow('O banco de dados ainda não está pronto')
    expect(await notas(atual.disse)).toEqual([1, 2])
    await encerrar(atual.processo, 'SIGKILL')
    await expect(usar()).rejects.toThrow('O banco de dados ainda não está pronto')
    expect(existsSync(join(pasta, 'postgresql', 'postmaster.pid'))).toBe(false)
    atual = await iniciar(pasta)
  })

  test('the first of two programs run by hand leaves the server up until the second is done', async () => {
    const numeros = (await migracoesDoCodigo()).join(',')
    await perguntar(atual.disse, `create table migracao as select unnest(array[${numeros}]) as numero`)
    await perguntar(atual.disse, 'grant select on migracao to public')
    await encerrar(atual.processo, 'SIGTERM')
    const primeiro = await abrirBancoDaMaquina(null, pasta)
    const segundo = new pg.Client({ connectionString: (await abrirBancoDaMaquina(null, pasta)).url })
    await segundo.connect()
    const fim = primeiro.fechar()
    expect((await segundo.query('select count(*)::int as n from generate_series(1, 1000000)')).rows).toEqual([
      { n: 1_000_000 },
    ])
    await segundo.end()
    await fim
    expect(existsSync(join(pasta, 'postgresql', 'postmaster.pid'))).toBe(false)
    atual = await iniciar(pasta)
    await perguntar(atual.disse, 'drop table migracao')
  })

  test('loses nothing acknowledged when everything is killed at once', async () => {
    await perguntar(atual.disse, 'insert into nota values (3)')
    const servidor = postmaster(pasta)
    const saiu = once(atual.processo, 'exit')
    atual.processo.kill('SIGKILL')
    process.kill(servidor, 'SIGKILL')
    await saiu
    atual = await iniciar(pasta)
    expect(await notas(atual.disse)).toEqual([1, 2, 3])
  })

  test('raises a server that falls, at the same address', async () => {
    process.kill(postmaster(pasta), 'SIGKILL')
    await expect.poll(() => notas(atual.disse).catch(() => null)).toEqual([1, 2, 3])
  })

  test('is not stopped by a lock file that names a process of somebody else', async () => {
    await encerrar(atual.processo, 'SIGTERM')
    writeFileSync(join(pasta, 'postgresql', 'postmaster.pid'), `${process.pid}\n`)
    atual = await iniciar(pasta)
    expect(await notas(atual.disse)).toEqual([1, 2, 3])
  })

  test('makes no empty database where one was: a folder restored without it', async () => {
    await encerrar(atual.processo, 'SIGTERM')
    renameSync(join(pasta, 'postgresql'), join(pasta, 'guardado'))
    const { disse } = await iniciar(pasta)
    expect(disse).toMatch(/é de uma empresa que já existe \(senha-do-banco\), mas o banco de dados dela não está em /)
    expect(existsSync(join(pasta, 'postgresql'))).toBe(false)
    renameSync(join(pasta, 'guardado'), join(pasta, 'postgresql'))
    atual = await iniciar(pasta)
    expect(await notas(atual.disse)).toEqual([1, 2, 3])
  })

  test('says so when the password it was made with is gone', async () => {
    await encerrar(atual.processo, 'SIGTERM')
    rmSync(join(pasta, 'senha-do-banco'))
    const { disse } = await iniciar(pasta)
    expect(disse).toMatch(/^A senha guardada não abre o banco de dados em /)
  })
})

describe.skipIf(process.getuid?.() !== 0)('below a folder that nobody else may pass, as root', () => {
  test('the folder names where its database lies, and a copy of the folder alone is refused', async () => {
    const fechada = mkdtempSync(join(tmpdir(), 'cobranca-fechada-'))
    const [pasta, copia] = [join(fechada, 'data'), join(fechada, 'copia')]
    mkdirSync(pasta)
    const { processo, disse } = await iniciar(pasta)
    expect(disse).toMatch(/^postgres:/)
    const onde = readFileSync(join(pasta, 'onde-esta-o-banco.txt'), 'utf8').split('\n')[1]!
    try {
      expect(existsSync(join(onde, 'PG_VERSION'))).toBe(true)
      await encerrar(processo, 'SIGTERM')
      cpSync(pasta, copia, { recursive: true })
      const refeita = await iniciar(copia)
      expect(refeita.disse).toContain(`Da última vez, ele ficava em ${onde}. Copie-o para `)
      const volta = await iniciar(pasta)
      expect(volta.disse).toMatch(/^postgres:/)
      await encerrar(volta.processo, 'SIGTERM')
    } finally {
      rmSync(fechada, { recursive: true })
      rmSync(dirname(onde), { recursive: true, force: true })
    }
  })
})

test.each([
  ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), /^O disco está cheio/],
  ['a full disk, in the words of initdb', new Error('could not write: No space left on device'), /^O disco está cheio/],
  [
    'an unwritable folder',
    Object.assign(new Error('mkdir'), { code: 'EACCES' }),
    /^Sem permissão para gravar em \/dados/,
  ],
  ['a read-only disk', Object.assign(new Error('mkdir'), { code: 'EROFS' }), /^Sem permissão para gravar em \/dados/],
  ['a file in the folder’s place', Object.assign(new Error('mkdir'), { code: 'ENOTDIR' }), /^\/dados não é uma pasta/],
  ['no memory', new Error('FATAL:  could not map anonymous shared memory'), /^Não há memória livre/],
  [
    'data of another user',
    new Error('FATAL:  data directory "/dados" has wrong ownership'),
    /pertencem a outro usuário/,
  ],
  ['anything else', new Error('FATAL:  de outro mundo'), /O PostgreSQL disse:\nFATAL: {2}de outro mundo$/],
])('explains %s', (_, erro, frase) => {
  expect(porqueFalhou(erro, '/dados').message).toMatch(frase)
})
