import { createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { cifrar, decifrar, usoDoSegundoFator } from '#server/chaves/cifra.ts'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import {
  type ChaveAnterior,
  conferirSegredos,
  prepararChaves,
  recifrarAntigas,
  refazerHashes,
} from './preparar.actions.ts'

const TELEFONE = '+5511987654321'
const CANONICO = '551187654321'
const comoAntes = (chave: Buffer, numero: string) => createHmac('sha256', chave).update(numero).digest()

const contato = (world: World, campos: { canonico: string | null; hash: Buffer; aceita_mensagens?: boolean }) =>
  world.db.insertInto('contato').values(campos).returning('id').executeTakeFirstOrThrow()

/** As a start does; a process of its own reads its keys anew. */
async function iniciar(world: World, chave: Buffer, anterior: ChaveAnterior = null) {
  const minha = Buffer.from(chave)
  return { ...(await prepararChaves(world.db, minha, anterior)), chave: minha }
}

const doTelefone = async (world: World, chave: Buffer) =>
  (await emTransacao(world.db, (trx) => contatosDe(trx, chave, [TELEFONE], 'teste', world.relogio.agora()))).get(
    TELEFONE,
  )

const gravarToken = (world: World, cifrado: Buffer | null) =>
  world.db.updateTable('configuracao').set({ whatsapp_token_cifrado: cifrado }).execute()

const token = async (world: World) =>
  (await world.db.selectFrom('configuracao').select('whatsapp_token_cifrado').executeTakeFirstOrThrow())
    .whatsapp_token_cifrado

test('an opt-out of a phone made anonymous by an earlier version is recognised, and outlives changes of SECRET_KEY', async ({
  world,
}) => {
  const [um, dois, tres] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const { id } = await contato(world, { canonico: null, hash: comoAntes(um, CANONICO), aceita_mensagens: false })
  await iniciar(world, um)
  await iniciar(world, dois, um)
  const { chave } = await iniciar(world, tres, dois)
  expect(await doTelefone(world, chave)).toBe(id)
  const { canonico, aceita_mensagens } = await world.db.selectFrom('contato').selectAll().executeTakeFirstOrThrow()
  expect({ canonico, aceita_mensagens }).toEqual({ canonico: CANONICO, aceita_mensagens: false })
})

test('phones that are known are hashed again with a key of that use alone, and found by it once anonymous', async ({
  world,
}) => {
  const secreta = randomBytes(32)
  const { id } = await contato(world, { canonico: CANONICO, hash: comoAntes(secreta, CANONICO) })
  const { chave } = await iniciar(world, secreta)
  expect(await refazerHashes(world.db, chave, 0)).toBe(id)
  expect(await refazerHashes(world.db, chave, id)).toBe(null)
  expect(await refazerHashes(world.db, chave, 0)).toBe(null)
  const lido = await world.db.selectFrom('contato').selectAll().executeTakeFirstOrThrow()
  expect(lido.hash_chave).toBe(1)
  expect(lido.hash.equals(comoAntes(secreta, CANONICO))).toBe(false)
  await world.db.updateTable('contato').set({ canonico: null }).execute()
  expect(await doTelefone(world, chave)).toBe(id)
})

test('the key of hashes is the one before where the two changed at once, by the phones that are known', async ({
  world,
}) => {
  const [antes, depois] = [randomBytes(32), randomBytes(32)]
  await contato(world, { canonico: '551100000000', hash: comoAntes(antes, '551100000000') })
  const { id } = await contato(world, { canonico: null, hash: comoAntes(antes, CANONICO) })
  const { chave } = await iniciar(world, depois, antes)
  expect(await doTelefone(world, chave)).toBe(id)
})

test('a start with another SECRET_KEY says so and changes nothing; with the previous one too, everything is re-encrypted', async ({
  world,
}) => {
  const [antes, depois] = [randomBytes(32), randomBytes(32)]
  await iniciar(world, antes)
  await expect(iniciar(world, depois)).rejects.toThrow(/^SECRET_KEY não é a chave/)
  await gravarToken(world, cifrar(antes, 'EAAB', 'token'))
  await expect(iniciar(world, depois)).rejects.toThrow(/SECRET_KEY_ANTERIOR/)
  await expect(iniciar(world, depois, randomBytes(32))).rejects.toThrow(/^SECRET_KEY não é a chave/)
  expect(decifrar(antes, (await token(world))!, 'token')).toBe('EAAB')
  expect(await iniciar(world, depois, antes)).toMatchObject({ perdidos: 0 })
  expect(decifrar(depois, (await token(world))!, 'token')).toBe('EAAB')
  await iniciar(world, depois)
})

test('a lost key costs only what it encrypted, and only when somebody says that it is lost', async ({ world }) => {
  const [perdida, nova] = [randomBytes(32), randomBytes(32)]
  const { chave: antes } = await iniciar(world, perdida)
  await gravarToken(world, cifrar(perdida, 'EAAB', 'token'))
  const { id } = await contato(world, { canonico: CANONICO, hash: comoAntes(perdida, CANONICO) })
  await refazerHashes(world.db, antes, 0)
  const { chave, perdidos } = await iniciar(world, nova, 'perdida')
  expect(perdidos).toBeGreaterThan(0)
  expect(await world.db.selectFrom('log').select(['acao', 'nivel']).execute()).toEqual([
    { acao: 'chave.perder', nivel: 'aviso' },
  ])
  expect(await token(world)).toBe(null)
  await refazerHashes(world.db, chave, 0)
  await world.db.updateTable('contato').set({ canonico: null }).execute()
  expect(await doTelefone(world, chave)).toBe(id)
  expect(await iniciar(world, nova)).toMatchObject({ perdidos: 0 })
})

test('what an earlier version closed with SECRET_KEY itself is closed anew', async ({ world }) => {
  const chave = randomBytes(32)
  const novo = cifrar(chave, 'EAAB', 'token')
  await gravarToken(world, novo)
  await recifrarAntigas(world.db, chave)
  expect((await token(world))?.equals(novo)).toBe(true)
})

test.for([
  ['an exam', (world: World, chave: Buffer) => conferirSegredos(world.db, chave)],
  ['the job that encrypts anew', (world: World, chave: Buffer) => recifrarAntigas(world.db, chave)],
  ['a start with the same key', (world: World, chave: Buffer) => prepararChaves(world.db, chave, null)],
] as const)('%s waits for nobody who is writing, and keeps nobody from it', async ([_, olhar], { world }) => {
  const { chave } = await iniciar(world, randomBytes(32))
  const { id } = await world.criarAdmin()
  const segundo_fator_cifrado = cifrar(chave, 'JBSWY3DP', usoDoSegundoFator(id))
  await world.db.updateTable('usuario').set({ segundo_fator_cifrado }).where('id', '=', id).execute()
  let olhou = false
  await enquantoEspera(world.db, {
    segurar: (trx) => exigirUsuarioAtivo(trx, id), // as the undoing of a large import does, for minutes
    pedir: () =>
      olhar(world, chave).then(() => {
        olhou = true
      }),
    depois: async () => expect(olhou).toBe(true),
  })
})
