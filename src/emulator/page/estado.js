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
 * @param {string} caminho @param {string} [metodo] @param {object} [corpo]
 * @returns {Promise<any>}
 */
export async function chamar(caminho, metodo = 'GET', corpo) {
  const resposta = await fetch(`${RAIZ}api${caminho}`, {
    method: metodo,
    ...(corpo ? { body: JSON.stringify(corpo), headers: { 'content-type': 'application/json' } } : {}),
  })
  const dados = await resposta.json()
  if (!resposta.ok) throw new Error(dados.message ?? 'O emulador não conseguiu fazer isso.')
  return dados
}

/** Does it and says in a sentence when it could not. @param {() => Promise<unknown>} fazer */
export async function tentar(fazer) {
  const aviso = por('aviso')
  try {
    await fazer()
    aviso.hidden = true
  } catch (erro) {
    aviso.textContent =
      erro instanceof TypeError ? 'Sem conexão com o emulador. Tentando de novo…' : /** @type {Error} */ (erro).message
    aviso.hidden = false
  }
}

export const rota = () => `/telefones/${encodeURIComponent(estado.aberto ?? '')}`
