import { expect, inject, onTestFinished } from 'vitest'
import { conectar } from '#server/db/conexao.ts'
import { bancoNovo, noServidor } from '#test/bancos.ts'
import { test, type World } from '#test/world.ts'
import { carregarBanco } from './carregar.ts'
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

test('so is a database that goes away', async ({ world }) => {
  await expect(carregar(world, (pid) => noServidor(`select pg_terminate_backend(${pid}, 5000)`))).rejects.toThrow(
    /terminat/,
  )
})
