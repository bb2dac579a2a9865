import { expect } from 'vitest'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { type BancoEmulado, CHAVE_PIX, comBanco } from '#test/psp.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { doPsp } from './inbox.ts'

const BASE = '/api/admin/recebimento/eventos'
const processar = async (world: World) => {
  while (await processarEntrada(world.servicos, doPsp(world.servicos))) {}
}

async function avisar(world: World, pix: object) {
  const { segredo } = await world.servicos.pix.meios()
  const resposta = await world.app.inject({
    method: 'POST',
    url: `/api/webhooks/pix/${segredo}/pix`,
    payload: { pix: [pix] },
  })
  expect(resposta.statusCode).toBe(200)
}

/** A Pix that failed at every try, and one that did not. */
async function comVeneno(world: World, banco: BancoEmulado) {
  const ruim = banco.psp.pagarChave(CHAVE_PIX, 10_00)
  const bom = banco.psp.pagarChave(CHAVE_PIX, 12_34)
  await avisar(world, ruim)
  await world.db
    .updateTable('evento_recebido')
    .set({ posto_de_lado_em: world.relogio.agora(), tentativas: 5, erro: 'Não pôde ser processado.' })
    .where('processado_em', 'is', null)
    .execute()
  await avisar(world, bom)
  await processar(world)
  return { ruim, bom }
}

const listar = async (world: World, pessoa: Pessoa, filtro = '') =>
  (await world.chamar(pessoa, 'GET', `${BASE}?${filtro}`)).json()
const deLado = async (world: World, admin: Pessoa) =>
  (await world.chamar(admin, 'GET', '/api/admin/configuracoes/recebimento')).json().avisos_de_lado

test('a PSP event that cannot be stored is set aside, shown, retried and dismissed', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const admin = await world.criarAdmin()
    const { ruim, bom } = await comVeneno(world, banco)
    expect(await deLado(world, admin)).toBe(1)
    expect(await listar(world, admin)).toMatchObject({
      total: 2,
      data: [
        { end_to_end_id: bom.endToEndId, situacao: 'processado', motivo: null },
        { end_to_end_id: ruim.endToEndId, situacao: 'de_lado', motivo: 'Não pôde ser processado.' },
      ],
    })
    const { data } = await listar(world, admin, `situacao=de_lado&busca=${ruim.endToEndId.toLowerCase()}`)
    expect(data).toHaveLength(1)
    const [{ id }] = data
    const fazer = (acao: string) => world.chamar(admin, 'POST', `${BASE}/${acao}`)

    expect((await fazer(`${id}/reprocessar`)).json()).toMatchObject({ situacao: 'processado', motivo: null })
    expect((await fazer(`${id}/descartar`)).json().codigo).toBe('evento_nao_esta_de_lado')
    expect(await world.db.selectFrom('movimento').select('valor_centavos').orderBy('id').execute()).toEqual([
      { valor_centavos: 12_34 },
      { valor_centavos: 10_00 },
    ])
    expect(await deLado(world, admin)).toBe(0)

    const { ruim: outro } = await comVeneno(world, banco)
    const [posto] = (await listar(world, admin, 'situacao=de_lado')).data
    expect(posto.end_to_end_id).toBe(outro.endToEndId)
    expect((await fazer(`${posto.id}/descartar`)).json()).toMatchObject({ situacao: 'processado' })
    expect(await deLado(world, admin)).toBe(0)
    await comVeneno(world, banco)
    expect((await fazer('reprocessar')).json()).toEqual({ reprocessados: 1 })
    await processar(world)
    expect(await deLado(world, admin)).toBe(0)
    expect(await world.db.selectFrom('movimento').select('id').execute()).toHaveLength(5)

    const planilha = await world.chamar(admin, 'GET', `${BASE}/exportar.csv?busca=${bom.endToEndId}`)
    expect(planilha.headers['content-disposition']).toContain('avisos-do-banco-2026-11-24.csv')
    expect(planilha.body.trim().split('\r\n')).toHaveLength(2)
    expect((await world.chamar(admin, 'POST', `${BASE}/999999/descartar`)).statusCode).toBe(404)
    expect((await world.chamar(admin, 'GET', `${BASE}?situacao=perdido`)).statusCode).toBe(422)
  })
})

test('told again in the same words, a Pix is asked back again: the PSP may know it by now', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const pix = banco.psp.pagarChave(CHAVE_PIX, 12_345)
    const dito = { ...pix }
    pix.chave = 'outra@exemplo.com.br' // as a PSP that is told of its own payment late
    await avisar(world, dito)
    await processar(world)
    expect(await world.db.selectFrom('movimento').select('id').execute()).toEqual([])
    pix.chave = CHAVE_PIX
    for (let vez = 0; vez < 3; vez++) await avisar(world, dito)
    await processar(world)
    expect(await world.db.selectFrom('movimento').select('valor_centavos').execute()).toEqual([
      { valor_centavos: 12_345 },
    ])
    await avisar(world, dito)
    await processar(world)
    expect(await world.db.selectFrom('movimento').select('id').execute()).toHaveLength(1)
    expect(await world.db.selectFrom('evento_recebido').select('id').execute()).toHaveLength(1)
  })
})

test('an odd text of one payer delays nobody else’s money', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const pix = banco.psp.pagarChave(CHAVE_PIX, 12_345)
    const longo = 'a'.repeat(299)
    Object.assign(pix, { infoPagador: `${longo}😀`, pagador: { nome: `\u0000${longo}😀`, cpf: '52998224725' } })
    await avisar(world, pix)
    await processar(world)
    const [cortado] = await world.db.deleteFrom('movimento').returning(['descricao', 'pagador_nome']).execute()
    expect(cortado).toEqual({ descricao: longo, pagador_nome: longo })
    await world.db.deleteFrom('movimento_chave').execute()
    Object.assign(pix, { infoPagador: 'Nota 12\u0000 \ud800', pagador: { nome: 'Ana\u0000Maria', cpf: '52998224725' } })
    await avisar(world, pix)
    await processar(world)
    expect(await world.db.selectFrom('movimento').select(['descricao', 'pagador_nome']).execute()).toEqual([
      { descricao: expect.stringMatching(/^Nota 12/), pagador_nome: 'Ana Maria' },
    ])
  })
})
