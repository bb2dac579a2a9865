import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { eventosDepois } from '#server/integracao/eventos.actions.ts'
import { daMeta } from '#server/whatsapp/inbox.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { enquantoEspera } from '#test/espera.ts'
import { violada } from '#test/invariantes.ts'
import { linha } from '#test/linha.ts'
import { dizerStatus } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { despachante } from './despachante.jobs.ts'
import { conferirPosicao, conferirRestauracao } from './posicao.actions.ts'
import { registrarAceitas } from './resultados.actions.ts'
import { anotarSemRegistro } from './retencao.actions.ts'

const RETENCAO = '/api/admin/whatsapp/retencao'
const ver = async (world: World) => (await world.chamar(await world.criarAdmin(), 'GET', RETENCAO)).json()
const decidir = async (world: World, decisao: string) =>
  world.chamar(await world.criarAdmin(), 'POST', `${RETENCAO}/liberar`, { decisao })
const mensagens = (world: World) => world.db.selectFrom('mensagem').selectAll().orderBy('id').execute()

/** The outbox and whom it knows, as they are in a dump; gives how to restore it. */
async function copiar(world: World): Promise<() => Promise<void>> {
  const { db } = world
  for (const tabela of ['mensagem', 'contato', 'cliente', 'despacho', 'cobranca_passo'])
    await sql`create table ${sql.table(`copia_${tabela}`)} as select * from ${sql.table(tabela)}`.execute(db)
  return async () => {
    await sql`delete from cobranca_passo`.execute(db)
    await sql`delete from mensagem where id not in (select id from copia_mensagem)`.execute(db)
    await sql`update mensagem m set envio = c.envio, status = c.status, aceita_em = null, wamid = null, enviando_em = null,
      contou_chamada = c.contou_chamada from copia_mensagem c where c.id = m.id`.execute(db)
    await sql`update contato t set ultimo_modelo_dia = c.ultimo_modelo_dia, ultima_cobranca_dia = c.ultima_cobranca_dia,
      ultimo_contato_em = c.ultimo_contato_em from copia_contato c where c.id = t.id`.execute(db)
    await sql`update cliente t set numero_chamadas = c.numero_chamadas, ultimo_contato_em = c.ultimo_contato_em
      from copia_cliente c where c.id = t.id`.execute(db)
    await sql`insert into cobranca_passo select * from copia_cobranca_passo`.execute(db)
    await sql`update despacho d set posicao = c.posicao, marcou_em = c.marcou_em, linhagem = c.linhagem, retida_em = null,
      retida_porque = null from copia_despacho c`.execute(db)
  }
}

/** Everything Meta tells of what was sent. */
async function contar(world: World, palco: Palco) {
  await palco.passar(30_000)
  for (const { corpo, assinatura } of palco.chegadas.splice(0))
    await world.app.inject({
      method: 'POST',
      url: '/api/webhooks/whatsapp',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': assinatura },
      payload: corpo,
    })
  while (await processarEntrada(world.servicos, daMeta(world.servicos), new AbortController().signal)) {}
}

async function enviadaEPerdida(world: World, quantas: number) {
  await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
  await executar(world.servicos, {})
  const restaurar = await copiar(world)
  await conferirPosicao(world.servicos)
  await despachar(world)
  await conferirPosicao(world.servicos)
  await restaurar()
}

test('the last second that a failover lost is known before anything is claimed again, though no file says it yet', async ({
  world,
  palco,
}) => {
  await Promise.all(Array.from({ length: 3 }, () => world.criarCliente()))
  await executar(world.servicos, {})
  const restaurar = await copiar(world)
  const { executar: enviar } = despachante(world.servicos)
  await enviar(new AbortController().signal)
  await restaurar()
  await enviar(new AbortController().signal)
  expect(palco.emulador.envios()).toHaveLength(3)
  expect(await ver(world)).toMatchObject({ retida: true, porque: 'posicao', envios_perdidos: 3 })
})

test('what holds sending is said once, though every node looks again every five seconds', async ({
  world,
  palco: _,
}) => {
  await enviadaEPerdida(world, 1)
  const erro = vi.spyOn(world.servicos.log, 'error')
  await conferirPosicao(world.servicos)
  await conferirPosicao(world.servicos)
  expect(erro).toHaveBeenCalledOnce()
})

test('a node beside which another sends and stores in their folder how much takes that for no restore', async ({
  world,
  palco: _,
}) => {
  await world.criarCliente()
  await executar(world.servicos, {})
  const outroEnvia = depoisDeUma(async () => {
    await despachar(world)
    await conferirPosicao(world.servicos)
  })
  await conferirPosicao({ ...world.servicos, db: world.db.withPlugin(outroEnvia) })
  expect(await ver(world)).toMatchObject({ retida: false })
})

/** What happens between a statement's answer and whoever asked. */
function depoisDeUma(fazer: () => Promise<void>): KyselyPlugin {
  let feito = false
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!feito) {
        feito = true
        await fazer()
      }
      return result
    },
  }
}

describe('a database restored from before what left', () => {
  test('is known by what this node sent, holds everything, and is settled by what Meta tells', async ({
    world,
    palco,
  }) => {
    await enviadaEPerdida(world, 6)
    await conferirPosicao(world.servicos)
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(6)
    expect(await ver(world)).toMatchObject({
      retida: true,
      desde: world.relogio.agora().toISOString(),
      porque: 'posicao',
      envios_perdidos: 6,
      total: 6,
    })
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', `${RETENCAO}?busca=ninguem`)).json()).toMatchObject({ total: 0, data: [] })
    expect((await world.chamar(admin, 'GET', '/api/admin/configuracoes/whatsapp/status')).json()).toMatchObject({
      estado: 'erro',
      erro: { codigo: 'envio_retido' },
    })
    expect((await world.chamar(admin, 'GET', '/api/avisos')).json().envio_retido).not.toBeNull()

    await contar(world, palco) // all of it had arrived
    expect((await mensagens(world)).map(({ envio, status }) => [envio, status])).toEqual(
      Array(6).fill(['aceita', 'entregue']),
    )
    expect((await decidir(world, 'enviar')).json()).toEqual({ liberadas: 0, canceladas: 0 })
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(6)
    expect((await decidir(world, 'enviar')).json()).toMatchObject({ codigo: 'sem_retencao' })
    expect(await violada(world.db)).toBeNull()
  })

  test('is known by Meta alone when the folder was restored too; messages that are lost are told by phone', async ({
    world,
    palco,
  }) => {
    await enviadaEPerdida(world, 4)
    rmSync(join(world.pastaDados, 'posicao-do-envio.json'))
    await conferirPosicao(world.servicos)
    // Two of them were not even queued when the copy was made; and the day's run queues their customers again.
    const [um, dois] = await mensagens(world)
    const perdidas = [um!.id, dois!.id]
    await sql`delete from cobranca_passo where mensagem_id = any(${perdidas}::bigint[])`.execute(world.db)
    await sql`delete from execucao_item`.execute(world.db)
    await sql`delete from mensagem where id = any(${perdidas}::bigint[])`.execute(world.db)
    await executar(world.servicos, {})
    expect((await ver(world)).retida).toBe(false)
    await contar(world, palco)
    expect(await ver(world)).toMatchObject({
      retida: true,
      porque: 'status',
      total: 2,
      confirmadas: 2,
      sem_registro: 2,
      data: [{ meta: { status: 'delivered' } }, { meta: { status: 'delivered' } }],
    })
    expect((await decidir(world, 'enviar_menos_confirmadas')).json()).toEqual({ liberadas: 0, canceladas: 2 })
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(4)
    expect((await executar(world.servicos, {})).enfileiradas).toBe(0) // their step and their day are spent
    await contar(world, palco) // late news of the lost history hold nothing again
    expect((await ver(world)).retida).toBe(false)
    expect(await violada(world.db)).toBeNull()
  })

  test('lets it all go, or none of it, as an administrator says', async ({ world, palco }) => {
    await Promise.all(Array.from({ length: 3 }, () => world.criarCliente()))
    await executar(world.servicos, {})
    await conferirRestauracao(world.servicos, 'cópia de sexta-feira')
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    expect(await ver(world)).toMatchObject({ retida: true, porque: 'pedido', envios_perdidos: null, total: 3 })
    expect((await decidir(world, 'enviar')).json()).toEqual({ liberadas: 3, canceladas: 0 })
    await conferirRestauracao(world.servicos, 'cópia de sexta-feira') // has effect only once
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(3)

    await world.criarCliente()
    await executar(world.servicos, {})
    await conferirRestauracao(world.servicos, 'cópia de sábado')
    expect((await decidir(world, 'cancelar')).json()).toEqual({ liberadas: 0, canceladas: 1 })
    const liberou = world.db.selectFrom('log').select('descricao').where('acao', '=', 'whatsapp.liberar_envio')
    expect((await liberou.orderBy('id').execute()).at(-1)?.descricao).toMatch(
      /: 0 mensagens na fila podem sair, 1 não sai\.$/,
    )
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(3)
    expect((await mensagens(world)).at(-1)).toMatchObject({
      envio: 'desconhecida',
      status: 'pendente',
      liberada: false,
    })
    // After a move to another database it has effect again, once: what was left behind may be as old.
    await world.db.updateTable('configuracao').set({ mudada_em: world.relogio.agora() }).execute()
    await conferirRestauracao(world.servicos, 'cópia de sábado')
    expect((await decidir(world, 'enviar')).json()).toEqual({ liberadas: 0, canceladas: 0 })
    await conferirRestauracao(world.servicos, 'cópia de sábado')
    expect(await ver(world)).toMatchObject({ retida: false })
    const log = await world.db.selectFrom('log').select('acao').where('acao', 'like', '%_envio').orderBy('id').execute()
    expect(log.map(({ acao }) => acao.replace('whatsapp.', ''))).toEqual([
      'reter_envio',
      'liberar_envio',
      'reter_envio',
      'liberar_envio',
      'reter_envio',
      'liberar_envio',
    ])
    expect(await violada(world.db)).toBeNull()
  })
})

test.for([
  ['billed with', 'regua'],
  ['wrote', 'atendimento'],
] as const)(
  'what an administrator cancels while Meta tells that it arrived was sent: what the company %s',
  async ([, finalidade], { world, palco: _ }) => {
    await world.criarCliente()
    await executar(world.servicos, {})
    const { id } = (await mensagens(world))[0]!
    await world.db.updateTable('mensagem').set({ finalidade }).where('id', '=', id).execute()
    await conferirRestauracao(world.servicos, 'cópia de sexta-feira')
    const admin = await world.criarAdmin()
    const decidida = await enquantoEspera(world.db, {
      segurar: (trx) => registrarAceitas(trx, [{ id, wamid: 'wamid.chegou' }], world.relogio.agora()),
      pedir: () => world.chamar(admin, 'POST', `${RETENCAO}/liberar`, { decisao: 'cancelar' }),
    })
    expect(decidida.json()).toEqual({ liberadas: 0, canceladas: 0 })
    expect(await linha(world, 'mensagem', id)).toMatchObject({ envio: 'aceita', status: 'enviada', liberada: false })
  },
)

test('what Meta tells of a lost history once it was let go still spends the days of whom it reached', async ({
  world,
  palco,
}) => {
  await enviadaEPerdida(world, 2)
  for (const tabela of ['cobranca_passo', 'execucao_item', 'mensagem'])
    await sql`delete from ${sql.table(tabela)}`.execute(world.db)
  for (const copia of ['cópia de sexta-feira', 'cópia de sábado']) await conferirRestauracao(world.servicos, copia)
  expect((await decidir(world, 'enviar')).json()).toEqual({ liberadas: 0, canceladas: 0 })
  await contar(world, palco)
  expect((await ver(world)).retida).toBe(false)
  expect((await executar(world.servicos, {})).enfileiradas).toBe(0)
  const retida = world.db.selectFrom('log').select('acao').where('acao', '=', 'whatsapp.reter_envio')
  expect(await retida.execute()).toHaveLength(1)
})

test('what Meta tells of a lost message spends the day on which it arrived, none when it failed, and takes no later day back', async ({
  world,
}) => {
  const { contatoId } = await world.criarCliente()
  const { canonico } = await linha(world, 'contato', contatoId!)
  const { linhagem } = await world.db.selectFrom('despacho').select('linhagem').executeTakeFirstOrThrow()
  const dizer = (qual: number, status: string, em: string) => {
    const referencia = `${linhagem}-0000-4000-8000-00000000000${qual}`
    const agora = world.relogio.agora()
    return emTransacao(world.db, (trx) => anotarSemRegistro(trx, [{ referencia, status, canonico, em }], agora))
  }
  const dias = async () => {
    const { ultimo_modelo_dia, ultima_cobranca_dia, ultimo_contato_em } = await linha(world, 'contato', contatoId!)
    return [ultimo_modelo_dia, ultima_cobranca_dia, ultimo_contato_em]
  }
  await dizer(1, 'failed', '2026-11-23T13:00:00.000Z')
  expect(await dias()).toEqual([null, null, null])
  const chegou = '2026-11-24T02:59:00.000Z' // still the 23rd of the company
  await dizer(2, 'delivered', chegou)
  await dizer(3, 'delivered', '2026-11-20T13:00:00.000Z')
  await dizer(2, 'read', chegou)
  expect(await dias()).toEqual(['2026-11-23', '2026-11-23', chegou])
  const ditos = await world.db.selectFrom('envio_sem_registro').select('status').orderBy('referencia').execute()
  expect(ditos.map(({ status }) => status)).toEqual(['failed', 'read', 'delivered'])
})

test('programs are told to read their events again, and no id of the lost history is reused', async ({ world }) => {
  const contar = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into evento_de_integracao (tipo, cliente_id, dados, created_at) values ('conta.paga', 1, '{}', now()) returning id`.execute(
      world.db,
    )
    return rows[0]!.id
  }
  let antes = await contar()
  const restauros = [
    () => conferirRestauracao(world.servicos, 'cópia de sexta-feira'),
    // Held already, and restored again.
    () => conferirRestauracao(world.servicos, 'cópia de sábado'),
    async () => {
      await decidir(world, 'enviar')
      await sql`update despacho set posicao = posicao + 5`.execute(world.db)
      await conferirPosicao(world.servicos)
      await sql`update despacho set posicao = posicao - 5`.execute(world.db)
      await conferirPosicao(world.servicos)
    },
  ]
  for (const restaurar of restauros) {
    const { cursor } = await eventosDepois(world.db, undefined, world.relogio.agora())
    await restaurar()
    await expect(eventosDepois(world.db, cursor, world.relogio.agora())).rejects.toThrow(/recomece sem cursor/)
    await conferirRestauracao(world.servicos, null)
    const depois = await contar()
    expect(depois).toBeGreaterThan(antes + 1_000_000)
    expect((await eventosDepois(world.db, undefined, world.relogio.agora())).data.map(({ id }) => id)).toEqual([depois])
    antes = depois
  }
})

test.for([
  ['never tried', 0, true],
  ['tried before', 1, false],
] as const)(
  'what Meta tells of a message that waits holds sending unless it was tried: %s',
  async ([, tentativas, retida], { world, palco: _ }) => {
    await world.criarCliente()
    await executar(world.servicos, {})
    const { id, referencia } = await world.db
      .updateTable('mensagem')
      .set({ tentativas })
      .returning(['id', 'referencia'])
      .executeTakeFirstOrThrow()
    await dizerStatus(world, { wamid: 'wamid.UMA', status: 'sent', referencia })
    expect((await ver(world)).retida).toBe(retida)
    expect(await linha(world, 'mensagem', id)).toMatchObject({ envio: 'aceita', status: 'enviada', wamid: 'wamid.UMA' })
  },
)

test('nothing is held for whoever was off for days, moved the clock, or shares the number with another system', async ({
  world,
  palco,
}) => {
  await world.criarCliente()
  await executar(world.servicos, {})
  await despachar(world)
  await conferirPosicao(world.servicos)
  world.relogio.passar({ dias: 9 })
  await conferirRestauracao(world.servicos, null)
  world.relogio.mover('2026-11-20T13:00:00.000Z')
  await conferirRestauracao(world.servicos, null)
  const { para } = { para: palco.emulador.envios()[0]!.telefone }
  const outro = await palco.graph('POST', `/${world.conta.phoneNumberId}/messages`, {
    messaging_product: 'whatsapp',
    to: para,
    type: 'template',
    template: { name: 'atraso_v1', language: { code: 'pt_BR' } },
    biz_opaque_callback_data: crypto.randomUUID(),
  })
  expect(outro.http).toBeLessThan(500)
  await contar(world, palco)
  expect((await ver(world)).retida).toBe(false)
})
