import { describe, expect } from 'vitest'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { conta, ler, mensagem, pagar, resposta } from '#test/figuras.ts'
import { registrar } from '#test/julgamento.ts'
import { umPix } from '#test/movimento.ts'
import { type Pessoa, test } from '#test/world.ts'

describe('GET /api/admin/dashboard/operadores', () => {
  test('counts for each operator what they hold, contacted and received, and how fast they answered', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador({ name: 'Ana' })
    const bia = await world.criarOperador({ name: 'Bia', status: 'Bloqueado' })
    const deAna = await world.criarCliente({ operador_id: ana.id })
    const outro = await world.criarCliente({ operador_id: ana.id }, [])
    const livre = await world.criarCliente()
    await mensagem(world, deAna.id, { aceita_em: '2026-11-03T12:00:00Z' })
    await mensagem(world, livre.id, { aceita_em: '2026-11-03T12:00:00Z' })
    // The owner on the day of payment, whoever holds the customer now.
    await pagar(world, livre.id, livre.contas[0]!, 25_50, '2026-11-04', { operador_id: ana.id })
    await pagar(world, livre.id, livre.contas[0]!, 10_00, '2026-10-04', { operador_id: ana.id })
    const engano = { estornado_em: world.relogio.agora(), motivo_estorno: 'Engano' }
    await pagar(world, livre.id, livre.contas[0]!, 5_00, '2026-11-04', { operador_id: ana.id, ...engano })

    const dePessoa = { finalidade: 'atendimento', tipo: 'texto', autor_id: ana.id } as const
    await resposta(world, deAna.id, '2026-11-10T12:00:00Z')
    await resposta(world, deAna.id, '2026-11-10T12:05:00Z')
    await mensagem(world, deAna.id, {
      ...dePessoa,
      autor_id: null,
      automatica: true,
      created_at: '2026-11-10T12:05:01Z',
    })
    await mensagem(world, deAna.id, {
      ...dePessoa,
      status: 'falha',
      envio: 'encerrada',
      created_at: '2026-11-10T12:06:00Z',
    })
    await mensagem(world, deAna.id, { ...dePessoa, created_at: '2026-11-10T12:10:00Z' }) // 600 s after the first
    await mensagem(world, deAna.id, { ...dePessoa, created_at: '2026-11-10T12:11:00Z' }) // answers nothing new
    await resposta(world, outro.id, '2026-10-31T12:00:00Z')
    await mensagem(world, outro.id, { ...dePessoa, created_at: '2026-11-01T12:01:40Z' }) // answered this month: 86,500 s

    expect(await ler(world, admin, '/api/admin/dashboard/operadores')).toEqual([
      {
        id: ana.id,
        name: 'Ana',
        email: ana.email,
        status: 'Ativo',
        created_at: world.relogio.agora().toISOString(),
        contatos_mes: 1,
        clientes_vinculados: 2,
        valor_recebido_mes: 25.5,
        tempo_medio_resposta_s: 43_550,
      },
      expect.objectContaining({
        id: bia.id,
        status: 'Bloqueado',
        contatos_mes: 0,
        clientes_vinculados: 0,
        valor_recebido_mes: 0,
        tempo_medio_resposta_s: null,
      }),
    ])
    expect(await ler(world, admin, `/api/admin/operadores/${ana.id}`)).toMatchObject({ clientes_em_atendimento: 0 })
  })
})

test('money learned late counts for whoever had the customer on its day, not for who has them now', async ({
  world,
}) => {
  world.relogio.mover('2026-11-18T13:00:00Z')
  const ana = await world.criarOperador({ name: 'Ana' })
  const bia = await world.criarOperador({ name: 'Bia' })
  const admin = await world.criarAdmin()
  const { id, contas } = await world.criarCliente({}, [conta(100_00, '2026-12-10'), conta(30_00, '2026-12-10')])
  const fazer = async (quem: Pessoa, url: string, corpo: object = {}) => {
    const token = await criarSessao(world.db, quem.id, world.relogio.agora(), null) // days pass
    const { statusCode, body } = await world.chamar({ ...quem, token }, 'POST', url, corpo)
    expect(statusCode, body).toBeLessThan(300)
  }
  const pagarEm = (pago_em: string, valor: number) =>
    fazer(bia, `/api/operador/contas-receber/${contas[0]}/pagamentos`, { valor, pago_em, forma: 'dinheiro' })
  world.relogio.mover('2026-11-19T12:00:00Z')
  await fazer(ana, `/api/operador/clientes/${id}/assumir`)
  // At 21:30 in São Paulo it is the 23rd in UTC, and still the 22nd of the company.
  world.relogio.mover('2026-11-23T00:30:00Z')
  await fazer(admin, `/api/admin/clientes/${id}/transferir`, { operador_id: bia.id })

  world.relogio.mover('2026-11-24T13:00:00Z')
  await pagarEm('2026-11-18', 1) // nobody's
  await pagarEm('2026-11-19', 2)
  await pagarEm('2026-11-21', 4)
  await pagarEm('2026-11-22', 8) // Bia's when it ended
  await pagarEm('2026-11-24', 16)
  const [pix] = await registrar(world, umPix(world, { dia: '2026-11-20', valorCentavos: 30_00 }))
  const aplicar = `/api/admin/conciliacao/movimentos/${pix}/aplicar`
  await fazer(admin, aplicar, { contas: [{ id: contas[1], valor: 30 }] })

  admin.token = await criarSessao(world.db, admin.id, world.relogio.agora(), null)
  expect(await ler(world, admin, '/api/admin/dashboard/operadores')).toMatchObject([
    { name: 'Ana', valor_recebido_mes: 2 + 4 + 30 },
    { name: 'Bia', valor_recebido_mes: 8 + 16 },
  ])
  const { valores_cobrados, detalhe } = await ler(world, admin, '/api/admin/dashboard')
  expect([valores_cobrados, detalhe.recebido_de_ninguem]).toEqual([61, 1])
})
