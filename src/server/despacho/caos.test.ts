import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { esperarAte } from '#test/espera.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { test } from '#test/world.ts'
import { despachante } from './despachante.jobs.ts'

/** Everything that can go wrong on the way to Meta does, while two dispatchers work and one of them is told to stop. */
test('each step reaches its customer at most once, and nothing known is lost', async ({ world }) => {
  const palco = await ligarEmulador(world, { semente: 7 })
  const clientes = 120
  for (let i = 0; i < clientes; i += 1) await world.criarCliente()
  Object.assign(palco.emulador.cenario.caos, { erro5xx: 0.15, cortarAntes: 0.05, cortarDepois: 0.1 })
  await executar(world.servicos, {})
  for (let volta = 0; volta < 6; volta += 1) {
    if (volta === 4) Object.assign(palco.emulador.cenario.caos, { erro5xx: 0, cortarAntes: 0, cortarDepois: 0 })
    const fim = new AbortController()
    const [um, outro] = [despachante(world.servicos), despachante(world.servicos)]
    const turnos = [um.executar(fim.signal), outro.executar(new AbortController().signal)]
    if (volta === 0) {
      await esperarAte('a few were sent', () => palco.emulador.envios().length >= 20, 1)
      fim.abort()
    }
    await Promise.all(turnos)
    world.relogio.passar({ minutos: 10 })
    palco.agora = world.relogio.agora()
    await executar(world.servicos, {})
  }
  const recebidas = palco.emulador.envios().map(({ referencia }) => referencia)
  const telefones = palco.emulador.envios().map(({ telefone }) => telefone)
  expect(new Set(recebidas).size).toBe(recebidas.length)
  expect(new Set(telefones).size).toBe(telefones.length)

  const mensagens = await world.db.selectFrom('mensagem').select(['referencia', 'envio', 'status']).execute()
  expect(mensagens).toHaveLength(clientes)
  const aceitas = mensagens.filter(({ envio }) => envio === 'aceita').map(({ referencia }) => referencia)
  expect(aceitas.filter((referencia) => !recebidas.includes(referencia))).toEqual([])
  const perdidas = mensagens.filter(({ envio }) => envio !== 'aceita' && envio !== 'desconhecida')
  expect(perdidas).toEqual([])
  await palco.fechar()
})
