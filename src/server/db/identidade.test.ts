import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bancoNovo, urlDe } from '#test/bancos.ts'
import { abrirBanco } from './conexao.ts'
import { exigirMesmaEmpresa, firmarIdentidade, receberPasta } from './identidade.ts'
import { migrar } from './migrar.ts'

let pasta: string
const aFechar: (() => Promise<unknown>)[] = []

beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'cobranca-identidade-'))
})
afterEach(async () => {
  for (const fechar of aFechar.splice(0)) await fechar()
  rmSync(pasta, { recursive: true, force: true })
})

/** Does what a start does; returns the identity in the database. `cortada`: killed before both sides had it. */
async function iniciar(url: string, cortada = false): Promise<string | null> {
  await receberPasta(pasta)
  writeFileSync(join(pasta, 'chave-secreta'), 'chave')
  await exigirMesmaEmpresa(url, pasta)
  await migrar(url)
  const banco = abrirBanco(url)
  aFechar.push(banco.fechar)
  if (!cortada) await firmarIdentidade(banco.db, pasta)
  return (await banco.db.selectFrom('configuracao').select('identidade').executeTakeFirstOrThrow()).identidade
}

const naPasta = () => readFileSync(join(pasta, 'identidade'), 'utf8').trim()
const bancoMigrado = async () => urlDe(await bancoNovo('modelo'))

async function noBanco(url: string, comando: string) {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  const { rows } = await cliente.query(comando)
  await cliente.end()
  return rows
}

/** Makes the database a company's that is in use. */
async function comEmpresa(url: string): Promise<string> {
  await noBanco(
    url,
    "insert into usuario (name, email, senha_hash, role, created_at, updated_at) values ('Ana', 'ana@exemplo.com.br', 'x', 'admin', now(), now())",
  )
  return url
}

test('a fresh folder and an empty database become one company, and stay it', async () => {
  const url = await bancoMigrado()
  const dela = await iniciar(url)
  expect(dela).toBe(naPasta())
  expect(existsSync(join(pasta, 'primeiro-inicio'))).toBe(false)
  expect(await iniciar(url)).toBe(dela)
})

test('a first start cut short goes on', async () => {
  const url = urlDe(await bancoNovo())
  expect(await iniciar(url, true)).toBeNull()
  expect(await iniciar(url)).toBe(naPasta())
})

test('an empty database beside the folder of a company is refused, before anything is made in it', async () => {
  await iniciar(await bancoMigrado())
  const outro = urlDe(await bancoNovo())
  await expect(iniciar(outro)).rejects.toThrow(
    /^O banco de dados está vazio, e a pasta .* tem o que é de uma empresa \(identidade, chave-secreta\)\. Restaure nele/,
  )
  expect(await noBanco(outro, "select to_regclass('migracao') as feita")).toEqual([{ feita: null }])
})

test('files alone are enough to know a company by', async () => {
  mkdirSync(join(pasta, 'midias'))
  const url = await bancoMigrado()
  await exigirMesmaEmpresa(url, pasta) // an empty folder is nobody's
  mkdirSync(join(pasta, 'midias', 'lost+found')) // it is a new disk of its own
  await exigirMesmaEmpresa(url, pasta)
  writeFileSync(join(pasta, 'midias', 'foto'), 'x')
  await expect(exigirMesmaEmpresa(url, pasta)).rejects.toThrow(/está vazio.*\(midias\)/)
})

test('a database of another company is refused', async () => {
  await iniciar(await bancoMigrado())
  const outro = await comEmpresa(await bancoMigrado())
  await noBanco(outro, `update configuracao set identidade = '${randomUUID()}'`)
  await expect(iniciar(outro)).rejects.toThrow(
    /é de uma empresa, e o banco de dados, de outra.*apague dela o arquivo identidade/,
  )
})

test('an older copy of the same database is the same company, with or without its name', async () => {
  const dela = await iniciar(await comEmpresa(await bancoMigrado()))
  const semNome = await comEmpresa(await bancoMigrado())
  expect(await iniciar(semNome)).toBe(dela)
  const comNome = await bancoMigrado()
  await noBanco(comNome, `update configuracao set identidade = '${dela}'`)
  expect(await iniciar(comNome)).toBe(dela)
})

test('a folder and a database of the version before find each other', async () => {
  writeFileSync(join(pasta, 'chave-secreta'), 'chave')
  const url = await comEmpresa(await bancoMigrado())
  await noBanco(
    url,
    "alter table configuracao drop column identidade; delete from migracao where nome like '%-identidade.sql'",
  )
  expect(await iniciar(url)).toBe(naPasta())
})

test('a new node, with a folder of its own, joins the company of its database', async () => {
  const url = await comEmpresa(await bancoMigrado())
  const dela = await iniciar(url)
  rmSync(pasta, { recursive: true })
  mkdirSync(pasta)
  expect(await iniciar(url)).toBe(dela)
  expect(naPasta()).toBe(dela)
})
