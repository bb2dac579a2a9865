import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { Agent, request } from 'undici'
import { type Armazem, ArmazemFora, ehNomeSimples, exigirNomeSimples, type Guardado } from './armazem.ts'

export interface AcessoS3 {
  /** `https://s3.sa-east-1.amazonaws.com`, or any other service that speaks the same. */
  endereco: string
  bucket: string
  regiao: string
  chave: string
  segredo: string
}

const [GUARDAR, ABRIR, APAGAR, LISTAR] = [
  'guardar um arquivo',
  'abrir um arquivo',
  'apagar um arquivo',
  'listar arquivos',
]
/** 100 MB over a slow line. */
const PRAZO_MS = 5 * 60_000

/** What lies under a prefix of a bucket: what one node keeps, every node serves. */
export function armazemEmS3(acesso: AcessoS3, prefixo = 'midias/'): Armazem {
  const agent = new Agent({ connect: { timeout: 10_000 } })
  const base = `${acesso.endereco.replace(/\/+$/, '')}/${encodeURIComponent(acesso.bucket)}`

  async function pedir(fazer: string, metodo: 'GET' | 'PUT' | 'DELETE', caminho: string, corpo?: Corpo) {
    const { url, headers } = await new AwsV4Signer({
      service: 's3',
      region: acesso.regiao,
      accessKeyId: acesso.chave,
      secretAccessKey: acesso.segredo,
      method: metodo,
      url: base + caminho,
      // Signed, so that a file cut on the way is refused by the bucket itself.
      headers: { 'x-amz-content-sha256': corpo?.sha256 ?? VAZIO },
    }).sign()
    return request(url, {
      dispatcher: agent,
      method: metodo,
      headers: { ...Object.fromEntries(headers), ...(corpo ? { 'content-length': String(corpo.tamanho) } : {}) },
      body: corpo ? createReadStream(corpo.caminho) : null,
      signal: AbortSignal.timeout(PRAZO_MS),
    }).catch((erro: unknown) => {
      throw new ArmazemFora(fazer, erro)
    })
  }
  type Resposta = Awaited<ReturnType<typeof pedir>>

  /** The bucket's own words, for the log. */
  async function exigir(resposta: Resposta, fazer: string): Promise<Resposta> {
    if (resposta.statusCode < 300) return resposta
    const dito = (await resposta.body.text()).slice(0, 500)
    throw new ArmazemFora(fazer, `${resposta.statusCode} ${dito}`)
  }
  const objeto = (nome: string) => `/${encodeURI(prefixo)}${encodeURIComponent(exigirNomeSimples(nome))}`

  return {
    async guardar(nome, caminho) {
      const { size: tamanho } = await stat(caminho)
      const corpo = { caminho, tamanho, sha256: await resumir(caminho) }
      await (await exigir(await pedir(GUARDAR, 'PUT', objeto(nome), corpo), GUARDAR)).body.dump()
      await rm(caminho, { force: true })
    },
    async abrir(nome) {
      const resposta = await pedir(ABRIR, 'GET', objeto(nome))
      if (resposta.statusCode === 404) {
        await resposta.body.dump()
        return null
      }
      const { body, headers } = await exigir(resposta, ABRIR)
      return { corpo: body as Readable, tamanho: Number(headers['content-length']) }
    },
    async apagar(nome) {
      await (await exigir(await pedir(APAGAR, 'DELETE', objeto(nome)), APAGAR)).body.dump()
    },
    async *listar() {
      let depois: string | null = ''
      while (depois !== null) {
        const continuar = depois ? `&continuation-token=${encodeURIComponent(depois)}` : ''
        const caminho = `?list-type=2&delimiter=%2F&prefix=${encodeURIComponent(prefixo)}${continuar}`
        const pagina = lerLista(prefixo, await (await exigir(await pedir(LISTAR, 'GET', caminho), LISTAR)).body.text())
        // What others put deeper in the bucket is not ours.
        yield* pagina.guardados.filter(({ nome }) => ehNomeSimples(nome))
        depois = pagina.depois
      }
    },
    fechar: () => agent.close(),
  }
}

interface Corpo {
  caminho: string
  tamanho: number
  sha256: string
}

const VAZIO = createHash('sha256').digest('hex')

async function resumir(caminho: string): Promise<string> {
  const resumo = createHash('sha256')
  for await (const parte of createReadStream(caminho) as AsyncIterable<Buffer>) resumo.update(parte)
  return resumo.digest('hex')
}

/** A page of `ListObjectsV2`; `depois` asks for the next one. */
function lerLista(prefixo: string, xml: string): { guardados: Guardado[]; depois: string | null } {
  const guardados: Guardado[] = []
  let depois: string | null = null
  let nome = ''
  let texto = ''
  const leitor = new SaxesParser()
  leitor.on('opentag', () => {
    texto = ''
  })
  leitor.on('text', (parte) => {
    texto += parte
  })
  leitor.on('closetag', ({ name }) => {
    if (name === 'Key') nome = texto.slice(prefixo.length)
    if (name === 'LastModified') guardados.push({ nome, alteradoEm: new Date(texto) })
    if (name === 'Size' && guardados.length > 0) guardados.at(-1)!.tamanho = Number(texto)
    if (name === 'NextContinuationToken') depois = texto
  })
  leitor.on('error', (erro) => {
    throw erro
  })
  leitor.write(xml).close()
  return { guardados, depois }
}
