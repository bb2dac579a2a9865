import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { escrever } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { esquecerEventos, eventosDepois, numerarEventos } from './eventos.actions.ts'

async function leitor(world: World) {
  const admin = await world.criarAdmin()
  const { token } = (
    await world.chamar(admin, 'POST', '/api/admin/tokens', { nome: 'ERP', escopos: ['eventos:ler'] })
  ).json()
  const ler = async (depois?: string) =>
    world.app.inject({
      url: `/api/integracao/eventos${depois === undefined ? '' : `?depois=${depois}`}`,
      headers: { authorization: `Bearer ${token}` },
    })
  return { admin, ler }
}

/** The fields of each event, as `docs/integracao.md` tells programs. */
const CAMPOS_ESCRITOS = Object.fromEntries(
  [
    ...readFileSync(join(import.meta.dirname, '../../../docs/integracao.md'), 'utf8').matchAll(
      /^\| `(\w+\.\w+)` .*\|([^|]+)\|$/gm,
    ),
  ].map(([, tipo, campos]) => [tipo, [...campos!.matchAll(/`(\w+)`/g)].map(([, campo]) => campo).sort()]),
)

describe('what changed, for programs', () => {
  test('is told of every kind, in its order, in ids and statuses', async ({ world }) => {
    const { ler } = await leitor(world)
    const dono = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ nome: 'Segredo', telefone: '+5511988880001' }, [{}, {}, {}])
    const operador = (metodo: 'POST' | 'PATCH' | 'DELETE', url: string, corpo: object) =>
      world.chamar(dono, metodo, `/api/operador${url}`, corpo)
    await escrever(world, { de: '5511988880001' })
    await operador('POST', `/clientes/${id}/assumir`, {})
    await operador('POST', `/clientes/${id}/promessas`, { contas: [contas[0]], ate: '2026-11-27' })
    await operador('POST', `/clientes/${id}/contestacoes`, { contas: [contas[1]], motivo: 'ja_paguei' })
    const pago = await operador('POST', `/contas-receber/${contas[0]}/pagamentos`, {
      valor: 100,
      pago_em: world.hoje(),
      forma: 'pix',
    })
    await operador('DELETE', `/contas-receber/${contas[0]}/pagamentos/${pago.json().id}`, { motivo: 'Engano' })
    await operador('POST', `/clientes/${id}/negociacoes`, {
      contas: [contas[2]],
      parcelas: 1,
      primeiro_vencimento: '2026-12-10',
    })
    const { data, cursor } = (await ler()).json()
    const contados = data.map(({ tipo, dados }: { tipo: string; dados: { status?: string } }) => [tipo, dados.status])
    const semClientes = contados.filter(([tipo]: [string]) => tipo !== 'cliente.mudou')
    expect(semClientes).toEqual([
      ['mensagem.recebida', undefined],
      ['promessa.mudou', 'pendente'],
      ['contestacao.mudou', 'aberta'],
      ['conta.paga', 'paga'],
      ['promessa.mudou', 'cumprida'],
      ['conta.estornada', undefined],
      ['promessa.mudou', 'pendente'],
      ['acordo.mudou', 'ativa'],
    ])
    expect(contados[0]).toEqual(['cliente.mudou', 'ativo'])
    expect(contados.at(-1)).toEqual(['cliente.mudou', 'negociado'])
    expect(data.every(({ cliente_id }: { cliente_id: number }) => cliente_id === id)).toBe(true)
    expect(JSON.stringify(data)).not.toContain('Segredo')
    const campos = data.map(({ tipo, dados }: { tipo: string; dados: object }) => [tipo, Object.keys(dados).sort()])
    expect(Object.fromEntries(campos)).toEqual(CAMPOS_ESCRITOS)
    expect((await ler(cursor)).json()).toEqual({ data: [], cursor })
  })

  test('is told once of what comes by a way of its own: a message found to be a customer’s, a town, an opt-out', async ({
    world,
  }) => {
    const { ler } = await leitor(world)
    const dono = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001', operador_id: dono.id })
    const desde = async (cursor?: string) => {
      const { data, cursor: seguinte } = (await ler(cursor)).json()
      return { seguinte, ditos: data.map(({ tipo, dados }: { tipo: string; dados: object }) => [tipo, dados]) }
    }
    const mudou = ['cliente.mudou', expect.objectContaining({ cliente_id: id })]
    const antes = await desde()
    await escrever(world, { bsuid: 'BR.9', texto: 'Sou eu' })
    expect((await desde(antes.seguinte)).ditos).toEqual([]) // nobody's yet
    await escrever(world, { de: '5511988880001', bsuid: 'BR.9' })
    const [adotada, chegada] = await world.db.selectFrom('mensagem').select('id').orderBy('id').execute()
    const escritas = await desde(antes.seguinte)
    const ids = escritas.ditos.flatMap(([tipo, dados]: [string, { mensagem_id: number }]) =>
      tipo === 'mensagem.recebida' ? [dados.mensagem_id] : [],
    )
    expect(ids.toSorted()).toEqual([adotada!.id, chegada!.id])

    const mudar = (corpo: object) => world.chamar(dono, 'PATCH', `/api/operador/clientes/${id}`, corpo)
    expect((await mudar({ uf: 'PR', municipio: 'Curitiba' })).statusCode).toBe(200)
    const mudado = await desde(escritas.seguinte)
    expect(mudado.ditos).toEqual([mudou])

    await escrever(world, { de: '5511988880001', texto: 'PARAR' })
    const recusado = await desde(mudado.seguinte)
    expect(recusado.ditos.toSorted()).toEqual([mudou, ['mensagem.recebida', expect.anything()]])
    await escrever(world, { de: '5511988880001', texto: 'PARAR' }) // said already
    expect((await desde(recusado.seguinte)).ditos).toEqual([['mensagem.recebida', expect.anything()]])
  })

  test('is dated by when it changed, also what goes on instead of ending', async ({ world }) => {
    const { ler } = await leitor(world)
    const dono = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}, {}])
    const operador = async (metodo: 'POST' | 'PATCH' | 'DELETE', url: string, corpo: object) =>
      (await world.chamar(dono, metodo, `/api/operador${url}`, corpo)).json()
    const pagar = (conta: number, valor: number): Promise<{ id: number }> =>
      operador('POST', `/contas-receber/${conta}/pagamentos`, { valor, pago_em: world.hoje(), forma: 'pix' })
    await operador('POST', `/clientes/${id}/assumir`, {})
    await operador('POST', `/clientes/${id}/promessas`, { contas: [contas[0]], ate: '2026-11-27' })
    const contestacao = await operador('POST', `/clientes/${id}/contestacoes`, { contas: [contas[1]], motivo: 'nota' })
    const pedido = { contas: [contas[2]], parcelas: 1, primeiro_vencimento: '2026-12-10' }
    const acordo = await operador('POST', `/clientes/${id}/negociacoes`, pedido)
    const parcela: number = acordo.parcelas[0].conta_id
    const [doPrometido, doAcordo] = [await pagar(contas[0]!, 100), await pagar(parcela, 100)]
    const { cursor } = (await ler()).json()
    world.relogio.passar({ horas: 6 })
    const agora = world.relogio.agora().getTime()
    await operador('DELETE', `/contas-receber/${contas[0]}/pagamentos/${doPrometido.id}`, { motivo: 'Engano' })
    await operador('PATCH', `/clientes/${id}/contestacoes/${contestacao.id}`, { status: 'em_analise' })
    await operador('DELETE', `/contas-receber/${parcela}/pagamentos/${doAcordo.id}`, { motivo: 'Engano' })
    const { data } = (await ler(cursor)).json()
    const tipos = data.map(({ tipo }: { tipo: string }) => tipo)
    for (const tipo of ['promessa.mudou', 'contestacao.mudou', 'acordo.mudou']) expect(tipos).toContain(tipo)
    for (const { created_at } of data) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(agora)
  })

  test('waits for a transaction that is still open, and is not missed once it ends', async ({ world }) => {
    const { ler } = await leitor(world)
    const um = await world.criarCliente({}, [])
    const outro = await world.criarCliente({}, [])
    const { cursor } = (await ler()).json()
    const mudar = (trx: World['db'], id: number) =>
      trx
        .updateTable('cliente')
        .set({ nome: `Novo ${id}` })
        .where('id', '=', id)
        .execute()
    let soltar = () => {}
    const preso = new Promise<void>((pronto) => {
      soltar = pronto
    })
    let comecou = () => {}
    const mudado = new Promise<void>((pronto) => {
      comecou = pronto
    })
    const aberta = emTransacao(world.db, async (trx) => {
      await mudar(trx, um.id)
      comecou()
      await preso
    })
    await mudado
    await mudar(world.db, outro.id)
    const antes = (await ler(cursor)).json()
    expect(antes.data.map(({ cliente_id }: { cliente_id: number }) => cliente_id)).toEqual([outro.id])
    soltar()
    await aberta
    const depois = (await ler(antes.cursor)).json()
    expect(depois.data.map(({ cliente_id }: { cliente_id: number }) => cliente_id)).toEqual([um.id])
  })

  test('is read whole and once by whoever reads on, whatever is written and numbered meanwhile', async ({ world }) => {
    await leitor(world)
    const ids = []
    for (let i = 0; i < 8; i++) ids.push((await world.criarCliente({}, [])).id)
    const escritores = ids.map(async (id) => {
      for (let vez = 0; vez < 30; vez++)
        await world.db
          .updateTable('cliente')
          .set({ nome: `${id} ${vez}` })
          .where('id', '=', id)
          .execute()
    })
    const lidos: number[] = []
    let cursor = '0'
    const tudo = async () => {
      for (;;) {
        const pagina = await eventosDepois(world.db, cursor, world.relogio.agora())
        lidos.push(...pagina.data.map(({ id }) => id))
        if (pagina.cursor === cursor) return
        cursor = pagina.cursor
      }
    }
    const fim = Promise.all(escritores)
    let escrevendo = true
    void fim.then(() => {
      escrevendo = false
    })
    while (escrevendo) {
      await tudo()
      await Promise.all([
        numerarEventos(world.db, world.relogio.agora()),
        numerarEventos(world.db, world.relogio.agora()),
      ])
    }
    await fim
    await tudo()
    const { rows } = await sql<{
      id: number
      ordem: number
    }>`select id, ordem from evento_de_integracao order by ordem`.execute(world.db)
    expect(rows.map(({ ordem }) => ordem)).toEqual(rows.map((_, i) => i + 1))
    expect(rows).toHaveLength(8 * 31)
    expect(lidos).toEqual(rows.map(({ id }) => id))
  })

  test('is kept for thirty days; who comes later is told to begin anew', async ({ world }) => {
    const { ler } = await leitor(world)
    await world.criarCliente({}, [])
    const { cursor } = (await ler()).json()
    await world.criarCliente({}, [])
    expect((await ler(cursor)).json().data).toHaveLength(1)
    world.relogio.passar({ dias: 31 })
    await world.criarCliente({}, [])
    await numerarEventos(world.db, world.relogio.agora())
    await esquecerEventos(world.db, world.relogio.agora())
    expect((await ler(cursor)).statusCode).toBe(410)
    const novos = (await ler()).json()
    expect(novos.data).toHaveLength(1)
    expect((await ler(novos.cursor)).statusCode).toBe(200)
    world.relogio.passar({ dias: 31 })
    await esquecerEventos(world.db, world.relogio.agora())
    expect((await ler(cursor)).statusCode).toBe(410)
    expect((await ler(novos.cursor)).json()).toEqual({ data: [], cursor: novos.cursor })
    expect((await ler('999')).statusCode).toBe(410)
    expect((await ler('amanhã')).statusCode).toBe(422)
  })

  test('is not written while nobody reads', async ({ world }) => {
    const cliente = await world.criarCliente()
    await world.db.updateTable('cliente').set({ nome: 'Outro' }).where('id', '=', cliente.id).execute()
    expect(await world.db.selectFrom('evento_de_integracao').select('id').execute()).toEqual([])
  })
})
