import { createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { aindaChega, DESTINOS, type Desfecho } from '#domain/pasta-vigiada.ts'
import { ArmazemFora } from '#server/armazem/armazem.ts'
import { type AcessoS3, armazemEmS3 } from '#server/armazem/s3.ts'
import { type Esperando, type Origem, PastaFora } from './origem.ts'

/** What is put under a prefix of the bucket. An object is whole as soon as it is there. */
export function pastaEmBalde(acesso: AcessoS3, prefixo: string): Origem {
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
  return {
    onde: `${acesso.bucket}/${prefixo}`,
    olhar: () =>
      comFrase(async () => {
        const achados: Esperando[] = []
        for await (const { nome, alteradoEm, tamanho = null } of entrada.listar())
          if (!aindaChega(nome) && tamanho !== 0)
            achados.push({ nome, tamanho: null, impedimento: null, marca: alteradoEm.toISOString() })
        return achados.sort((a, b) => a.marca.localeCompare(b.marca) || a.nome.localeCompare(b.nome))
      }),
    trazer: ({ nome }, caminho) =>
      comFrase(async () => {
        const aberto = await entrada.abrir(nome)
        if (aberto) await pipeline(aberto.corpo, createWriteStream(caminho, { mode: 0o600, flags: 'wx' }))
        return aberto !== null
      }),
    relatar: (desfecho, nome, caminho) => comFrase(() => guardarCopia(destinos[desfecho], nome, caminho)),
    levar: ({ nome, marca }, desfecho, novo, local) =>
      comFrase(async () => {
        if (local) await guardarCopia(destinos[desfecho], novo, local)
        // Another object has its name by now: that one is taken by itself.
        for await (const um of entrada.listar())
          if (um.nome === nome && um.alteradoEm.toISOString() === marca) return entrada.apagar(nome)
      }),
  }
}

/** What is kept is taken from where it lay: here it is a copy. */
async function guardarCopia(onde: ReturnType<typeof armazemEmS3>, nome: string, caminho: string): Promise<void> {
  const copia = `${caminho}.ida`
  await copyFile(caminho, copia)
  await onde.guardar(nome, copia)
}
