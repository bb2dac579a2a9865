import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { BancoEmulado } from '#test/psp.ts'
import { test } from '#test/world.ts'

test('kill -9 between the PSP’s answer and our record leaves one live code, here and there', async ({ world }) => {
  const banco = new BancoEmulado(world)
  let matar: (() => void) | undefined
  // The charge is created, and the answer never arrives.
  banco.app.addHook('onSend', async ({ method }) => {
    if (method === 'PUT') matar?.()
  })
  await banco.abrir()
  try {
    const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
    await banco.ligar(admin)
    const { id, contas } = await world.criarCliente({ documento: '52998224725' })
    const argumentos = [world.url, world.servicos.chaveSecreta.toString('base64'), new URL(banco.base).host]
    const filho = spawn(
      process.execPath,
      ['test/codigo-a-parte.ts', ...argumentos, String(id), ...contas.map(String)],
      {
        stdio: 'inherit',
      },
    )
    matar = () => void filho.kill('SIGKILL')
    const sinal = await new Promise((pronto) => filho.once('exit', (_, como) => pronto(como)))
    matar = undefined
    expect(sinal).toBe('SIGKILL')
    const [perdido] = await world.db.selectFrom('codigo').selectAll().execute()
    expect(perdido).toMatchObject({ situacao: 'emitido', copia_e_cola: null })

    const url = `/api/operador/clientes/${id}/codigos`
    const feito = (await world.chamar(operador, 'POST', url, { contas })).json()
    expect(feito).toMatchObject({ id: perdido!.id, txid: perdido!.txid, situacao: 'emitido' })
    expect(new Set(banco.pedidos.filter((um) => um.startsWith('PUT')))).toEqual(
      new Set([`PUT /v2/cob/${perdido!.txid}`]),
    )
    expect(banco.psp.pagar(feito.txid).txid).toBe(feito.txid)
  } finally {
    await banco.fechar()
  }
})
