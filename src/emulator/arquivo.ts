import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Envios } from './envios.ts'
import { criarGravacao, lerGravado } from './gravacao.ts'
import type { ModeloEmulado } from './modelos.forma.ts'
import type { Aparelho } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'
import type { Evento } from './webhooks.ts'

interface Retrato {
  versao: 1
  webhookUrl: string | null
  modelos: ModeloEmulado[]
  aparelhos: Aparelho[]
  pendentes: Evento[]
}

const ESPERA_MS = 2_000
/** Small on purpose: the latest phones and the end of each conversation. */
const APARELHOS = 400
const MENSAGENS = 40
const PENDENTES = 2_000

/** Restores the emulated world from a file, and saves it a moment after each change. */
export function abrirArquivo(caminho: string, nucleo: Nucleo, envios: Envios) {
  mkdirSync(dirname(caminho), { recursive: true })
  const retrato = lerGravado<Retrato>(caminho)
  if (retrato) repor(nucleo, envios, retrato)

  return criarGravacao(caminho, () => JSON.stringify(retratar(nucleo)), ESPERA_MS)
}

function retratar({ mundo, modelos, entregador }: Nucleo): Retrato {
  const aparelhos = [...mundo.aparelhos].slice(-APARELHOS)
  return {
    versao: 1,
    webhookUrl: entregador.url,
    modelos: modelos.todos,
    aparelhos: aparelhos.map((um) => ({ ...um, mensagens: um.mensagens.slice(-MENSAGENS), parLivreEm: 0 })),
    pendentes: entregador.naoEntregues(PENDENTES),
  }
}

function repor({ mundo, modelos, entregador }: Nucleo, envios: Envios, retrato: Retrato): void {
  if (retrato.versao !== 1) return
  entregador.url = retrato.webhookUrl
  for (const modelo of retrato.modelos) modelos.repor(modelo, true)
  for (const aparelho of retrato.aparelhos) envios.retomar(mundo.repor(aparelho))
  for (const evento of retrato.pendentes) entregador.emitir(evento, ESPERA_MS)
}
