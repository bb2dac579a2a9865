import { describe, expect, onTestFinished, vi } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { lerConfig } from '#server/config.ts'
import { criarDemonstracao } from '#server/demonstracao/demonstracao.actions.ts'
import { trabalhosDe } from '#server/trabalhos.ts'
import { test } from './com-palco.ts'
import type { Palco } from './emulador.ts'
import { enviarWebhook } from './whatsapp.ts'
import type { World } from './world.ts'

/** Starts all jobs as in production; time, including the machine's clock, advances in steps. */
function ligar(world: World, palco: Palco) {
  const trabalhos = trabalhosDe(world.servicos, lerConfig({ DEMO: '0' }))
  const deVerdade = performance.now.bind(performance)
  let passados = 0
  const relogio = vi.spyOn(performance, 'now').mockImplementation(() => deVerdade() + passados)
  onTestFinished(() => relogio.mockRestore())
  return async function passar(minutos: number) {
    passados += minutos * 60_000
    world.relogio.passar({ minutos })
    for (const { executar } of trabalhos) await executar(new AbortController().signal)
    await palco.passar(minutos * 60_000)
    for (const { corpo } of palco.chegadas.splice(0)) await enviarWebhook(world, corpo.toString())
  }
}

/** All problems shown to an administrator. */
async function alarmes(world: World) {
  const admin = await world.criarAdmin()
  const ler = async (caminho: string) => (await world.chamar(admin, 'GET', caminho)).json()
  const { sem_envio: _, emulador: __, ...avisos } = await ler('/api/avisos')
  const { erro } = await ler('/api/admin/configuracoes/whatsapp/status')
  const { alertas } = await ler('/api/admin/dashboard')
  return { avisos: Object.entries(avisos).filter(([, aviso]) => aviso !== null), alertas, erro }
}

const NENHUM = { avisos: [], alertas: [], erro: null }
const SENHA = { hashDaSenha: async (senha: string) => `hash de ${senha}` }

describe('a company that is left alone shows no alarm', () => {
  test.for<[string, (world: World) => Promise<unknown>]>([
    ['an empty one', async () => undefined],
    [
      'a demonstration',
      ({ db, relogio, servicos }) =>
        criarDemonstracao(db, { ...servicos, agora: relogio.agora(), ...SENHA, clientes: 60 }),
    ],
    [
      'one that wrote to its customers today',
      async (world) => {
        for (let i = 0; i < 5; i += 1) await world.criarCliente()
        await executar(world.servicos, {})
      },
    ],
  ])('%s', async ([, preparar], { world, palco }) => {
    await preparar(world)
    const passar = ligar(world, palco)
    for (let minuto = 0; minuto < 11; minuto += 1) {
      await passar(1)
      expect(await alarmes(world), `after ${minuto + 1} minutes`).toEqual(NENHUM)
    }
    for (let hora = 4; hora <= 24; hora += 4) {
      await passar(4 * 60)
      expect(await alarmes(world), `${hora} hours later`).toEqual(NENHUM)
    }
  })
})
