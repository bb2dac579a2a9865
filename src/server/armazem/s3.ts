import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { Agent, request } from 'undici'
import { lerTexto } from '#server/rede/corpo.ts'
import { SO_HTTP_1 } from '#server/rede/saida-segura.ts'
import { type Armazem, ArmazemFora, ehNomeSimples, exigirNomeSimples, GUARDAR, type Guardado } from './armazem.ts'
import { resumoDoArquivo } from './resumo.ts'

export interface AcessoS3 {
  /** `https://s3.sa-east-1.amazonaws.com`, or any other service that speaks the same. */
  endereco: string
  bucket: string
  regiao: string
  chave: string
  segredo: string
}

const [COPIAR, ABRIR, APAGAR, LISTAR] = [
  'copiar um arquivo',
  'abrir um arquivo',
  'apagar um arquivo',
  'listar arquivos',
]
/** 100 MB over a slow line. */
const PRAZO_MS = 5 * 60_000
/**
 * For the first word, or the next one, about a file that a person waits for: a browser has six connections to us, which the pictures
 * of one conversation would hold.
 */
const CALADO_MS = 30_000
/** A page of a thousand names takes a tenth of it. */
const MAIOR_RESPOSTA = 8 * 1_048_576

interface ArmazemEmS3 extends Armazem {
  /** The bucket itself copies the object, whole, to this key of its own: at most 5 GB of it. */
  copiar(nome: string, chave: string): Promise<void>
}

type Metodo = 'GET' | 'PUT' | 'DELETE'
interface Pedido {
  corpo?: Corpo
  cabecalhos?: Record<string, string>
  /** How long the bucket may say nothing, once it has the request. */
  caladoMs?: number
}

/** Signed calls to a bucket; the caller must consume the response. */
function chamadasDe(acesso: AcessoS3) {
  const agent = new Agent({ ...SO_HTTP_1, connect: { timeout: 10_000 } })
  const base = `${acesso.endereco.replace(/\/+$/, '')}/${encodeURIComponent(acesso.bucket)}`

  async function pedir(fazer: string, metodo: Metodo, caminho: string, pedido: Pedido = {}) {
    const { corpo, cabecalhos, caladoMs = PRAZO_MS } = pedido
    const { url, headers } = await new AwsV4Signer({
      service: 's3',
      region: acesso.regiao,
      accessKeyId: acesso.chave,
      secretAccessKey: acesso.segredo,
      method: metodo,
      url: base + caminho,
      // Signed, so that a file cut on the way is refused by the bucket itself.
      headers: { ...cabecalhos, 'x-amz-content-sha256': corpo?.sha256 ?? VAZIO },
    }).sign()
    const comprimento = metodo === 'PUT' && { 'content-length': String(corpo?.tamanho ?? 0) }
    return request(url, {
      dispatcher: agent,
      method: metodo,
      headers: { ...Object.fromEntries(headers), ...comprimento },
      body: corpo ? createReadStream(corpo.caminho) : null,
      headersTimeout: caladoMs,
      bodyTimeout: caladoMs,
      signal: AbortSignal.timeout(PRAZO_MS),
    }).catch((erro: unknown) => {
      throw new ArmazemFora(fazer, erro)
    })
  }
  return { pedir, fechar: () => agent.close() }
}
type Resposta = Awaited<ReturnType<ReturnType<typeof chamadasDe>['pedir']>>

/** Throws the bucket's own words, for the log. */
async function exigir(resposta: Resposta, fazer: string): Promise<Resposta> {
  if (resposta.statusCode < 300) return resposta
  const dito = (await textoDe(resposta, fazer)).slice(0, 500)
  throw new ArmazemFora(fazer, `${resposta.statusCode} ${dito}`)
}

const textoDe = ({ body }: Resposta, fazer: string): Promise<string> =>
  lerTexto(body, MAIOR_RESPOSTA).catch((erro: unknown) => {
    throw new ArmazemFora(fazer, erro)
  })

/** Storage under a prefix of a bucket: what one node stores, every node serves. */
export function armazemEmS3(acesso: AcessoS3, prefixo = 'midias/', caladoMs = CALADO_MS): ArmazemEmS3 {
  const { pedir, fechar } = chamadasDe(acesso)
  const objeto = (nome: string) => `/${encodeURI(prefixo)}${encodeURIComponent(exigirNomeSimples(nome))}`

  return {
    async guardar(nome, caminho) {
      const { size: tamanho } = await stat(caminho)
      const corpo = { caminho, tamanho, sha256: (await resumoDoArquivo(caminho)).toString('hex') }
      const resposta = await exigir(await pedir(GUARDAR, 'PUT', objeto(nome), { corpo, caladoMs }), GUARDAR)
      const pagina = /<html/i.test(await textoDe(resposta, GUARDAR)) // by its body: some buckets call their empty answer html
      // Every bucket sends it for a stored object. A gateway's error page may have its own, and the local file is the only copy.
      if (pagina || !resposta.headers.etag) throw new ArmazemFora(GUARDAR, 'it does not tell what it keeps')
      await rm(caminho, { force: true })
    },
    async copiar(nome, chave) {
      const cabecalhos = { 'x-amz-copy-source': `/${encodeURIComponent(acesso.bucket)}${objeto(nome)}` }
      const caminho = `/${chave.split('/').map(encodeURIComponent).join('/')}`
      const resposta = await exigir(await pedir(COPIAR, 'PUT', caminho, { cabecalhos }), COPIAR)
      // A long copy answers 200 before it ends, and may report its failure in the body.
      const dito = await textoDe(resposta, COPIAR)
      if (!dito.includes('<CopyObjectResult')) throw new ArmazemFora(COPIAR, dito.slice(0, 500))
    },
    async abrir(nome) {
      const resposta = await pedir(ABRIR, 'GET', objeto(nome), { caladoMs })
      if (resposta.statusCode === 404) {
        await resposta.body.dump()
        return null
      }
      const { body, headers } = await exigir(resposta, ABRIR)
      const tamanho = Number(headers['content-length'] ?? Number.NaN)
      if (Number.isSafeInteger(tamanho)) return { corpo: body as Readable, tamanho }
      body.on('error', () => undefined).destroy()
      throw new ArmazemFora(ABRIR, 'it does not tell how long the file is')
    },
    async apagar(nome) {
      await (await exigir(await pedir(APAGAR, 'DELETE', objeto(nome)), APAGAR)).body.dump()
    },
    async *listar() {
      let depois: string | null = ''
      while (depois !== null) {
        const continuar = depois ? `&continuation-token=${encodeURIComponent(depois)}` : ''
        const caminho = `?list-type=2&delimiter=%2F&prefix=${encodeURIComponent(prefixo)}${continuar}`
        const dita = await textoDe(await exigir(await pedir(LISTAR, 'GET', caminho), LISTAR), LISTAR)
        const pagina = lerLista(prefixo, dita)
        if (pagina.depois === depois) throw new ArmazemFora(LISTAR, 'the list has no end')
        // What others put deeper in the bucket is not ours.
        yield* pagina.guardados.filter(({ nome }) => ehNomeSimples(nome))
        depois = pagina.depois
      }
    },
    fechar,
  }
}

interface Corpo {
  caminho: string
  tamanho: number
  sha256: string
}

const VAZIO = createHash('sha256').digest('hex')

/** A page of `ListObjectsV2`; `depois` requests the next one. Anything else would look like an empty bucket. */
function lerLista(prefixo: string, xml: string): { guardados: Guardado[]; depois: string | null } {
  const guardados: Guardado[] = []
  let depois: string | null = null
  let um: Partial<Guardado> = {}
  let texto = ''
  let raiz = ''
  let cortada = false
  const leitor = new SaxesParser()
  leitor.on('opentag', ({ name }) => {
    raiz ||= name
    texto = ''
  })
  leitor.on('text', (parte) => {
    texto += parte
  })
  leitor.on('closetag', ({ name }) => {
    if (name === 'Key') um.nome = texto.slice(prefixo.length)
    if (name === 'LastModified') um.alteradoEm = new Date(texto)
    if (name === 'ETag') um.versao = texto
    if (name === 'Size') um.tamanho = Number(texto)
    if (name === 'Contents') {
      const { nome = '', alteradoEm = new Date(Number.NaN), ...resto } = um
      guardados.push({ nome, alteradoEm, ...resto })
      um = {}
    }
    if (name === 'NextContinuationToken') depois = texto || null
    if (name === 'IsTruncated') cortada = texto === 'true'
  })
  leitor.on('error', (erro) => {
    throw new ArmazemFora(LISTAR, erro)
  })
  leitor.write(xml).close()
  const inteira = raiz === 'ListBucketResult' && (depois !== null || !cortada)
  if (inteira && guardados.every(({ alteradoEm }) => !Number.isNaN(alteradoEm.getTime()))) return { guardados, depois }
  throw new ArmazemFora(LISTAR, `it gave no list: ${xml.slice(0, 200)}`)
}
