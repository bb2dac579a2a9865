import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Envios } from './envios.ts'
import { criarGravacao } from './gravacao.ts'
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
  const retrato = existsSync(caminho) ? ler(caminho) : null
  if (retrato) repor(nucleo, envios, retrato)

  return criarGravacao(caminho, () => JSON.stringify(retratar(nucleo)), ESPERA_MS)
}

/** A file that cannot be read is renamed and reported: emulated conversations are not worth a failed start. */
function ler(caminho: string): Retrato | null {
  try {
    return JSON.parse(readFileSync(caminho, 'utf8')) as Retrato
  } catch (erro) {
    console.error(`O arquivo do emulador está ilegível e foi guardado como ${caminho}.ilegivel:`, erro)
    renameSync(caminho, `${caminho}.ilegivel`)
    return null
  }
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
