import { describe, expect } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { comBanco, preparar, rodarTrabalho, situacoes } from '#test/codigos.ts'
import { esperarAte } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { pagar } from '#test/pagamentos.ts'
import type { BancoEmulado } from '#test/psp.ts'
import { completarCodigos } from './completar.actions.ts'

describe('with a PSP', () => {
  test('one account not overdue is a charge with its due day; any other is one of today', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente }) => {
      const cobv = (await emitir([cliente.contas[1]!])).json()
      expect(cobv).toMatchObject({ tipo: 'pix_cobv', valor: 500, vale_ate: '2027-01-09' })
      expect(lerPix(cobv.copia_e_cola)).toMatchObject({ forma: 'dinamico', avisos: [] })
      const cob = (await emitir()).json()
      expect(cob).toMatchObject({ tipo: 'pix_cob', valor: 602.17, vale_ate: '2026-11-24' })
      const feitos = banco.pedidos.filter((um) => um.startsWith('PUT'))
      expect(feitos).toEqual(['PUT /v2/cobv', 'PUT /v2/cob'].map((um, i) => `${um}/${[cobv, cob][i].txid}`))
      expect(await situacoes(world)).toEqual(['substituido', 'emitido'])
    })
  })

  test('one of an agreement is called by it at the payer’s bank too', async ({ world }) => {
    await comBanco(world, async (_banco, { cliente, operador }) => {
      const pedido = { contas: cliente.contas, parcelas: 2, primeiro_vencimento: '2026-12-04' }
      const feito = await world.chamar(operador, 'POST', `/api/operador/clientes/${cliente.id}/negociacoes`, pedido)
      const { id, parcelas } = feito.json()
      const [codigo] = await preparar(world, cliente.id, [parcelas[0].conta_id])
      expect(codigo!.descricao).toBe(`Acordo ${id}, 1/2`)
    })
  })

  test('one disputed has no charge to which the PSP would add what its dispute stopped', async ({ world }) => {
    await comBanco(world, async (_banco, { emitir, cliente, operador }) => {
      const contas = [cliente.contas[1]!]
      const disputa = { contas, motivo: 'entrega' }
      await world.chamar(operador, 'POST', `/api/operador/clientes/${cliente.id}/contestacoes`, disputa)
      expect((await emitir(contas)).json()).toMatchObject({ tipo: 'pix_cob', valor: 500, vale_ate: '2026-11-24' })
    })
  })

  test('what ends here ends there too, and once', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const cobv = (await emitir([cliente.contas[1]!])).json()
      const viva = (await emitir()).json()
      banco.psp.falhas.provocar({ como: 'status', http: 503 })
      await rodarTrabalho(world)
      world.relogio.passar({ segundos: 6 })
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(cobv.txid)).toThrow(/REMOVIDA/)
      const antes = banco.pedidos.length
      world.relogio.passar({ horas: 2 })
      await rodarTrabalho(world)
      expect(banco.pedidos.length).toBe(antes)
      const api = (await world.servicos.pix.api())!
      expect(await api.consultar('cob', viva.txid)).toMatchObject({ valor: { status: 'ATIVA' } })
      await pagar(world, operador, cliente.contas[0]!, 1)
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(viva.txid)).toThrow(/REMOVIDA/)
    })
  })

  test('what ends here while the PSP’s name leads to no public address ends there once it does again', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const { txid } = (await emitir()).json()
      await pagar(world, operador, cliente.contas[0]!, 1)
      const nomeados = world.nomeados.splice(0)
      banco.app.server.closeAllConnections()
      await rodarTrabalho(world)
      world.nomeados.push(...nomeados)
      world.relogio.passar({ segundos: 6 })
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(txid)).toThrow(/REMOVIDA/)
    })
  })

  test('that does not answer, the code is static; what it made late is taken back; asked again it is the same', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, listar }) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora())
      banco.psp.falhas.provocar({ como: 'sem_resposta' })
      const feito = await emitir()
      expect([feito.statusCode, feito.json().tipo]).toEqual([201, 'pix_estatico'])
      expect(await situacoes(world)).toEqual(['cancelado', 'emitido'])
      expect((await emitir()).json().id).toBe(feito.json().id)
      expect(await listar()).toHaveLength(1)
      const { txid } = await world.db.selectFrom('codigo').select('txid').orderBy('id').executeTakeFirstOrThrow()
      await rodarTrabalho(world)
      expect(() => banco.psp.pagar(txid)).toThrow(/REMOVIDA/)
    })
  })

  test('that is still being asked has a minute before the charge is given up', async ({ world }) => {
    await comBanco(world, async (_banco, { cliente }) => {
      await preparar(world, cliente.id, cliente.contas)
      world.relogio.passar({ segundos: 59 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['emitido'])
      world.relogio.passar({ segundos: 2 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['cancelado'])
    })
  })

  const CODIGO = /"pixCopiaECola":"[^"]+"/
  test.for([
    ['another amount', (dito: string) => dito.replace(/"original":"[\d.]+"/, '"original":"9999.99"')],
    ['the charge of somebody else', (dito: string) => dito.replace(/"txid":"\w+"/, `"txid":"${'Z'.repeat(32)}"`)],
    ['a text that is no code', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":"<b>indisponível</b>"')],
    ['a code with an error in it', (dito: string) => dito.replace('br.gov.bcb.pix', 'br.gov.bcb.pox')],
    ['an empty code', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":""')],
    ['what no database takes', (dito: string) => dito.replace(CODIGO, '"pixCopiaECola":"a\\u0000\\ud800"')],
    ['five million letters', (dito: string) => dito.replace(CODIGO, `"pixCopiaECola":"${'x'.repeat(5e6)}"`)],
    ['a page', () => '<html>em manutenção</html>'],
    ['half an answer', (dito: string) => dito.slice(0, 40)],
  ] as const)('that answers with %s, the code is static and asks what is owed', async ([, mudar], { world }) => {
    const mudado = ({ app }: BancoEmulado) =>
      app.addHook('onSend', async ({ method }, resposta, corpo) => {
        if (method !== 'PUT') return corpo
        resposta.removeHeader('content-length')
        return mudar(String(corpo))
      })
    await comBanco(
      world,
      async (_banco, { emitir }) => {
        const feito = (await emitir()).json()
        expect(feito).toMatchObject({ tipo: 'pix_estatico', valor: 602.17 })
        expect(lerPix(feito.copia_e_cola)).toMatchObject({ forma: 'estatico', valorCentavos: 60_217 })
      },
      mudado,
    )
  })

  describe.for([
    ['answers', ({ agendador }: BancoEmulado) => agendador.avancar(1_000)],
    ['does not answer', ({ app }: BancoEmulado) => app.server.closeAllConnections()],
  ] as const)('that %s after the account changed', ([, acabar]) => {
    test('makes no code of what it owed before', async ({ world }) => {
      await comBanco(world, async (banco, { emitir, cliente, operador }) => {
        await (await world.servicos.pix.api())!.provar(world.relogio.agora())
        banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
        const pedido = emitir()
        await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('PUT')))
        await pagar(world, operador, cliente.contas[0]!, 1)
        acabar(banco)
        expect((await pedido).json()).toMatchObject({ codigo: 'conta_mudou' })
        expect(await situacoes(world)).toEqual(['cancelado'])
      })
    })

    test('gives a message none', async ({ world }) => {
      await comBanco(world, async (banco, { cliente, operador }) => {
        await (await world.servicos.pix.api())!.provar(world.relogio.agora())
        const preparados = await preparar(world, cliente.id, cliente.contas)
        banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
        const pedido = completarCodigos(world.servicos, preparados)
        await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('PUT')))
        await pagar(world, operador, cliente.contas[0]!, 1)
        acabar(banco)
        expect(await pedido).toEqual([null])
      })
    })
  })

  test('that fails again and again is left alone for a while', async ({ world }) => {
    await comBanco(world, async (banco, { emitir, cliente }) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora())
      banco.psp.falhas.provocar({ como: 'status', http: 503 }, 3)
      for (const contas of [[0], [1], [0, 1]]) await emitir(contas.map((i) => cliente.contas[i]!))
      const antes = banco.pedidos.length
      expect((await emitir([cliente.contas[0]!])).json().tipo).toBe('pix_estatico')
      expect(banco.pedidos.length).toBe(antes)
    })
  })

  test('a crash between the PSP’s answer and our record leaves one live code, which the next request gets', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, listar }) => {
      const [perdido] = await preparar(world, cliente.id, cliente.contas)
      const api = (await world.servicos.pix.api())!
      await api.criarCob({ ...perdido!, descricao: 'Conta', expiraEmSegundos: 60 })
      expect(await listar()).toEqual([])
      const feito = (await emitir()).json()
      expect(feito).toMatchObject({ id: perdido!.id, txid: perdido!.txid, tipo: 'pix_cob', situacao: 'emitido' })
      expect(banco.pedidos.filter((um) => um.startsWith('PUT'))).toHaveLength(2)
      expect(new Set(banco.pedidos.filter((um) => um.startsWith('PUT'))).size).toBe(1)
    })
  })

  test('an abandoned code is withdrawn after a minute', async ({ world }) => {
    await comBanco(world, async (banco, { cliente }) => {
      const [perdido] = await preparar(world, cliente.id, cliente.contas)
      await (await world.servicos.pix.api())!.criarCob({ ...perdido!, descricao: 'Conta', expiraEmSegundos: 600 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['emitido'])
      world.relogio.passar({ minutos: 2 })
      await rodarTrabalho(world)
      expect(await situacoes(world)).toEqual(['cancelado'])
      expect(() => banco.psp.pagar(perdido!.txid)).toThrow(/REMOVIDA/)
    })
  })
})
