// @ts-check
import { chamar, por, tentar } from './estado.js'
import { quando } from './pix-tela.js'
import { criar } from './tela.js'

/** @typedef {{ id: number, de: string, para: string[], assunto: string, texto: string, recebido_em: string }} Email */

/** @type {Email[]} */
let emails = []
/** The one being read; null: none chosen. @type {number | null} */
let aberta = null

async function atualizar() {
  const dados = await chamar('/estado')
  por('relogio').textContent = quando(dados.relogio)
  if (dados.recebidos[0]?.id === emails[0]?.id && emails.length > 0) return
  emails = dados.recebidos
  desenharCaixa()
}

function desenharCaixa() {
  const foco = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id
  por('caixa').replaceChildren(...emails.map(desenharLinha))
  por('sem-emails').hidden = emails.length > 0
  if (foco) /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${foco}"]`))?.focus()
}

/** @param {Email} um */
const desenharLinha = (um) =>
  criar(
    'li',
    {},
    criar(
      'button',
      { type: 'button', class: 'cartao', 'data-id': String(um.id), 'aria-pressed': String(um.id === aberta) },
      criar('span', { class: 'quem' }, um.para.join(', ')),
      criar('span', { class: 'menor' }, quando(um.recebido_em)),
      criar('span', { class: 'menor' }, um.assunto),
    ),
  )

/** @param {Email} um */
function ler(um) {
  aberta = um.id
  for (const botao of por('caixa').querySelectorAll('button'))
    botao.setAttribute('aria-pressed', String(botao.dataset.id === String(aberta)))
  por('titulo-email').textContent = um.assunto
  por('email-de').textContent = `De ${um.de} para ${um.para.join(', ')}, ${quando(um.recebido_em)}`
  por('email-texto').replaceChildren(...comLinks(um.texto))
}

const ENDERECO = /(https?:\/\/\S+)/
/** The words as they came; only addresses of the web may be followed. @param {string} texto */
const comLinks = (texto) =>
  texto.split(ENDERECO).map((parte) => (ENDERECO.test(parte) ? criar('a', { href: parte }, parte) : parte))

por('caixa').addEventListener('click', (evento) => {
  const id = Number(/** @type {HTMLElement} */ (evento.target).closest('button')?.dataset.id)
  const um = emails.find((email) => email.id === id)
  if (um) ler(um)
})

const CADA_MS = 2_000
setInterval(() => {
  if (!document.hidden) void tentar(atualizar)
}, CADA_MS)
await tentar(atualizar)
