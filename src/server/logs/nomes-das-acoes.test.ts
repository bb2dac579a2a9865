import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { VERBOS_DO_LOG } from '#domain/log.ts'
import { migrar } from '#server/db/migrar.ts'
import { pastaDoTeste } from '#test/pasta.ts'

const PASTA = join(import.meta.dirname, '../db/migrations')
const RENOMEIA = readdirSync(PASTA).find((nome) => nome.endsWith('-nomes-das-acoes.sql'))!

/** A database from before log actions were named in the infinitive. */
async function bancoDeAntes() {
  const nome = `a_${randomUUID().replaceAll('-', '')}`
  const servidor = new pg.Client({ connectionString: `${inject('postgres')}/postgres` })
  await servidor.connect()
  await servidor.query(`create database ${nome}`)
  await servidor.end()
  const url = `${inject('postgres')}/${nome}`
  const pasta = pastaDoTeste()
  const copiar = (quais: (nome: string) => boolean) =>
    cpSync(PASTA, pasta, { recursive: true, filter: (de) => !de.endsWith('.sql') || quais(de.slice(PASTA.length + 1)) })
  copiar((um) => um < RENOMEIA)
  await migrar(url, { pasta })
  copiar((um) => um <= RENOMEIA)
  const banco = new pg.Client({ connectionString: url })
  await banco.connect()
  onTestFinished(() => banco.end())
  return { banco, migrarMais: () => migrar(url, { pasta }) }
}

test('what earlier versions wrote is told by the names of now, and the log is append-only again', async () => {
  const { banco, migrarMais } = await bancoDeAntes()
  const antes = [
    'operador.bloqueado',
    'sessao.entrada',
    'negociacao.criada',
    'whatsapp.account_update',
    'cliente.assumir',
  ]
  await banco.query(
    `insert into log (created_at, nivel, acao, descricao) select '2026-11-24', 'info', acao, acao from unnest($1::text[]) as acao`,
    [antes],
  )
  expect(await migrarMais()).toEqual([RENOMEIA])
  const { rows } = await banco.query('select acao, descricao from log order by id')
  expect(rows.map(({ acao }) => acao)).toEqual([
    'operador.bloquear',
    'sessao.entrar',
    'negociacao.fechar',
    'whatsapp.mudar_conta',
    'cliente.assumir',
  ])
  expect(rows.map(({ descricao }) => descricao)).toEqual(antes)
  await expect(banco.query(`update log set acao = 'x'`)).rejects.toThrow(/append-only/)
})

test('every action is a noun and a verb in the infinitive', () => {
  for (const [assunto, verbos] of Object.entries(VERBOS_DO_LOG)) {
    expect(new Set(verbos).size, assunto).toBe(verbos.length)
    for (const verbo of verbos) expect(verbo).toMatch(/^[a-z]+[aei]r(_[a-z_]+)?$/)
  }
})
