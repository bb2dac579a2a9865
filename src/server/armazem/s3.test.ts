import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { abrirBucket } from '#test/bucket.ts'
import { type Armazem, ArmazemFora, armazemEmPasta, comReserva, type Guardado } from './armazem.ts'
import { armazemEmS3 } from './s3.ts'

let bucket: Awaited<ReturnType<typeof abrirBucket>>
let pasta: string
beforeEach(async () => {
  bucket = await abrirBucket()
  pasta = mkdtempSync(join(tmpdir(), 'cobranca-s3-'))
})
afterEach(() => {
  bucket.fechar()
  rmSync(pasta, { recursive: true })
})

const arquivo = (conteudo: string) => {
  const caminho = join(pasta, 'chegou')
  writeFileSync(caminho, conteudo)
  return caminho
}
async function listados(armazem: Armazem) {
  const achados: Guardado[] = []
  for await (const um of armazem.listar()) achados.push(um)
  return achados
}
const ler = async (aberto: Awaited<ReturnType<ReturnType<typeof armazemEmS3>['abrir']>>) => aberto && text(aberto.corpo)

test('what one node stores in a bucket another reads, until it is deleted', async () => {
  const [um, outro] = [
    armazemEmS3(bucket.acesso),
    armazemEmS3({ ...bucket.acesso, endereco: `${bucket.acesso.endereco}/` }),
  ]
  await um.guardar('7-ação & recibo', arquivo('bytes'))
  expect(readdirSync(pasta)).toEqual([])
  const aberto = await outro.abrir('7-ação & recibo')
  expect([aberto?.tamanho, await ler(aberto)]).toEqual([5, 'bytes'])
  await outro.apagar('7-ação & recibo')
  expect(await um.abrir('7-ação & recibo')).toBe(null)
  await um.apagar('7-ação & recibo')
  await Promise.all([um.fechar(), outro.fechar()])
})

test('lists page after page', async () => {
  const armazem = armazemEmS3(bucket.acesso)
  for (const nome of ['a', 'b', 'c', 'd', 'e']) await armazem.guardar(nome, arquivo(nome))
  const achados = await listados(armazem)
  expect(achados.map(({ nome }) => nome)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(achados[0]!.alteradoEm).toEqual(new Date('2026-11-20T10:00:00.000Z'))
  await armazem.fechar()
})

test('a wrong key is told in the words of the bucket, and the file stays to be tried again', async () => {
  const armazem = armazemEmS3({ ...bucket.acesso, segredo: 'outro' })
  await expect(armazem.guardar('a', arquivo('bytes'))).rejects.toThrow('SignatureDoesNotMatch')
  expect(readdirSync(pasta)).toEqual(['chegou'])
  await armazem.fechar()
})

test.for([{}, { etag: '"x"', 'content-type': 'text/html' }])(
  'a page of a gateway is not taken for a file that was kept, or copied: %o',
  async (cabecalhos) => {
    const armazem = armazemEmS3(bucket.acesso)
    bucket.tolice = (_, resposta) => {
      resposta.writeHead(200, cabecalhos).end('<html><body>manutenção</body></html>')
      return true
    }
    await expect(armazem.guardar('a', arquivo('bytes'))).rejects.toThrow(ArmazemFora)
    expect(readdirSync(pasta)).toEqual(['chegou'])
    await expect(armazem.copiar('a', 'lidos/a')).rejects.toThrow(ArmazemFora)
    await armazem.fechar()
  },
)

test('a bucket that calls its empty answer html has kept the file', async () => {
  const armazem = armazemEmS3(bucket.acesso)
  bucket.tolice = (_, resposta) => {
    resposta.writeHead(200, { etag: '"x"', 'content-type': 'text/html; charset=UTF-8' }).end()
    return true
  }
  await armazem.guardar('a', arquivo('bytes'))
  expect(readdirSync(pasta)).toEqual([])
  await armazem.fechar()
})

test('what the folder kept before there was a bucket is still served, and swept', async () => {
  const antiga = armazemEmPasta(join(pasta, 'midias'))
  await antiga.guardar('velho', arquivo('de antes'))
  const armazem = comReserva(armazemEmS3(bucket.acesso), antiga)
  await armazem.guardar('novo', arquivo('de agora'))
  expect([await ler(await armazem.abrir('velho')), await ler(await armazem.abrir('novo'))]).toEqual([
    'de antes',
    'de agora',
  ])
  expect((await listados(armazem)).map(({ nome }) => nome)).toEqual(['novo', 'velho'])
  await armazem.apagar('velho')
  expect(await armazem.abrir('velho')).toBe(null)
  expect([...bucket.objetos.keys()]).toEqual(['/cobranca/midias/novo'])
  await armazem.fechar()
})

test('a file both in bucket and folder, as after copying it over, counts once', async () => {
  const antiga = armazemEmPasta(join(pasta, 'midias'))
  const nuvem = armazemEmS3(bucket.acesso)
  for (const onde of [antiga, nuvem]) await onde.guardar('levado', arquivo('o mesmo'))
  await antiga.guardar('velho', arquivo('de antes'))
  const armazem = comReserva(nuvem, antiga)
  expect((await listados(armazem)).map(({ nome }) => nome)).toEqual(['levado', 'velho'])
  await armazem.fechar()
})

test('a name is one file’s: none leads to another folder, and what others put deeper is left alone', async () => {
  const [nuvem, disco] = [armazemEmS3(bucket.acesso), armazemEmPasta(join(pasta, 'midias'))]
  bucket.objetos.set('/cobranca/segredo', Buffer.from('x'))
  writeFileSync(join(pasta, 'segredo'), 'x')
  for (const nome of ['..', '.', '', '../segredo', 'a/../../segredo', '..\\segredo', 'a\0b'])
    for (const armazem of [nuvem, disco]) {
      await expect(async () => armazem.abrir(nome)).rejects.toThrow('is no name of a file')
      await expect(async () => armazem.guardar(nome, arquivo('y'))).rejects.toThrow('is no name of a file')
      await expect(async () => armazem.apagar(nome)).rejects.toThrow('is no name of a file')
    }
  await nuvem.guardar('meu', arquivo('bytes'))
  bucket.objetos.set(`/cobranca/${encodeURIComponent('midias/de/outro')}`, Buffer.from('x'))
  expect((await listados(nuvem)).map(({ nome }) => nome)).toEqual(['meu'])
  await nuvem.fechar()
})

/** Answers on and on, until nobody listens. */
function semFim(resposta: ServerResponse, parte: string) {
  const mandar = () => {
    while (!resposta.destroyed && resposta.write(parte));
  }
  resposta.on('drain', mandar)
  mandar()
}
const item = (data: string) => `<Contents><Key>midias/a</Key><LastModified>${data}</LastModified></Contents>`
const INSTANTE = '2026-11-20T10:00:00.000Z'

test.for([
  ['a page of a gateway', (resposta: ServerResponse) => resposta.end('<html><body>manutenção</body></html>')],
  ['another kind of answer', (resposta: ServerResponse) => resposta.end('{"itens":[]}')],
  ['nothing', (resposta: ServerResponse) => resposta.end()],
  ['half a list', (resposta: ServerResponse) => resposta.end(`<ListBucketResult>${item(INSTANTE)}`)],
  [
    'a day that is none',
    (resposta: ServerResponse) => resposta.end(`<ListBucketResult>${item('x')}</ListBucketResult>`),
  ],
  [
    'a truncated list without a continuation token',
    (resposta: ServerResponse) => resposta.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
  ],
  [
    'the same page for ever',
    (resposta: ServerResponse) =>
      resposta.end('<ListBucketResult><NextContinuationToken>x</NextContinuationToken></ListBucketResult>'),
  ],
  [
    'another address',
    (resposta: ServerResponse) => resposta.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
  ],
  ['a list without an end', (resposta: ServerResponse) => semFim(resposta, `<ListBucketResult>${'x'.repeat(2 ** 20)}`)],
  ['a refusal without an end', (resposta: ServerResponse) => semFim(resposta.writeHead(500), 'x'.repeat(2 ** 20))],
] as const)('a bucket that gives %s in place of its list is away, and not empty', async ([, responder]) => {
  const armazem = armazemEmS3(bucket.acesso)
  bucket.tolice = (_, resposta) => {
    responder(resposta)
    return true
  }
  await expect(listados(armazem)).rejects.toThrow(ArmazemFora)
  await armazem.fechar()
})

test('a file of which the bucket does not say how long it is is not read', async () => {
  const armazem = armazemEmS3(bucket.acesso)
  bucket.tolice = (_, resposta) => {
    semFim(resposta, 'x'.repeat(2 ** 20))
    return true
  }
  await expect(armazem.abrir('a')).rejects.toThrow(ArmazemFora)
  await armazem.fechar()
})

test('a bucket that falls silent is waited for no longer than a person waits: before its answer, and in the middle of a file', async () => {
  const armazem = armazemEmS3(bucket.acesso, 'midias/', 50)
  await armazem.guardar('a', arquivo('bytes'))
  bucket.tolice = (_, resposta) => resposta.writeHead(200, { 'content-length': 5 }).write('by')
  const aberto = await armazem.abrir('a')
  await expect(ler(aberto)).rejects.toThrow('Body Timeout')
  bucket.tolice = () => true
  await expect(armazem.abrir('a')).rejects.toThrow(ArmazemFora)
  await expect(armazem.guardar('b', arquivo('bytes'))).rejects.toThrow(ArmazemFora)
  await armazem.fechar()
})
