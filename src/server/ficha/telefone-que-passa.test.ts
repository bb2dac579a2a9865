import { sql } from 'kysely'
import { expect } from 'vitest'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import { contatosDosRemetentes } from '#server/mensagens/remetente.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { importar } from '#test/importar-notas.ts'
import { criarNota } from '#test/nota.ts'
import { test, type World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'
import { apagarTitular } from './lgpd.actions.ts'

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

test('a contact known by its BSUID only, merged away while its customer is erased, stops no erasure', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  const { chaveSecreta } = world.servicos
  const agora = world.relogio.agora()
  await world.db.transaction().execute(async (trx) => {
    const [escreveu] = await contatosDosRemetentes(trx, chaveSecreta, [{ telefone: null, bsuid: 'BR.7' }], agora)
    await sql`insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, created_at)
      values (${id}, ${escreveu!.id}, 'recebida', 'texto', 'Oi', 'recebida', 'atendimento', ${agora})`.execute(trx)
  })
  const [apagando] = await world.db.transaction().execute(async (trx) => {
    await contatosDosRemetentes(trx, chaveSecreta, [{ telefone: '5511900000009', bsuid: 'BR.7' }], agora)
    const resposta = world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'pediu' })
    await esperarNaTrava(world.db)
    return [resposta]
  })
  expect((await apagando!).statusCode).toBe(200)
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
