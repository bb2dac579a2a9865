import { describe, expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { esperarAte } from './espera.ts'
import { violada } from './invariantes.ts'
import { levarWebhooks, type Processo, saidaVazia, test } from './processo.ts'
import type { World } from './world.ts'

const total = async (world: World, tabela: 'cliente' | 'conta') =>
  (
    await world.db
      .selectFrom(tabela)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('killed without a word', () => {
  test('in the middle of sending, it loses nothing and sends nothing twice', async ({ world, palco, iniciar }) => {
    const quantas = 200
    await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
    await executar(world.servicos, {})
    Object.assign(palco.emulador.cenario.caos, { lentidao: 1, lentidaoMs: 100 }) // so that some are in transit
    const morto = await iniciar({ WHATSAPP_MAX_MPS: '200' })
    await esperarAte('sixty were sent', () => {
      palco.agendador.avancar(20)
      return palco.emulador.envios().length >= 60
    })
    await morto.matar()
    palco.emulador.cenario.caos.lentidao = 0
    await palco.passar(1_000) // what had left is accepted, and no process is there to receive its statuses
    expect(palco.emulador.envios().length).toBeLessThan(quantas)

    const outro = await iniciar({ WHATSAPP_MAX_MPS: '400' })
    await saidaVazia(world)
    await levarWebhooks(world, palco, [outro])
    const aceitas = palco.emulador.envios().map(({ referencia }) => referencia)
    expect(new Set(aceitas).size).toBe(aceitas.length)
    const mensagens = await world.db.selectFrom('mensagem').select(['referencia', 'status', 'envio']).execute()
    expect(mensagens).toHaveLength(quantas)
    // Accepted messages are known to be, each once; those interrupted in transit wait for proof and are not sent again.
    for (const { referencia, status, envio } of mensagens) {
      const esperado = aceitas.includes(referencia) ? ['entregue', 'aceita'] : ['pendente', 'desconhecida']
      expect([status, envio]).toEqual(esperado)
    }
    expect(await violada(world.db)).toBeNull()
  })

  test('in the middle of importing, the same file again ends as if nothing had happened', async ({
    world,
    iniciar,
  }) => {
    const linhas = 8_000
    const ana = await world.criarOperador()
    const arquivo = new Blob([planilha(linhas)])
    const importar = async (programa: Processo) => {
      const formulario = new FormData()
      formulario.set('csv_file', arquivo, 'clientes.csv')
      return programa.chamar(ana, 'POST', '/api/operador/clientes/importar-csv', formulario)
    }
    const morto = await iniciar()
    const cortada = importar(morto).catch(() => null)
    await esperarAte('some rows are written', async () => (await total(world, 'cliente')) > 0, 5)
    await morto.matar()
    expect(await cortada).toBeNull()
    const gravados = await total(world, 'cliente')
    expect(gravados).toBeLessThan(linhas)
    expect(await violada(world.db)).toBeNull()

    const outro = await iniciar()
    await esperarAte('the interrupted import is ended', async () => {
      const { situacao } = await world.db.selectFrom('importacao').select('situacao').executeTakeFirstOrThrow()
      return situacao === 'falhou'
    })
    expect(await (await importar(outro)).json()).toMatchObject({ importados: linhas - gravados, erros: [] })
    expect([await total(world, 'cliente'), await total(world, 'conta')]).toEqual([linhas, linhas])
    expect(await (await importar(outro)).json()).toMatchObject({ importados: 0, atualizados: 0, contas_criadas: 0 })
    expect(await violada(world.db)).toBeNull()
  })
})

/** This many customers, each with an account. */
const planilha = (linhas: number): string =>
  [
    'nome;documento;telefone;conta_numero;valor;vencimento',
    ...Array.from({ length: linhas }, (_, i) => {
      const telefone = `1198${String(i).padStart(7, '0')}`
      return `Cliente ${i};${cpf(100_000_000 + i)};${telefone};T-${i};${10 + (i % 90)},50;10/12/2026`
    }),
    '',
  ].join('\n')
