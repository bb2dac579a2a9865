import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { cifrar } from '#server/chaves/cifra.ts'
import { anotarComeco, anotarFim } from '#server/copia/anotar.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { prepararChaves } from '#server/segredos/preparar.actions.ts'
import { test } from '#test/world.ts'
import { laudo } from './achado.ts'
import { examinarBanco, julgarRelogio } from './banco.queries.ts'
import { examinarAvisos, examinarCopias, examinarSegredos, examinarWhatsapp } from './empresa.queries.ts'
import { examinarSemBanco } from './examinar.ts'
import { examinarDiscos, examinarVersao } from './maquina.ts'

test('says of a database what is wrong with it', async ({ world }) => {
  const agora = () => new Date()
  const achados = await examinarBanco(world.db, agora)
  expect(achados.filter(({ situacao }) => situacao === 'mal')).toEqual([])
  expect(achados[0]?.frase).toMatch(/^Banco de dados: PostgreSQL \d/)
  await world.comoDono(`update pg_index set indisvalid = false where indexrelid = 'log_pkey'::regclass`)
  expect((await examinarBanco(world.db, agora)).filter(({ situacao }) => situacao === 'mal')).toEqual([
    { situacao: 'mal', frase: expect.stringContaining('log_pkey') },
  ])
  await world.comoDono(`update configuracao set mudada_em = '2026-11-24T13:00:00Z'`)
  expect((await examinarBanco(world.db, agora)).map(({ frase }) => frase)).toContainEqual(
    expect.stringMatching(/foi levada para outro em 24\/11\/2026 às 10:00 .* nenhum nó inicia com este/),
  )
  const tarde = await examinarBanco(world.db, () => new Date(Date.now() + 120_000))
  expect(tarde.at(-1)).toEqual({ situacao: 'mal', frase: expect.stringMatching(/1(19|20) s adiantado/) })
})

test('tells secrets that the key does not open, and never one of them', async ({ world }) => {
  const [chave, outra] = [randomBytes(32), randomBytes(32)]
  await prepararChaves(world.db, chave, null)
  const token = { whatsapp_token_cifrado: cifrar(chave, 'EAAB-segredo', 'token') }
  await world.db.updateTable('configuracao').set(token).execute()
  expect(await examinarSegredos(world.db, chave, null)).toMatchObject([{ situacao: 'bem' }])
  const achados = await examinarSegredos(world.db, outra, chave)
  expect(achados).toMatchObject([{ situacao: 'mal' }, { situacao: 'atencao' }])
  expect(JSON.stringify(achados)).not.toMatch(/EAAB/)
})

test('tells copies that fail, that are not made by night, and that anybody could read', async ({ world }) => {
  const agora = world.relogio.agora()
  const copia = { pasta: null, senha: null, hora: '02:30', guarda: { quantas: 7, dias: 30 } }
  expect((await examinarCopias(world.db, copia, agora)).map(({ situacao }) => situacao)).toEqual(
    Array(3).fill('atencao'),
  )
  await anotarFim(world.db, await anotarComeco(world.db, agora, true), { erro: 'O disco está cheio.' })
  expect(await examinarAvisos(world.db, true, agora, agora)).toContainEqual({
    situacao: 'mal',
    frase: expect.stringContaining('A cópia de segurança falhou: O disco está cheio.'),
  })
})

test('looks at disks, clocks and versions, and sums up', () => {
  const disco = { pasta: '/dados', livre: 500e9, total: 1000e9, gravavel: true }
  expect(examinarDiscos([disco, { ...disco, livre: 1e9 }, { ...disco, gravavel: false }])).toMatchObject([
    { situacao: 'bem', frase: 'No disco de /dados restam 500 GB de 1 TB.' },
    { situacao: 'mal' },
    { situacao: 'mal' },
  ])
  expect(julgarRelogio('o de x', -10_000)).toMatchObject({ situacao: 'atencao' })
  expect(examinarVersao('v20.1.0').situacao).toBe('mal')
  expect(laudo([examinarVersao('v20.1.0'), examinarVersao('v24.0.0')]).at(-1)).toBe(
    '1 a resolver, 0 de atenção, 1 bem.',
  )
  expect(laudo([examinarVersao('v24.0.0')]).at(-1)).toBe('Está tudo bem.')
})

test('asks a demonstration for no mail server: its mails are read elsewhere', async () => {
  const correio = async (demonstracao: boolean) => {
    const pedido = { correio: null, discos: async () => [], ehDemonstracao: async () => demonstracao }
    return (await examinarSemBanco(pedido, 5_000)).find(({ exame }) => exame === 'correio')
  }
  expect(await correio(true)).toMatchObject({ situacao: 'bem', frase: expect.stringContaining('/emulador/correio') })
  expect(await correio(false)).toMatchObject({ situacao: 'atencao' })
})

test('tells the templates that Meta lets go no more, by what was written last', async ({ world }) => {
  const agora = world.relogio.agora()
  await garantirModelos(world.db, agora)
  const frases = async () => (await examinarWhatsapp(world.db)).map(({ frase }) => frase)
  expect(await frases()).toContain('Nenhum modelo de mensagem está rejeitado ou pausado na Meta.')
  const primeira = world.db.updateTable('modelo_versao').where('tipo', '=', 'atraso')
  await primeira.set({ situacao: 'rejeitado', motivo: 'É propaganda.' }).execute()
  expect(await frases()).toContain('O modelo Atraso está rejeitado na Meta. É propaganda.')
  await world.db
    .insertInto('modelo_versao')
    .values({ tipo: 'atraso', numero: 2, texto: 'Outro texto.', situacao: 'pendente', criada_em: agora })
    .execute()
  expect(await frases()).toContain('Nenhum modelo de mensagem está rejeitado ou pausado na Meta.')
  // The text in use stays paused while another is looked at: nothing of it goes out.
  await primeira.where('numero', '=', 1).set({ situacao: 'pausado', aprovada_em: agora }).execute()
  expect(await frases()).toContain('O modelo Atraso está pausado na Meta. É propaganda.')
  const avisos = (await examinarAvisos(world.db, false, agora, agora)).map(({ frase }) => frase)
  expect(avisos).toContainEqual(expect.stringMatching(/^A régua está parada em parte: .*“Atraso”/))
})
