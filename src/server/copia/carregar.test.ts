import { expect, inject, onTestFinished } from 'vitest'
import { conectar } from '#server/db/conexao.ts'
import { FalhaAoIniciar, fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { bancoNovo, noServidor } from '#test/bancos.ts'
import { test, type World } from '#test/world.ts'
import { carregarBanco } from './carregar.ts'
import { porqueNaoRestaurou } from './porque.ts'
import { lerMigracoes, lerTabelas } from './tabelas.queries.ts'

/** Loads rows that no table takes until it fails; `antes` is called after the first piece, with the process of the connection. */
async function carregar(world: World, antes: (pid: number) => Promise<void>) {
  const nome = await bancoNovo()
  const [origem, cliente] = [await conectar(world.urlDoDono), await conectar(`${inject('postgres')}/${nome}`)]
  onTestFinished(async () => {
    for (const um of [origem, cliente]) await um.end()
    await noServidor(`drop database ${nome} with (force)`)
  })
  const manifesto = { migracoes: await lerMigracoes(origem), tabelas: await lerTabelas(origem) }
  const { rows } = await cliente.query<{ pid: number }>('select pg_backend_pid() as pid')
  return carregarBanco(
    cliente,
    manifesto,
    async (carga) => {
      await carga.escrever(manifesto.tabelas[0]!, Buffer.alloc(0))
      await antes(rows[0]!.pid)
      for (;;) await carga.escrever(manifesto.tabelas[0]!, Buffer.from('x\n'.repeat(10_000)))
    },
    async () => undefined,
  )
}

test('what the database refuses in the middle of a table is told in its words, and ends nothing but the load', async ({
  world,
}) => {
  await expect(carregar(world, async () => undefined)).rejects.toThrow(/invalid input syntax|missing data/)
})

test('so is a database that goes away, of which an embedded one has no address to look at', async ({ world }) => {
  const erro = await carregar(world, (pid) => noServidor(`select pg_terminate_backend(${pid}, 5000)`)).catch((um) => um)
  expect(fraseDaFalha(erro)).toMatch(/^Não foi possível usar o PostgreSQL de DATABASE_URL \(.*terminat/)
  expect(fraseDaFalha(porqueNaoRestaurou(erro, '/dados'))).toMatch(/^O banco de dados embutido parou .* fica \/dados/)
})

test('a full disk is told as one, wherever the database is', () => {
  const erro = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  expect(fraseDaFalha(erro)).toMatch(/^O disco está cheio \(could not extend file/)
  const outra = new FalhaAoIniciar('Connection terminated')
  expect([porqueNaoRestaurou(erro, '/dados'), porqueNaoRestaurou(outra, '/dados')]).toEqual([erro, outra])
})
