// @ts-check
// What every part of the page knows, and how it speaks with the emulator.

/** @typedef {import('./tela.js').Mensagem} Mensagem */
/** @typedef {import('./tela.js').Item} Item */
/** @typedef {import('./tela.js').Registro} Registro */
/** @typedef {{ tipo: string, codigo?: number } | null} Resposta */
/**
 * @typedef {{ id: string, telefone: string, nome: string | null, wa_id: string, janela_ate: string | null,
 *   quer_marketing: boolean, mensagens: Mensagem[], webhooks: Registro[],
 *   ajustes: { resposta: Resposta, atrasoWebhookMs: number, semNono: boolean | null } & Record<string, unknown> }} Aparelho
 */

export const RAIZ = document.documentElement.dataset.raiz ?? '/'

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export const por = (id) => /** @type {T} */ (document.getElementById(id))

/** @type {{ aberto: string | null, aparelho: Aparelho | null, itens: Item[], citada: Mensagem | null, editada: Mensagem | null, desvioMs: number }} */
export const estado = { aberto: null, aparelho: null, itens: [], citada: null, editada: null, desvioMs: 0 }
export const agora = () => new Date(Date.now() + estado.desvioMs)

/**
 * Embedded, the controls are an administrator's: whoever signed in to the application in this browser.
 * @returns {Record<string, string>}
 */
function autorizacao() {
  const token = localStorage.getItem('token')
  return token ? { authorization: `Bearer ${token}` } : {}
}

/**
 * @param {string} caminho @param {string} [metodo] @param {object} [corpo]
 * @returns {Promise<any>}
 */
export async function chamar(caminho, metodo = 'GET', corpo) {
  const resposta = await fetch(`${RAIZ}api${caminho}`, {
    method: metodo,
    headers: { ...autorizacao(), ...(corpo ? { 'content-type': 'application/json' } : {}) },
    ...(corpo ? { body: JSON.stringify(corpo) } : {}),
  })
  const dados = await resposta.json().catch(() => ({}))
  if (!resposta.ok) throw new Error(dados.message ?? 'O emulador não conseguiu fazer isso.')
  return dados
}

/** Does it, and says in a sentence when it could not, or what came of it. @param {() => Promise<unknown>} fazer */
export async function tentar(fazer) {
  const aviso = por('aviso')
  try {
    const frase = await fazer()
    aviso.textContent = typeof frase === 'string' ? frase : ''
    aviso.hidden = aviso.textContent === ''
  } catch (erro) {
    aviso.textContent =
      erro instanceof TypeError ? 'Sem conexão com o emulador. Tentando de novo…' : /** @type {Error} */ (erro).message
    aviso.hidden = false
  }
}

export const rota = () => `/telefones/${encodeURIComponent(estado.aberto ?? '')}`

const ANTES_DE_VOLTAR_MS = 2_000

/**
 * Listens to which phones changed (null: all), without end; an EventSource cannot send the token.
 * @param {{ abriu: () => void, mudou: (aparelhos: string[] | null) => void, caiu: () => void }} ouvinte
 */
export async function ouvir({ abriu, mudou, caiu }) {
  for (;;) {
    try {
      const resposta = await fetch(`${RAIZ}api/eventos`, { headers: autorizacao() })
      if (resposta.ok && resposta.body) {
        abriu()
        await lerEventos(resposta.body, mudou)
      }
    } catch {
      // the connection broke: told below, and tried again
    }
    caiu()
    await new Promise((depois) => setTimeout(depois, ANTES_DE_VOLTAR_MS))
  }
}

/** @param {ReadableStream<BufferSource>} corpo @param {(aparelhos: string[] | null) => void} mudou */
async function lerEventos(corpo, mudou) {
  const leitor = corpo.pipeThrough(new TextDecoderStream()).getReader()
  let resto = ''
  for (let parte = await leitor.read(); !parte.done; parte = await leitor.read()) {
    const eventos = (resto + parte.value).split('\n\n')
    resto = eventos.pop() ?? ''
    for (const evento of eventos) {
      const dados = /^data: (.*)$/m.exec(evento)?.[1]
      if (dados !== undefined) mudou(JSON.parse(dados))
    }
  }
}
