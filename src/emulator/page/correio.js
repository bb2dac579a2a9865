// @ts-check
import { criar, quando } from './pix-tela.js'

/** @typedef {{ id: number, de: string, para: string[], assunto: string, texto: string, recebido_em: string }} Carta */

const RAIZ = document.documentElement.dataset.raiz ?? '/'
/** @param {string} id */
const por = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @type {Carta[]} */
let cartas = []
/** The one being read; null: none chosen. @type {number | null} */
let aberta = null

async function atualizar() {
  const token = localStorage.getItem('token')
  const resposta = await fetch(`${RAIZ}api/estado`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const dados = await resposta.json().catch(() => ({}))
  if (!resposta.ok) throw new Error(dados.message ?? 'O emulador não conseguiu fazer isso.')
  por('relogio').textContent = quando(dados.relogio)
  if (dados.recebidos[0]?.id === cartas[0]?.id && cartas.length > 0) return
  cartas = dados.recebidos
  desenharCaixa()
}

function desenharCaixa() {
  const foco = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id
  por('caixa').replaceChildren(...cartas.map(desenharLinha))
  por('sem-cartas').hidden = cartas.length > 0
  if (foco) /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${foco}"]`))?.focus()
}

/** @param {Carta} uma */
const desenharLinha = (uma) =>
  criar(
    'li',
    {},
    criar(
      'button',
      { type: 'button', class: 'carta', 'data-id': String(uma.id), 'aria-pressed': String(uma.id === aberta) },
      criar('span', { class: 'quem' }, uma.para.join(', ')),
      criar('span', { class: 'menor' }, quando(uma.recebido_em)),
      criar('span', { class: 'menor' }, uma.assunto),
    ),
  )

/** @param {Carta} uma */
function ler(uma) {
  aberta = uma.id
  for (const botao of por('caixa').querySelectorAll('button'))
    botao.setAttribute('aria-pressed', String(botao.dataset.id === String(aberta)))
  por('titulo-carta').textContent = uma.assunto
  por('carta-de').textContent = `De ${uma.de} para ${uma.para.join(', ')}, ${quando(uma.recebido_em)}`
  por('carta-texto').replaceChildren(...comLinks(uma.texto))
}

const ENDERECO = /(https?:\/\/\S+)/
/** The words as they came; only addresses of the web may be followed. @param {string} texto */
const comLinks = (texto) =>
  texto.split(ENDERECO).map((parte) => (ENDERECO.test(parte) ? criar('a', { href: parte }, parte) : parte))

por('caixa').addEventListener('click', (evento) => {
  const id = Number(/** @type {HTMLElement} */ (evento.target).closest('button')?.dataset.id)
  const uma = cartas.find((carta) => carta.id === id)
  if (uma) ler(uma)
})

async function tentar() {
  const aviso = por('aviso')
  try {
    await atualizar()
    aviso.hidden = true
  } catch (erro) {
    aviso.textContent =
      erro instanceof TypeError ? 'Sem conexão com o emulador. Tentando de novo…' : /** @type {Error} */ (erro).message
    aviso.hidden = false
  }
}

const CADA_MS = 2_000
setInterval(() => {
  if (!document.hidden) void tentar()
}, CADA_MS)
await tentar()
