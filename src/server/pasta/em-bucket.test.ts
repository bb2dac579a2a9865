import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { abrirBucket } from '#test/bucket.ts'
import { pastaEmBucket } from './em-bucket.ts'

const ONDE = '/cobranca/erp/entrada/clientes.csv'

test('what is written over an object within its second is another one, and stays to be taken', async () => {
  const bucket = await abrirBucket()
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-bucket-'))
  onTestFinished(() => {
    bucket.fechar()
    rmSync(pasta, { recursive: true })
  })
  const origem = pastaEmBucket(bucket.acesso, 'erp/entrada/')
  bucket.objetos.set(ONDE, Buffer.from('antes'))
  const [visto] = await origem.olhar()
  const local = join(pasta, 'trazido')
  await origem.trazer(visto!, local)
  bucket.objetos.set(ONDE, Buffer.from('agora'))
  await origem.levar(visto!, 'importado', '1-clientes.csv', local)
  expect(readFileSync(local, 'utf8')).toBe('antes')
  expect(bucket.objetos.get(ONDE)?.toString()).toBe('agora')

  const [outro] = await origem.olhar()
  await origem.levar(outro!, 'importado', '2-clientes.csv', local)
  expect([...bucket.objetos.keys()].map((chave) => chave.replace('/cobranca/erp/entrada/', ''))).toEqual([
    'importados/1-clientes.csv',
    'importados/2-clientes.csv',
  ])
})
