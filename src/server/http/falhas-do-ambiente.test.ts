import { describe, expect } from 'vitest'
import { noServidor } from '#test/bancos.ts'
import { test } from '#test/world.ts'
import { falhaDoAmbiente } from './falhas-do-ambiente.ts'

const comCodigo = (code: string) => Object.assign(new Error('dito por outro'), { code })

describe('what is nobody\u2019s fault', () => {
  test.for([
    ['25006', 503, /não aceita gravações/],
    ['53100', 507, /disco do banco de dados está cheio/],
    ['53200', 503, /sem memória/],
    ['53300', 503, /ocupado/],
    ['57P01', 503, /ocupado/],
    ['57P03', 503, /ocupado/],
    ['08006', 503, /ocupado/],
    ['55P03', 503, /ocupado/],
    ['ECONNREFUSED', 503, /ocupado/],
    ['ENOSPC', 507, /disco do servidor está cheio/],
    ['EDQUOT', 507, /disco do servidor está cheio/],
    ['EROFS', 503, /não aceita gravações/],
    ['EACCES', 503, /não aceita gravações/],
    ['EMFILE', 503, /recursos livres/],
  ] as const)('%s is a %i and a sentence', ([codigo, status, frase]) => {
    const dita = { status, message: expect.stringMatching(frase) }
    expect(falhaDoAmbiente(comCodigo(codigo))).toEqual(dita)
    expect(falhaDoAmbiente(new Error('em volta', { cause: comCodigo(codigo) }))).toEqual(dita)
  })

  test.for(['23505', '22P02', '42P01', 'XX000', 'ENOENT', 'ERR_ASSERTION', '0'])('%s is not', (codigo) => {
    expect(falhaDoAmbiente(comCodigo(codigo))).toBeUndefined()
  })
})

test('a read-only database is still read and reported; writes get 503 and the reason', async ({ world }) => {
  const ana = await world.criarOperador()
  const admin = await world.criarAdmin()
  const alertas = async () =>
    (await world.chamar(admin, 'GET', '/api/admin/dashboard'))
      .json()
      .alertas?.map(({ codigo }: { codigo: string }) => codigo)
  const { id } = await world.criarCliente()
  expect(await alertas()).toEqual([])
  await world.fecharParaEscrita()
  world.relogio.passar({ minutos: 2 }) // the session's use is due to be noted
  const ler = async () => (await world.chamar(ana, 'GET', '/api/me')).statusCode
  await expect.poll(ler).toBe(200)
  const resposta = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/assumir`)
  expect([resposta.statusCode, resposta.headers['retry-after'], resposta.json().message]).toEqual([
    503,
    '2',
    'O banco de dados não aceita gravações neste momento, e nada foi gravado. Tente de novo em instantes; se continuar, avise um administrador.',
  ])
  expect(await alertas()).toEqual(['banco_so_leitura'])
  await world.abrirParaEscrita()
  await expect.poll(alertas).toEqual([])
})

test.for([
  ['is away for a restore', (nome: string) => [`alter database ${nome} rename to velho_${nome}`]],
  ['takes no connections', () => []],
] as const)('a database that %s is nobody’s fault: 503 until it is back', async ([, mais], { world }) => {
  const ana = await world.criarOperador()
  const nome = new URL(world.url).pathname.slice(1)
  const sair = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${nome}' and pid <> pg_backend_pid()`
  await noServidor(`alter database ${nome} allow_connections off`, sair, ...mais(nome))
  const resposta = await world.chamar(ana, 'GET', '/api/me')
  expect([resposta.statusCode, resposta.headers['retry-after'], resposta.json().message]).toEqual([
    503,
    '2',
    'O banco de dados recusou a conexão deste servidor neste momento, e nada foi gravado. Tente de novo em instantes; se continuar, avise um administrador.',
  ])
  await noServidor(
    ...mais(nome).map(() => `alter database velho_${nome} rename to ${nome}`),
    `alter database ${nome} allow_connections on`,
  )
  expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(200)
})

test('a full disk of the database is a 507', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente()
  await world.comoDono(`create function cheio() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger cheio before update on cliente execute function cheio()`)
  const resposta = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/assumir`)
  expect([resposta.statusCode, resposta.json().message]).toEqual([
    507,
    'O disco do banco de dados está cheio, e nada foi gravado. Avise um administrador; depois tente de novo.',
  ])
})
