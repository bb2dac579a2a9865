import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { esperarAte } from '#test/espera.ts'
import { BancoEmulado, CHAVE_PIX, comBanco, PIX } from '#test/psp.ts'
import { movimentos, pago } from '#test/recebimento.ts'
import { test } from '#test/world.ts'
import { enderecarWebhook } from './enderecar.actions.ts'
import { trabalhosDoRecebimento } from './recebimento.jobs.ts'
import { lerLinha } from './recebimento.queries.ts'

test('the PSP gets our address, and reports payments by itself', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const servicos = { ...world.servicos, origem: await world.app.listen({ host: '127.0.0.1', port: 0 }) }
    await world.db.updateTable('recebimento').set({ psp_emulado: true }).execute()
    const parar = iniciarTrabalhos(trabalhosDoRecebimento(servicos), servicos.escuta, servicos.log)
    const registrado = () => {
      try {
        return banco.psp.avisos.obter(CHAVE_PIX).webhookUrl.startsWith(servicos.origem)
      } catch {
        return false
      }
    }
    await esperarAte('the PSP has our address', async () => registrado())
    const txid = randomUUID().replaceAll('-', '').slice(0, 25)
    pago(banco, 4_200, txid)
    await esperarAte('what was paid is known', async () => (await movimentos(world)).length === 1)
    await parar()
  })
})

test('no PSP is asked to call over http, but the emulator beside us', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const erroEm = async (origem: string) => {
      world.relogio.passar({ dias: 1 })
      await enderecarWebhook({ ...world.servicos, origem })
      return (await lerLinha(world.db)).psp_webhook_erro
    }
    expect(await erroEm('http://empresa.example')).toContain('https://')
    expect(await erroEm(banco.base)).toBeNull()
    expect(banco.psp.avisos.obter(CHAVE_PIX).webhookUrl).toContain(banco.base)
  })
})

test('the PSP is told our address again at each start, and when the key or the PSP changes', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const enderecar = async (agoraMesmo?: boolean) => {
      banco.pedidos.length = 0
      await enderecarWebhook({ ...world.servicos, origem: banco.base }, agoraMesmo)
      return banco.pedidos.filter((um) => um.includes('/v2/webhook/'))
    }
    const gravar = async (corpo: object) => {
      const quem = await world.criarAdmin() // by the clock of now
      expect((await world.chamar(quem, 'PUT', '/api/admin/configuracoes/recebimento', corpo)).statusCode).toBe(200)
    }
    expect(await enderecar()).not.toEqual([])
    expect(await enderecar()).toEqual([])
    expect(await enderecar(true)).not.toEqual([])
    // Told by a clock that has been put back since.
    world.relogio.passar({ dias: -30 })
    expect(await enderecar()).not.toEqual([])
    expect(await enderecar()).toEqual([])
    await gravar({ perdao_maximo: 7 })
    expect(await enderecar()).toEqual([])
    for (const corpo of [{ psp: banco.acesso }, { pix: { ...PIX, chave: 'financeiro@exemplo.com.br' } }]) {
      await gravar(corpo)
      expect(await enderecar()).not.toEqual([])
    }
  })
})

test('a PSP set while the one before was told our address is told it too', async ({ world }) => {
  await comBanco(world, async (_, admin) => {
    await world.db.updateTable('recebimento').set({ psp_emulado: true }).execute()
    const outro = await new BancoEmulado(world).abrir()
    const { pix } = world.servicos
    const trocada = {
      ...pix,
      async api() {
        const api = (await pix.api())!
        const registrarWebhook = async (url: string) => {
          const feito = await api.registrarWebhook(url)
          await outro.ligar(admin)
          return feito
        }
        return { ...api, registrarWebhook }
      },
    }
    const servicos = { ...world.servicos, origem: outro.base }
    await enderecarWebhook({ ...servicos, pix: trocada })
    await enderecarWebhook(servicos)
    expect(outro.psp.avisos.obter(CHAVE_PIX).webhookUrl).toContain(outro.base)
    await outro.fechar()
  })
})
