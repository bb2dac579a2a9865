import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AcessoS3 } from '#server/armazem/s3.ts'

const hmac = (chave: string | Buffer, texto: string) => createHmac('sha256', chave).update(texto).digest()
const sha256 = (dados: string | Buffer) => createHash('sha256').update(dados).digest('hex')

/** Amazon's request signature, implemented from its specification and not with the library that signs. */
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

/** Buckets tell whole seconds: all that a test writes is of one. */
const MODIFICADO = '<LastModified>2026-11-20T10:00:00.000Z</LastModified>'

/** An in-memory bucket that verifies every signature and length. */
export async function abrirBucket() {
  const objetos = new Map<string, Buffer>()
  /** Sizes that the listing reports for some keys, instead of the real ones. */
  const declarados = new Map<string, number>()
  /** Requests as "GET /key", in order. */
  const pedidos: string[] = []
  const acesso: AcessoS3 = {
    endereco: '',
    bucket: 'cobranca',
    regiao: 'sa-east-1',
    chave: 'AKIA',
    segredo: 's/egr+edo',
  }
  const bucket = {
    acesso,
    objetos,
    declarados,
    pedidos,
    /** Answers instead of the bucket when it returns true. */
    tolice: undefined as undefined | ((pedido: IncomingMessage, resposta: ServerResponse) => boolean),
    fechar: () => servidor.close(),
  }
  const servidor = createServer(async (pedido, resposta) => {
    const partes: Buffer[] = []
    for await (const parte of pedido) partes.push(parte as Buffer)
    const corpo = Buffer.concat(partes)
    if (bucket.tolice?.(pedido, resposta)) return
    if (pedido.headers.authorization !== assinaturaEsperada(pedido, acesso))
      return resposta.writeHead(403).end('SignatureDoesNotMatch')
    if (pedido.headers['x-amz-content-sha256'] !== sha256(corpo))
      return resposta.writeHead(400).end('XAmzContentSHA256Mismatch')
    const url = new URL(pedido.url!, 'http://bucket')
    pedidos.push(`${pedido.method} ${url.pathname}`)
    if (pedido.method === 'PUT') {
      if (pedido.headers['content-length'] === undefined) return resposta.writeHead(411).end('MissingContentLength')
      const deOutro = pedido.headers['x-amz-copy-source']
      if (deOutro && !objetos.has(String(deOutro))) return resposta.writeHead(404).end('<Code>NoSuchKey</Code>')
      objetos.set(url.pathname, deOutro ? objetos.get(String(deOutro))! : corpo)
      return deOutro ? resposta.end('<CopyObjectResult/>') : resposta.setHeader('etag', '"x"').end()
    }
    if (pedido.method === 'DELETE') objetos.delete(url.pathname)
    if (pedido.method === 'DELETE') return resposta.writeHead(204).end()
    if (url.searchParams.has('list-type')) return resposta.end(lista(url.searchParams))
    const achado = objetos.get(url.pathname)
    return achado ? resposta.end(achado) : resposta.writeHead(404).end('<Code>NoSuchKey</Code>')
  })
  /** Pages of two keys, where S3 has a thousand. */
  function lista(consulta: URLSearchParams) {
    const guardados = new Map<string, string>()
    for (const [caminho, objeto] of objetos)
      guardados.set(
        decodeURIComponent(caminho.slice('/cobranca/'.length)),
        `<ETag>&quot;${sha256(objeto)}&quot;</ETag><Size>${declarados.get(caminho) ?? objeto.length}</Size>`,
      )
    const todos = [...guardados.keys()]
    const de = Number(consulta.get('continuation-token')?.replace('a&', '') ?? 0)
    const pagina = todos.filter((nome) => nome.startsWith(consulta.get('prefix')!)).slice(de, de + 2)
    const itens = pagina.map((nome) => `<Contents><Key>${nome}</Key>${MODIFICADO}${guardados.get(nome)}</Contents>`)
    const depois = de + 2 < todos.length ? `<NextContinuationToken>a&amp;${de + 2}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${itens.join('')}${depois}</ListBucketResult>`
  }
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  acesso.endereco = `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`
  return bucket
}
