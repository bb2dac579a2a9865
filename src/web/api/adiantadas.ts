import { cabecalhos } from './cabecalhos.ts'

const adiantadas = new Map<string, Promise<Response>>()

/** Asks for something before the screen that will want it is there. */
export function adiantar(endereco: string, aceita?: string) {
  const resposta = fetch(endereco, { headers: { ...cabecalhos(), ...(aceita && { accept: aceita }) } })
  resposta.catch(() => undefined) // whoever takes it is told
  adiantadas.set(endereco, resposta)
}

/** The answer on its way, once: whoever asks again asks anew. */
export function tomar(endereco: string): Promise<Response> | undefined {
  const resposta = adiantadas.get(endereco)
  adiantadas.delete(endereco)
  return resposta
}
