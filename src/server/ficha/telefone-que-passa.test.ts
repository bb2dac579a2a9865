import { sql } from 'kysely'
import { expect } from 'vitest'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { contatosDosRemetentes } from '#server/mensagens/remetente.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { importar } from '#test/importar-notas.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { criarNota } from '#test/nota.ts'
import type { World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'
import { apagarTitular, esperarEntrada } from './lgpd.actions.ts'

const TELEFONE = '+5511987654321'

const numeroDe = (world: World, id: number) =>
  world.db
    .selectFrom('cliente as c')
    .innerJoin('contato as t', 't.id', 'c.contato_id')
    .select('t.canonico')
    .where('c.id', '=', id)
    .executeTakeFirst()

test('a phone that is being given to another customer while the first is erased keeps its number', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  const outro = await world.criarCliente({ telefone: null })
  const [apagando] = await world.db.transaction().execute(async (trx) => {
    const contatos = await contatosDe(trx, world.servicos.chaveSecreta, [TELEFONE], 'teste', world.relogio.agora())
    await trx
      .updateTable('cliente')
      .set({ telefone: TELEFONE, contato_id: contatos.get(TELEFONE)! })
      .where('id', '=', outro.id)
      .execute()
    const resposta = world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'pediu' })
    await esperarNaTrava(world.db)
    return [resposta]
  })
  expect((await apagando!).statusCode).toBe(200)
  expect(await numeroDe(world, outro.id)).toEqual({ canonico: '551187654321' })
})

test('so does one that is asked for while the first is being erased', async ({ world }) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  const outro = await world.criarCliente({ telefone: null, operador_id: ana.id })
  const [mudando] = await world.db.transaction().execute(async (trx) => {
    await apagarTitular(trx, id, 'pediu', { origem: 'usuario', usuarioId: admin.id, agora: world.relogio.agora() })
    const resposta = world.chamar(ana, 'PATCH', `/api/operador/clientes/${outro.id}`, { telefone: TELEFONE })
    await esperarNaTrava(world.db)
    return [resposta]
  })
  expect((await mudando!).statusCode).toBe(200)
  expect(await numeroDe(world, outro.id)).toEqual({ canonico: '551187654321' })
})

/** What the inbox does as a person writes: known by BSUID only, until a phone comes with it. */
async function escrever(world: World, trx: Trx, telefone: string | null) {
  const remetentes = [{ telefone, bsuid: 'BR.7' }]
  await travarBsuids(trx, remetentes)
  const { chaveSecreta, relogio } = world.servicos
  const [contato] = await contatosDosRemetentes(trx, chaveSecreta, remetentes, relogio.agora())
  return contato!.id
}

/** A customer one of whose messages is of a contact known by its BSUID only. */
async function comMensagemDeBsuid(world: World): Promise<number> {
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  await world.db.transaction().execute(async (trx) => {
    const contatoId = await escrever(world, trx, null)
    await sql`insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, created_at)
      values (${id}, ${contatoId}, 'recebida', 'texto', 'Oi', 'recebida', 'atendimento', ${world.relogio.agora()})`.execute(
      trx,
    )
  })
  return id
}

/** By the messages of the customer: whose they were. */
const contatosDasMensagens = async (world: World, id: number) =>
  (
    await world.db
      .selectFrom('mensagem as m')
      .innerJoin('contato as t', 't.id', 'm.contato_id')
      .select(['t.canonico', 't.wa_id', 't.bsuid'])
      .where('m.cliente_id', '=', id)
      .execute()
  ).map(({ canonico, wa_id, bsuid }) => [canonico, wa_id, bsuid])

test('a contact that is merged into another while its customer is erased is erased as that other', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const id = await comMensagemDeBsuid(world)
  const [apagando] = await world.db.transaction().execute(async (trx) => {
    await escrever(world, trx, '5511900000009')
    const resposta = world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'pediu' })
    await esperarNaTrava(world.db)
    return [resposta]
  })
  expect((await apagando!).statusCode).toBe(200)
  expect(await contatosDasMensagens(world, id)).toEqual([[null, null, null]])
})

test('one that would be merged into another while its customer is erased is erased, and nobody is known by it', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const id = await comMensagemDeBsuid(world)
  const [escrevendo] = await world.db.transaction().execute(async (trx) => {
    await esperarEntrada(trx, id)
    await apagarTitular(trx, id, 'pediu', { origem: 'usuario', usuarioId: admin.id, agora: world.relogio.agora() })
    const escrita = world.db.transaction().execute((outra) => escrever(world, outra, '5511900000009'))
    await esperarNaTrava(world.db)
    return [escrita]
  })
  await escrevendo
  expect(await contatosDasMensagens(world, id)).toEqual([[null, null, null]])
})

test('phones that notes give to known and to new customers are locked in one order, as an erasure locks them', async ({
  world,
}) => {
  const ana = await world.criarOperador()
  const [primeiro, segundo] = [
    await world.criarCliente({ telefone: TELEFONE }),
    await world.criarCliente({ telefone: '+5521987654321' }),
  ]
  await world.criarCliente({ telefone: null, documento: '52998224725', operador_id: ana.id })
  const notas = criarZip([
    { nome: '1.xml', dados: criarNota({ numero: 1, cliente: { fone: '21987654321' } }) },
    { nome: '2.xml', dados: criarNota({ numero: 2, cliente: { documento: '11144477735', fone: TELEFONE.slice(3) } }) },
  ])
  const [importando] = await world.db.transaction().execute(async (trx) => {
    const travar = ({ contatoId }: typeof primeiro) =>
      trx.selectFrom('contato').select('id').where('id', '=', contatoId).forUpdate()
    await travar(primeiro).execute()
    const resposta = importar(world, ana, notas)
    await esperarNaTrava(world.db)
    await travar(segundo).noWait().execute()
    return [resposta]
  })
  expect(await importando).toMatchObject({ contas_criadas: 2, clientes_criados: 1, erros: [] })
})
