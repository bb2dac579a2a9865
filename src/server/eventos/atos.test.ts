import { expect } from 'vitest'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { comPolitica } from '#test/aceite.ts'
import { ouvirAtos } from '#test/ouvir.ts'
import { type Pessoa, test } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026.
const CONTA = { valor_centavos: 100_000, vencimento: '2026-11-14', vencimento_util: '2026-11-14' }
const ALEM = { desconto: 900, parcelas: 3, primeiro_vencimento: '2026-12-10' }

test('an act that moves no status is told to the screens of whoever has the customer, and of who asked for it', async ({
  world,
  onTestFinished,
}) => {
  const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
  await comPolitica(world, admin)
  const { id, contas } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' }, [CONTA, CONTA])
  const ouvir = await ouvirAtos(world, onTestFinished)
  /** What the act answered, which names what it made, and what was told of it. */
  const agir = async (quem: Pessoa, metodo: 'POST' | 'PATCH', url: string, corpo?: object) => {
    let feito = { id: 0 }
    const ditos = await ouvir(async () => {
      const resposta = await world.chamar(quem, metodo, url, corpo)
      expect(resposta.statusCode, resposta.body).toBeLessThan(300)
      feito = resposta.json()
    })
    return { ditos, feito: feito.id }
  }
  const base = `/api/operador/clientes/${id}`
  const daAna = { tipo: 'cliente', cliente_id: id, operador_id: ana.id }
  const semEstado = async (metodo: 'POST' | 'PATCH', url: string, corpo: object) => {
    const { ditos, feito } = await agir(ana, metodo, `${base}${url}`, corpo)
    expect([url, ditos]).toEqual([url, [daAna]])
    return feito
  }
  const prometer = () => semEstado('POST', '/promessas', { contas: [contas[0]], ate: '2026-11-27' })
  await semEstado('PATCH', `/promessas/${await prometer()}/cancelar`, { motivo: 'Não vem mais' })
  const disputa = await semEstado('POST', '/contestacoes', { contas: [contas[1]], motivo: 'valor' })
  await semEstado('PATCH', `/contestacoes/${disputa}`, { status: 'em_analise' })
  await semEstado('PATCH', `/contestacoes/${disputa}`, { status: 'desistencia', resposta: 'Desistiu' })
  await semEstado('POST', '/confirmar-pessoa', { motivo: 'Por telefone' })

  // What waits for approval is told to its author too, whose customer it may be no more, and to those who decide.
  const pedir = () => agir(ana, 'POST', `${base}/negociacoes`, { ...ALEM, contas: [contas[1]] })
  const acordo = (operador_id: number) => [
    { ...daAna, operador_id, operador_anterior_id: ana.id },
    { tipo: 'badges', cliente_id: null, operador_id: null },
  ]
  const { ditos, feito } = await pedir()
  expect(ditos).toEqual(acordo(ana.id))
  const transferir = (operador_id: number) =>
    agir(admin, 'POST', `/api/admin/clientes/${id}/transferir`, { operador_id })
  await transferir(bia.id)
  const decidir = (como: string, qual: number, corpo?: object) =>
    agir(admin, 'POST', `/api/admin/negociacoes/${qual}/${como}`, corpo)
  const recusado = { tipo: 'acordo', cliente_id: id, operador_id: ana.id, status: 'recusada' }
  expect((await decidir('recusar', feito, { motivo: 'Muito baixo' })).ditos).toEqual([...acordo(bia.id), recusado])
  await transferir(ana.id)
  const outro = await pedir()
  const aprovado = await decidir('aprovar', outro.feito)
  for (const dito of acordo(ana.id)) expect(aprovado.ditos).toContainEqual(dito)

  await agir(ana, 'PATCH', `${base}/negociacoes/${outro.feito}/cancelar`, { motivo: 'Desistiu' })
  await prometer()
  world.relogio.mover('2026-12-02T13:00:00.000Z')
  ana.token = await criarSessao(world.db, ana.id, world.relogio.agora(), null)
  expect(await ouvir(() => julgarVencidas(world.db, world.relogio.agora()))).toContainEqual(daAna)
})
