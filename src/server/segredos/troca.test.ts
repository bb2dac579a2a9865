import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { cifrar, decifrar } from '#server/chaves/cifra.ts'
import { idDaChave } from '#server/chaves/derivadas.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { criarSessoesDaPagina } from '#server/pagina/sessao.ts'
import { criarNavegadores } from '#server/sessao/navegador.ts'
import { gravado, gravar, no } from '#test/segredos.ts'
import { test, type World } from '#test/world.ts'
import { conferirSegredos, prepararChaves } from './preparar.actions.ts'
import {
  anunciarTroca,
  aprenderTroca,
  assumirChave,
  concluirTroca,
  recifrarTudo,
  trocaEmCursoPara,
} from './troca.actions.ts'

const emUsoPorTodos = (world: World) =>
  world.comoDono(`update troca_de_chave set em_uso_em = now() - interval '1 minute'`)

test('SECRET_KEY changes while nodes run: what either wrote opens everywhere, and at the end only the new one does', async ({
  world,
}) => {
  const [antiga, nova] = [randomBytes(32), randomBytes(32)]
  const [um, outro] = [no(antiga), no(antiga)]
  await prepararChaves(world.db, um, null)
  await gravar(world, cifrar(um, 'EAAB', 'token'))

  await anunciarTroca(world.db, antiga, nova, 3_600_000)
  for (const cada of [um, outro]) await aprenderTroca(world.db, cada)
  expect(decifrar(no(antiga), cifrar(um, 'x', 'token'), 'token')).toBe('x') // known to all, used by none yet
  await world.comoDono('update troca_de_chave set em_uso_em = now()')
  await aprenderTroca(world.db, um)
  await gravar(world, cifrar(um, 'EAAC', 'token'))
  expect(decifrar(no(nova), await gravado(world), 'token')).toBe('EAAC')
  expect(decifrar(outro, await gravado(world), 'token')).toBe('EAAC') // who has not begun to use it
  expect(decifrar(um, cifrar(outro, 'y', 'token'), 'token')).toBe('y')

  await recifrarTudo(world.db, antiga, nova)
  expect(await conferirSegredos(world.db, no(nova))).toMatchObject({ ilegiveis: 0 })
  // Meanwhile nodes start with either key, and nothing is lost.
  for (const chave of [antiga, nova]) {
    const deNovo = no(chave)
    await aprenderTroca(world.db, deNovo)
    expect(await prepararChaves(world.db, deNovo, null)).toEqual({ perdidos: 0 })
    expect(decifrar(deNovo, await gravado(world), 'token')).toBe('EAAC')
  }

  await gravar(world, cifrar(outro, 'EAAD', 'token')) // by a node that learned of the change late
  await emUsoPorTodos(world)
  await concluirTroca(world.db, nova)
  expect(decifrar(no(nova), await gravado(world), 'token')).toBe('EAAD')
  expect(decifrar(um, await gravado(world), 'token')).toBe('EAAD') // still running, started with the old one
  const tarde = no(antiga)
  await aprenderTroca(world.db, tarde)
  await expect(prepararChaves(world.db, tarde, null)).rejects.toThrow(/^SECRET_KEY não é a chave/)
  await prepararChaves(world.db, no(nova), null)

  const log = await world.db.selectFrom('log').select(['acao', 'nivel', 'dados']).orderBy('id').execute()
  expect(log.map(({ acao }) => acao)).toEqual(['chave.anunciar', 'chave.trocar', 'chave.trocar', 'chave.concluir'])
  expect(log[0]!.dados).toEqual({ antiga: idDaChave(antiga).toString('hex'), nova: idDaChave(nova).toString('hex') })
})

test('a node that runs on through one change learns of the next, whichever key of it is the one it has', async ({
  world,
}) => {
  const [primeira, segunda, terceira] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const minha = no(primeira)
  await prepararChaves(world.db, minha, null)
  await gravar(world, cifrar(minha, 'EAAB', 'token'))
  for (const [antiga, nova] of [
    [primeira, segunda],
    [segunda, terceira],
  ] as const) {
    await anunciarTroca(world.db, antiga, nova, 3_600_000)
    await aprenderTroca(world.db, minha)
    expect(decifrar(no(antiga), cifrar(minha, 'x', 'token'), 'token')).toBe('x')
    expect(decifrar(minha, cifrar(no(nova), 'x', 'token'), 'token')).toBe('x')
    await world.comoDono('update troca_de_chave set em_uso_em = now()')
    for (const _ of ['began', 'again']) await aprenderTroca(world.db, minha)
    expect(decifrar(no(nova), cifrar(minha, 'x', 'token'), 'token')).toBe('x')
    await emUsoPorTodos(world)
    await concluirTroca(world.db, nova)
  }
  expect(decifrar(minha, await gravado(world), 'token')).toBe('EAAB')
})

test('cookies that were signed before, or by a node that has not begun yet, are good during the change', async ({
  world,
}) => {
  const [antiga, nova] = [randomBytes(32), randomBytes(32)]
  const [um, outro] = [no(antiga), no(antiga)]
  await prepararChaves(world.db, um, null)
  const [doUm, doOutro] = [um, outro].map((chave) => criarSessoesDaPagina(chave, false)) as [
    ReturnType<typeof criarSessoesDaPagina>,
    ReturnType<typeof criarSessoesDaPagina>,
  ]
  const navegadores = [um, outro].map((chave) => criarNavegadores(chave, false))
  const agora = world.relogio.agora()
  const cookie = (linhas: string | string[]) => [linhas].flat()[0]!.split(';')[0]!
  const antes = cookie(doUm.abrir('t', 7, agora))
  const conhecido = cookie(navegadores[0]!.lembrar(undefined, 'ana@x.com', agora))

  await anunciarTroca(world.db, antiga, nova, 3_600_000)
  await aprenderTroca(world.db, outro)
  await world.comoDono('update troca_de_chave set em_uso_em = now()')
  await aprenderTroca(world.db, um)
  const depois = cookie(doUm.abrir('t', 7, agora))
  expect(depois).not.toBe(antes)
  for (const sessoes of [doUm, doOutro])
    expect([antes, depois].map((um) => sessoes.aberta(um, 7, agora))).toEqual([true, true])
  expect(doUm.aberta(depois, 8, agora)).toBe(false)
  for (const cada of navegadores) {
    expect(cada.conhecido(conhecido, 'ana@x.com', agora)).not.toBeNull()
    expect(cada.conhecido(conhecido, 'rui@x.com', agora)).toBeNull()
  }
  const renovado = cookie(navegadores[0]!.lembrar(conhecido, 'ana@x.com', agora))
  for (const cada of navegadores) expect(cada.conhecido(renovado, 'ana@x.com', agora)).not.toBeNull()
})

test('a change from a key that is not the one in use, or beside another change, is refused and changes nothing', async ({
  world,
}) => {
  const [antiga, nova] = [randomBytes(32), randomBytes(32)]
  await prepararChaves(world.db, no(antiga), null)
  await expect(anunciarTroca(world.db, randomBytes(32), nova, 0)).rejects.toThrow(/não abre os segredos/)
  await expect(concluirTroca(world.db, nova)).rejects.toThrow(/Não há troca/)
  await anunciarTroca(world.db, antiga, nova, 0)
  await anunciarTroca(world.db, antiga, nova, 0)
  await expect(anunciarTroca(world.db, antiga, randomBytes(32), 0)).rejects.toThrow(/ainda não terminou/)
  expect(await conferirSegredos(world.db, no(antiga))).toMatchObject({ ilegiveis: 0 })
  // Whoever finds a change that was cut off knows whether it was to this key.
  expect([await trocaEmCursoPara(world.db, nova), await trocaEmCursoPara(world.db, antiga)]).toEqual([true, false])
})

test('a change that nodes may not use yet is not concluded, since they would go on with a key that opens nothing', async ({
  world,
}) => {
  const [antiga, nova] = [randomBytes(32), randomBytes(32)]
  const aprendeu = no(antiga)
  await prepararChaves(world.db, aprendeu, null)
  await anunciarTroca(world.db, antiga, nova, 30_000)
  await aprenderTroca(world.db, aprendeu)
  for (const agora of ['announced', 'just in use']) {
    await expect(concluirTroca(world.db, nova), agora).rejects.toThrow(/ainda usam a chave antiga/)
    await aprenderTroca(world.db, aprendeu)
    expect(decifrar(aprendeu, cifrar(no(nova), 'x', 'token'), 'token')).toBe('x')
    await world.comoDono('update troca_de_chave set em_uso_em = now()')
  }
  await emUsoPorTodos(world)
  await concluirTroca(world.db, nova)
})

test('a company brought elsewhere in the middle of a change opens there with the key of that place, and the change is over', async ({
  world,
}) => {
  const [antiga, nova, daqui] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  await prepararChaves(world.db, no(antiga), null)
  await gravar(world, cifrar(no(antiga), 'EAAB', 'token'))
  await anunciarTroca(world.db, antiga, nova, 0)
  await recifrarTudo(world.db, antiga, nova)
  await emTransacao(world.db, (trx) => assumirChave(trx, no(daqui), no(antiga), new Date()))
  expect(decifrar(no(daqui), await gravado(world), 'token')).toBe('EAAB')
  expect(await conferirSegredos(world.db, no(daqui))).toMatchObject({ ilegiveis: 0 })
  await anunciarTroca(world.db, daqui, randomBytes(32), 0)
})

test.for([
  ['nova', 'a copy brings', false],
  ['antiga', 'a copy brings', false],
  ['nova', 'is left', true],
] as const)(
  'a company brought elsewhere in the middle of a change opens there with the key (%s) that %s',
  async ([qual, , perdida], { world }) => {
    const par = { antiga: randomBytes(32), nova: randomBytes(32) }
    await prepararChaves(world.db, no(par.antiga), null)
    await anunciarTroca(world.db, par.antiga, par.nova, 0)
    await gravar(world, cifrar(no(qual === 'nova' ? par.antiga : par.nova), 'EAAB', 'token'))
    const [aqui, anterior] = [no(par[qual]), perdida ? ('perdida' as const) : no(par[qual])]
    await emTransacao(world.db, (trx) => assumirChave(trx, aqui, anterior, new Date()))
    expect(decifrar(no(par[qual]), await gravado(world), 'token')).toBe('EAAB')
    expect(await conferirSegredos(world.db, no(par[qual]))).toMatchObject({ ilegiveis: 0 })
  },
)
