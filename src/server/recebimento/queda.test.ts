import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { esperarAte, esperarNaTrava } from '#test/espera.ts'
import { BancoEmulado, CHAVE_PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'
import { doPsp } from './inbox.ts'

/** Processes the stored notices in a process of its own, until it is done or killed. */
function processarAParte(world: World, banco: BancoEmulado) {
  const argumentos = [world.url, world.servicos.chaveSecreta.toString('base64'), new URL(banco.base).host]
  const filho = spawn(process.execPath, ['test/aviso-a-parte.ts', ...argumentos], { stdio: 'inherit' })
  return { filho, fim: new Promise<string | null>((pronto) => filho.once('exit', (_, sinal) => pronto(sinal))) }
}

/** Stores the PSP's webhook, and repeats it as PSPs do. */
async function avisar(world: World, endToEndId: string) {
  const { segredo } = await world.servicos.pix.meios()
  for (const url of [`/api/webhooks/pix/${segredo}/pix`, `/api/webhooks/pix/${segredo}`]) {
    const resposta = await world.app.inject({ method: 'POST', url, payload: { pix: [{ endToEndId }] } })
    expect(resposta.statusCode).toBe(200)
  }
}

const contar = async ({ db }: World) =>
  (
    await sql<{ movimentos: number; pendentes: number }>`
      select (select count(*)::int from movimento) as movimentos,
        (select count(*)::int from evento_recebido where processado_em is null) as pendentes`.execute(db)
  ).rows[0]

test('kill -9 in the middle of a webhook, twice: what was told is not lost, and counts once', async ({ world }) => {
  const banco = new BancoEmulado(world)
  let aoConfirmar: (() => void) | undefined
  banco.app.addHook('onSend', async ({ url }) => {
    if (url.startsWith('/v2/pix/')) aoConfirmar?.()
  })
  await banco.abrir()
  try {
    await banco.ligar(await world.criarAdmin())
    const { endToEndId } = banco.psp.pagarChave(CHAVE_PIX, 12_345, { pagador: { nome: 'Ana', cpf: '52998224725' } })
    await avisar(world, endToEndId)

    // The PSP has answered, and nobody hears it.
    const surdo = processarAParte(world, banco)
    aoConfirmar = () => void surdo.filho.kill('SIGKILL')
    expect(await surdo.fim).toBe('SIGKILL')
    aoConfirmar = undefined
    expect(await contar(world)).toEqual({ movimentos: 0, pendentes: 1 })

    // The notice is taken, and the movement about to be written.
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('movimentos', 0))`.execute(trx)
      const parado = processarAParte(world, banco)
      await esperarNaTrava(world.db)
      parado.filho.kill('SIGKILL')
      expect(await parado.fim).toBe('SIGKILL')
    })
    await esperarAte('its transaction is over', async () => {
      await processarEntrada(world.servicos, doPsp(world.servicos))
      return (await contar(world))?.pendentes === 0
    })
    await avisar(world, endToEndId)
    await processarEntrada(world.servicos, doPsp(world.servicos))
    expect(await contar(world)).toEqual({ movimentos: 1, pendentes: 0 })
  } finally {
    await banco.fechar()
  }
})
