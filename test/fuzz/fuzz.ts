import { ATRASO_DEMAIS_MS, PARADA_DEMAIS_MS } from '../event-loop.ts'
import { Acaso } from './acaso.ts'
import { type Alvo, type Resposta, SEGREDO } from './alvo.ts'
import { type Pedido, pedidoDe, webhook } from './chamadas.ts'

/** Only Meta can sign, and it may send 3 MB: a body of that size is parsed in the event loop. */
const PARADA_DE_WEBHOOK_MS = 250
const WEBHOOK_GRANDE = 262_144
const MEMORIA_MIB = 1_200
const PARTE_DE_WEBHOOKS = 0.15
const PARTE_DE_ENVIOS = 0.15

export interface Achado {
  caso: number
  problema: string
  pedido: Pedido
  resposta: Resposta | null
}

/** The call of this case: always the same, whatever came before. */
function casoDe(alvo: Alvo, semente: number, caso: number): { acaso: Acaso; pedido: Pedido } {
  const acaso = new Acaso(semente, caso)
  if (acaso.chance(PARTE_DE_WEBHOOKS)) return { acaso, pedido: webhook(acaso, SEGREDO) }
  const envios = alvo.operacoes.filter((operacao) => operacao.formulario)
  const operacao = acaso.um(acaso.chance(PARTE_DE_ENVIOS) ? envios : alvo.operacoes)
  return { acaso, pedido: pedidoDe(acaso, operacao) }
}

/** Makes the call and checks everything that must hold for any input; null when all does. */
export async function provar(
  alvo: Alvo,
  semente: number,
  caso: number,
  paradaMs = PARADA_DEMAIS_MS,
): Promise<Achado | null> {
  const { acaso, pedido } = casoDe(alvo, semente, caso)
  let resposta: Resposta | null = null
  let problema: string | null
  try {
    resposta = await alvo.enviar(acaso, pedido)
    problema = problemaDaResposta(resposta) ?? (await problemaDoLoop(alvo, pedido, paradaMs))
  } catch (erro) {
    problema = `no answer: ${String(erro)} ${String((erro as Error).cause ?? '')}`
  }
  return problema === null ? null : { caso, problema, pedido, resposta }
}

/** Text that must not reach a stranger: stacks, SQL, a library's English messages. */
const VAZAMENTO =
  /\bat \S+ \(|\.(?:ts|js|mjs):\d+|node_modules|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|syntax error|violates|relation "|invalid input|unexpected token|must be|is not a /i
const DE_PROPOSITO = [503, 507]

export function problemaDaResposta({ status, tipo, corpo }: Resposta): string | null {
  if (status >= 500 && !DE_PROPOSITO.includes(status)) return `status ${status}`
  if (tipo.includes('x-ndjson')) {
    const linhas = corpo.split('\n').filter(Boolean)
    return linhas.some((linha) => JSON.parse(linha).status >= 500) ? 'a line of status 500' : null
  }
  if (status < 400) return null
  if (!tipo.includes('application/json')) return `an error as ${tipo || 'nothing'}`
  let message: unknown
  try {
    message = JSON.parse(corpo).message
  } catch {
    return 'an error that is no JSON'
  }
  if (typeof message !== 'string' || !/\p{L}.{8,}[.?!]$/su.test(message)) return 'an error without a sentence'
  return VAZAMENTO.test(message) ? 'an error that tells of the inside' : null
}

/** A single long block may be chance (compilation, garbage collection, an earlier upload); a real one repeats every time. */
const OUTRAS_VEZES = 5

async function problemaDoLoop(alvo: Alvo, pedido: Pedido, maximoMs: number): Promise<string | null> {
  let { paradaMs, atrasoMs, memoriaMib } = await alvo.loop()
  if (memoriaMib > MEMORIA_MIB) return `${memoriaMib.toFixed(0)} MiB of memory`
  if (atrasoMs > ATRASO_DEMAIS_MS) return `the loop was ${atrasoMs.toFixed(0)} ms late`
  const grande = pedido.cabecalhos['x-hub-signature-256'] && (pedido.corpo?.length ?? 0) > WEBHOOK_GRANDE
  const limite = grande ? Math.max(maximoMs, PARADA_DE_WEBHOOK_MS) : maximoMs
  for (let vez = 0; vez < OUTRAS_VEZES && paradaMs > limite; vez += 1) {
    await alvo.enviar(new Acaso(1, vez), pedido)
    paradaMs = Math.min(paradaMs, (await alvo.loop()).paradaMs)
  }
  return paradaMs > limite ? `the loop stood still for ${paradaMs.toFixed(0)} ms` : null
}

/** Runs cases while `mais` of their number is true; none may block the loop for longer than `paradaMs`. Returns the findings, and the number of answers by status. */
export async function explorar(
  alvo: Alvo,
  semente: number,
  mais: (casos: number) => boolean,
  aoAchar: (achado: Achado) => void,
  paradaMs = PARADA_DEMAIS_MS,
) {
  const contagem = new Map<string, number>()
  const achados: Achado[] = []
  let caso = 0
  await alvo.loop()
  for (; mais(caso); caso += 1) {
    const achado = await provar(alvo, semente, caso, paradaMs)
    if (achado) {
      achados.push(achado)
      aoAchar(achado)
    }
    const classe = achado?.problema ?? 'bem'
    contagem.set(classe, (contagem.get(classe) ?? 0) + 1)
    if (caso % 20 === 19) await alvo.entrar()
  }
  return { casos: caso, achados, contagem }
}
