import { createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { aindaChega, DESTINOS, type Desfecho } from '#domain/pasta-vigiada.ts'
import { ArmazemFora, type Guardado } from '#server/armazem/armazem.ts'
import { type AcessoS3, armazemEmS3 } from '#server/armazem/s3.ts'
import { type Esperando, MAIOR_BYTES, type Origem, PastaFora } from './origem.ts'

/** What S3 copies in one call. */
const MAIOR_COPIA_BYTES = 5 * 2 ** 30

/** What is put under a prefix of the bucket. An object is whole as soon as it is there. */
export function pastaEmBucket(acesso: AcessoS3, prefixo: string): Origem {
  const entrada = armazemEmS3(acesso, prefixo)
  const destino = (desfecho: Desfecho) => armazemEmS3(acesso, `${prefixo}${DESTINOS[desfecho]}/`)
  const destinos = { importado: destino('importado'), recusado: destino('recusado') }
  const comFrase = <T>(fazer: () => Promise<T>): Promise<T> =>
    fazer().catch((erro: unknown) => {
      if (!(erro instanceof ArmazemFora)) throw erro
      throw new PastaFora(`O armazenamento S3, de onde os arquivos são tomados (${prefixo}), não responde ou recusa.`, {
        cause: erro,
      })
    })
  /** Moves an object that was too large to download. */
  async function moverInteiro({ nome, tamanho = 0 }: Guardado, chave: string) {
    if (tamanho > MAIOR_COPIA_BYTES)
      throw new PastaFora(
        `O objeto ${prefixo}${nome} tem mais de 5 GB, e o armazenamento S3 não o tira do lugar: tire-o dali à mão.`,
      )
    await entrada.copiar(nome, chave)
  }
  return {
    onde: `${acesso.bucket}/${prefixo}`,
    olhar: () =>
      comFrase(async () => {
        const achados: (Esperando & { em: number })[] = []
        for await (const um of entrada.listar()) {
          const { nome, tamanho = null, alteradoEm } = um
          if (!aindaChega(nome) && tamanho !== 0)
            achados.push({ nome, tamanho, impedimento: null, marca: marcaDe(um), em: alteradoEm.getTime() })
        }
        return achados.sort((a, b) => a.em - b.em || a.nome.localeCompare(b.nome))
      }),
    trazer: ({ nome }, caminho) =>
      comFrase(async () => {
        const aberto = await entrada.abrir(nome)
        if (!aberto) return false
        return pipeline(aberto.corpo, ateOMaior, createWriteStream(caminho, { mode: 0o600, flags: 'wx' })).then(
          () => true,
          (erro) => (erro instanceof MaiorQueTodos ? false : Promise.reject(erro)),
        )
      }),
    relatar: (desfecho, nome, caminho) => comFrase(() => guardarCopia(destinos[desfecho], nome, caminho)),
    levar: ({ nome, marca }, desfecho, novo, local) =>
      comFrase(async () => {
        if (local) await guardarCopia(destinos[desfecho], novo, local)
        // Another object has this name by now: it will be imported separately.
        for await (const um of entrada.listar()) {
          if (um.nome !== nome || marcaDe(um) !== marca) continue
          if (!local) await moverInteiro(um, `${prefixo}${DESTINOS[desfecho]}/${novo}`)
          return entrada.apagar(nome)
        }
      }),
  }
}

const marcaDe = ({ alteradoEm, tamanho, versao }: Guardado) => [alteradoEm.toISOString(), tamanho, versao].join(' ')

/** The object was replaced by one larger than listed: the next look refuses it. */
class MaiorQueTodos extends Error {}

async function* ateOMaior(partes: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const parte of partes) {
    bytes += parte.length
    if (bytes > MAIOR_BYTES) throw new MaiorQueTodos()
    yield parte
  }
}

/** `guardar` moves the file that it is given, so it gets a copy. */
async function guardarCopia(onde: ReturnType<typeof armazemEmS3>, nome: string, caminho: string): Promise<void> {
  const copia = `${caminho}.ida`
  await copyFile(caminho, copia)
  await onde.guardar(nome, copia)
}
