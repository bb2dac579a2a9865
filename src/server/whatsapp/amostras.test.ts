import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject } from 'vitest'
import { aprovarModelos } from '#test/modelos.ts'
import { enviarWebhook, esvaziarEntrada, jaEnviada } from '#test/whatsapp.ts'
import { criarWorld, test, type World } from '#test/world.ts'

const PASTA = join(import.meta.dirname, '../../../test/samples/whatsapp')
const nomes = readdirSync(PASTA).filter((nome) => nome.startsWith('webhook.'))
const corpoDe = (nome: string) => readFileSync(join(PASTA, nome), 'utf8')

/** The company that the samples are about: their customers, and every message of ours that they speak of. */
async function povoar(world: World) {
  await aprovarModelos(world)
  for (const telefone of ['+5511900000001', '+5531900000002', '+5531980000002']) await world.criarCliente({ telefone })
  const cliente = await world.db.selectFrom('cliente').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const wamids = new Set(
    nomes.flatMap((nome) => [...corpoDe(nome).matchAll(/"id": "(wamid\.[^"]+)",\s*"status"/g)].map((m) => m[1]!)),
  )
  for (const wamid of wamids) await jaEnviada(world, cliente.id, cliente.contato_id!, wamid, 0)
}

/** All that a webhook may change, apart from the order in which rows were made. */
async function estado(world: World) {
  const clientes = await world.db
    .selectFrom('cliente')
    .select(['telefone', 'status', 'aguardando_motivo', 'nao_lidas', 'numero_chamadas'])
    .orderBy('telefone')
    .execute()
  const mensagens = await world.db
    .selectFrom('mensagem')
    .select(['wamid', 'direcao', 'tipo', 'status', 'conteudo', 'erro_codigo', 'reacao', 'preco_categoria'])
    .orderBy('wamid')
    .execute()
  const contatos = await world.db
    .selectFrom('contato')
    .select(['canonico', 'janela_ate', 'aceita_mensagens', 'aceita_marketing'])
    .orderBy('canonico')
    .execute()
  const { conta_parada_codigo } = await world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
  return { clientes, mensagens, contatos, parada: conta_parada_codigo !== null }
}

/** Samples in which a phone's identity changes: events before and after are about two people. */
const TROCAS = /user-changed|user-id-update/

const sortear = <T>(itens: readonly T[], semente: number): T[] => {
  let x = semente
  const comOrdem = itens.map((item) => {
    x = (x * 1_103_515_245 + 12_345) % 2 ** 31
    return { item, ordem: x }
  })
  return comOrdem.sort((a, b) => a.ordem - b.ordem).map(({ item }) => item)
}

describe('every webhook sample, through the real inbox', () => {
  test('is signed, stored, processed; nothing fails, and nothing waits', async ({ world }) => {
    await povoar(world)
    for (const nome of nomes) expect((await enviarWebhook(world, corpoDe(nome))).statusCode, nome).toBe(200)
    await esvaziarEntrada(world)
    const eventos = await world.db.selectFrom('evento_recebido').selectAll().execute()
    expect(eventos.filter((evento) => evento.processado_em === null)).toEqual([])
    expect(eventos.filter((evento) => evento.erro !== null)).toEqual([])
    const [cliente] = (await estado(world)).clientes
    expect(cliente?.status).toBe('aguardando_atendimento')
  })

  test('twice and in any order, at once or one by one, ends the same', async ({ world }) => {
    const amostras = nomes.filter((nome) => !TROCAS.test(nome))
    await povoar(world)
    for (const nome of amostras) await enviarWebhook(world, corpoDe(nome))
    await esvaziarEntrada(world)
    const esperado = await estado(world)
    for (const semente of [7, 42]) {
      const outro = await criarWorld(inject('postgres'))
      await povoar(outro)
      for (const [i, nome] of sortear([...amostras, ...amostras], semente).entries()) {
        await enviarWebhook(outro, corpoDe(nome))
        if (semente === 42 && i % 10 === 0) await esvaziarEntrada(outro)
      }
      await esvaziarEntrada(outro)
      expect(await estado(outro)).toEqual(esperado)
      await outro.fechar()
    }
  })
})
