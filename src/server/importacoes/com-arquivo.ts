import type { FastifyRequest } from 'fastify'
import { Sim } from '#contract/comum.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { type ArquivoRecebido, receberArquivo } from '#server/http/recepcao.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'

/** Receives the file, does the work and deletes the file; an error in the file is reported as its field's error. */
export async function comArquivo<T>(
  request: FastifyRequest,
  opcoes: Parameters<typeof receberArquivo>[1],
  fazer: (recebido: ArquivoRecebido) => Promise<T>,
): Promise<T> {
  let recebido: ArquivoRecebido | undefined
  try {
    recebido = await receberArquivo(request, opcoes)
    return await fazer(recebido)
  } catch (erro) {
    if (erro instanceof ArquivoIlegivel) throw new CamposInvalidos({ [opcoes.campo]: [erro.message] })
    throw erro
  } finally {
    await recebido?.apagar()
  }
}

/** An option of the address, or written beside the file: somebody who asked there for a simulation must not find it imported. */
export function opcaoPedida(nome: string, noEndereco: boolean, campos: ArquivoRecebido['campos']): boolean {
  const lida = Sim.safeParse(campos[nome] || undefined)
  if (!lida.success) throw new CamposInvalidos({ [nome]: ['Escreva 1 para sim, ou 0 para não.'] })
  return noEndereco || lida.data
}
