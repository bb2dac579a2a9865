import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Armazem, armazemEmPasta, comReserva, type Guardado } from './armazem.ts'
import { type AcessoS3, armazemEmS3 } from './s3.ts'

const hmac = (chave: string | Buffer, texto: string) => createHmac('sha256', chave).update(texto).digest()
const sha256 = (dados: string | Buffer) => createHash('sha256').update(dados).digest('hex')

/** Amazon's signature of a request, written from its description and not from the library that signs. */
function assinaturaEsperada(pedido: IncomingMessage, acesso: AcessoS3): string {
  const autorizacao = String(pedido.headers.authorization)
  const assinados = /SignedHeaders=([^,]+)/.exec(autorizacao)![1]!
  const [caminho, busca = ''] = pedido.url!.split('?')
  const consulta = busca
    .split('&')
    .filter(Boolean)
    .map((par) => (par.includes('=') ? par : `${par}=`))
    .sort()
    .join('&')
  const cabecalhos = assinados.split(';').map((nome) => `${nome}:${String(pedido.headers[nome]).trim()}\n`)
  const canonico = [
    pedido.method,
    caminho,
    consulta,
    cabecalhos.join(''),
    assinados,
    pedido.headers['x-amz-content-sha256'],
  ]
  const data = String(pedido.headers['x-amz-date'])
  const alcance = `${data.slice(0, 8)}/${acesso.regiao}/s3/aws4_request`
  const chave = [data.slice(0, 8), acesso.regiao, 's3', 'aws4_request'].reduce<string | Buffer>(
    (anterior, parte) => hmac(anterior, parte),
    `AWS4${acesso.segredo}`,
  )
  const aAssinar = ['AWS4-HMAC-SHA256', data, alcance, sha256(canonico.join('\n'))].join('\n')
  return `AWS4-HMAC-SHA256 Credential=${acesso.chave}/${alcance}, SignedHeaders=${assinados}, Signature=${hmac(chave, aAssinar).toString('hex')}`
}

/** A bucket in memory that believes no signature and no length it has not reckoned itself. */
async function abrirBucket() {
  const objetos = new Map<string, Buffer>()
  const acesso: AcessoS3 = {
    endereco: '',
    bucket: 'cobranca',
    regiao: 'sa-east-1',
    chave: 'AKIA',
    segredo: 's/egr+edo',
  }
  const servidor = createServer(async (pedido, resposta) => {
    const partes: Buffer[] = []
    for await (const parte of pedido) partes.push(parte as Buffer)
    const corpo = Buffer.concat(partes)
    if (pedido.headers.authorization !== assinaturaEsperada(pedido, acesso))
      return resposta.writeHead(403).end('SignatureDoesNotMatch')
    if (pedido.headers['x-amz-content-sha256'] !== sha256(corpo))
      return resposta.writeHead(400).end('XAmzContentSHA256Mismatch')
    const url = new URL(pedido.url!, 'http://bucket')
    if (pedido.method === 'PUT') {
      if (pedido.headers['content-length'] === undefined) return resposta.writeHead(411).end('MissingContentLength')
      objetos.set(url.pathname, corpo)
    }
    if (pedido.method === 'DELETE') objetos.delete(url.pathname)
    if (pedido.method !== 'GET') return resposta.writeHead(pedido.method === 'DELETE' ? 204 : 200).end()
    if (url.searchParams.has('list-type')) return resposta.end(lista(url.searchParams))
    const achado = objetos.get(url.pathname)
    return achado ? resposta.end(achado) : resposta.writeHead(404).end('<Code>NoSuchKey</Code>')
  })
  /** Two a page, as if they were a thousand. */
  function lista(consulta: URLSearchParams) {
    const todos = [...objetos.keys()].map((caminho) => decodeURIComponent(caminho.slice('/cobranca/'.length)))
    const de = Number(consulta.get('continuation-token')?.replace('a&', '') ?? 0)
    const pagina = todos.filter((nome) => nome.startsWith(consulta.get('prefix')!)).slice(de, de + 2)
    const itens = pagina.map(
      (nome) => `<Contents><Key>${nome}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`,
    )
    const depois = de + 2 < todos.length ? `<NextContinuationToken>a&amp;${de + 2}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${itens.join('')}${depois}</ListBucketResult>`
  }
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  acesso.endereco = `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`
  return { acesso, objetos, fechar: () => servidor.close() }
}

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

test('what one node keeps in a bucket another reads, until it is taken away', async () => {
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
