// @ts-check
import { chamar, por, tentar } from './estado.js'
import { desenharAviso, desenharCobranca, desenharPix, dinheiro, quando, restaDe } from './pix-tela.js'
import { criar } from './tela.js'

const colado = /** @type {HTMLTextAreaElement} */ (por('colado'))
const forcar = /** @type {HTMLButtonElement} */ (por('forcar'))
const fazer = /** @type {HTMLButtonElement} */ (por('fazer'))

/** @type {{ cobrancas: import('./pix-tela.js').Cobranca[], pix: import('./pix-tela.js').Pix[], chaves: string[] }} */
let estado = { cobrancas: [], pix: [], chaves: [] }
/** What is on the lists, so that what did not change is not drawn again under a pointer. */
let desenhado = ''

/** @param {string} lista @param {string} vazio @param {HTMLElement[]} itens */
function mostrar(lista, vazio, itens) {
  por(lista).replaceChildren(...itens)
  por(vazio).hidden = itens.length > 0
}

async function atualizar() {
  const novo = await chamar('/estado')
  por('relogio').textContent = quando(novo.relogio)
  por('falhas-restam').textContent =
    novo.falhas > 0 ? `${novo.falhas === 1 ? 'Falta 1 chamada' : `Faltam ${novo.falhas} chamadas`} com falha.` : ''
  const { relogio: _, ...resto } = novo
  const texto = JSON.stringify(resto)
  if (texto === desenhado) return
  desenhado = texto
  estado = novo
  const foco = /** @type {HTMLElement | null} */ (document.activeElement)
  const chave = foco?.dataset.txid ?? (foco?.dataset.id && `${foco.dataset.acao}${foco.dataset.id}`)
  mostrar(
    'cobrancas',
    'sem-cobrancas',
    estado.cobrancas.map((uma) => desenharCobranca(uma, uma.copia_e_cola === colado.value.trim())),
  )
  mostrar('recebidos', 'sem-recebidos', estado.pix.map(desenharPix))
  mostrar('avisos', 'sem-avisos', novo.avisos.slice(0, 20).map(desenharAviso))
  if (!chave) return
  for (const botao of document.querySelectorAll('.cartoes button')) {
    const { txid, acao, id } = /** @type {HTMLElement} */ (botao).dataset
    if ((txid ?? `${acao}${id}`) === chave) /** @type {HTMLElement} */ (botao).focus()
  }
}

/** What the pasted code is, and what it asks today. */
async function ler() {
  const lido = por('lido')
  const texto = colado.value.trim()
  forcar.hidden = true
  fazer.textContent = 'Pagar'
  fazer.disabled = texto === ''
  if (texto === '') return lido.replaceChildren()
  try {
    const codigo = await chamar(`/codigo?colado=${encodeURIComponent(texto)}`)
    if (colado.value.trim() !== texto) return
    const valor = codigo.valor === null ? 'sem valor escrito' : dinheiro(codigo.valor)
    lido.replaceChildren(
      criar('p', {}, criar('strong', {}, valor)),
      criar('p', { class: 'dica' }, `para ${codigo.nome}${codigo.forma === 'estatico' ? ', código estático' : ''}`),
      ...(codigo.impedimento ? [criar('p', { class: 'erro' }, codigo.impedimento)] : []),
    )
    fazer.disabled = Boolean(codigo.impedimento)
    forcar.hidden = !codigo.impedimento
    if (codigo.valor !== null) fazer.textContent = `Pagar ${valor}`
  } catch (erro) {
    fazer.disabled = true
    lido.replaceChildren(criar('p', { class: 'erro' }, /** @type {Error} */ (erro).message))
  }
}

/** @param {HTMLFormElement} formulario @param {string} nome */
const campo = (formulario, nome) => String(new FormData(formulario).get(nome) ?? '').trim()
/** "1.234,56" or "1234.56"; undefined for nothing. @param {string} texto */
function lerValor(texto) {
  if (texto === '') return undefined
  const valor = Number(texto.includes(',') ? texto.replaceAll('.', '').replace(',', '.') : texto)
  if (!(valor > 0)) throw new Error('Escreva o valor em reais, por exemplo 1234,56.')
  return valor
}
/** @param {HTMLFormElement} formulario */
const pagador = (formulario) => {
  const [nome, documento] = [campo(formulario, 'nome'), campo(formulario, 'documento')]
  return { ...(nome ? { nome } : {}), ...(documento ? { documento } : {}) }
}

const formulario = /** @type {HTMLFormElement} */ (por('pagar'))
formulario.addEventListener('submit', (evento) => {
  evento.preventDefault()
  const aForca = evento.submitter === forcar
  void tentar(async () => {
    const valor = lerValor(campo(formulario, 'valor'))
    const pix = await chamar('/pagar', 'POST', {
      colado: colado.value.trim(),
      pagador: pagador(formulario),
      a_forca: aForca,
      ...(valor === undefined ? {} : { valor }),
    })
    await atualizar()
    await ler()
    return `Pago: ${dinheiro(pix.valor)} de ${pix.pagador.nome}.`
  })
})

const naChave = /** @type {HTMLFormElement} */ (por('na-chave'))
naChave.addEventListener('submit', (evento) => {
  evento.preventDefault()
  void tentar(async () => {
    const valor = lerValor(campo(naChave, 'valor'))
    if (valor === undefined) throw new Error('Escreva quanto transferir.')
    const pix = await chamar('/pagar-chave', 'POST', { chave: estado.chaves[0], valor, pagador: pagador(naChave) })
    naChave.reset()
    await atualizar()
    return `Transferido: ${dinheiro(pix.valor)} de ${pix.pagador.nome}.`
  })
})

por('cobrancas').addEventListener('click', (evento) => {
  const cartao = /** @type {HTMLElement} */ (evento.target).closest('button')
  const uma = estado.cobrancas.find(({ txid }) => txid === cartao?.dataset.txid)
  if (!uma?.copia_e_cola) return
  colado.value = uma.copia_e_cola
  for (const outra of por('cobrancas').querySelectorAll('button'))
    outra.setAttribute('aria-pressed', String(outra === cartao))
  void ler().then(() => (forcar.hidden ? fazer : forcar).focus())
})

por('recebidos').addEventListener('click', (evento) => {
  const { acao, id } = /** @type {HTMLElement} */ (evento.target).closest('button')?.dataset ?? {}
  const um = estado.pix.find(({ endToEndId }) => endToEndId === id)
  if (!acao || !um) return
  const metade = Math.max(0.01, Math.floor(restaDe(um) * 50) / 100)
  void tentar(async () => {
    const feita = await chamar(`/pix/${um.endToEndId}/devolver`, 'POST', {
      med: acao === 'med',
      ...(acao === 'parte' ? { valor: metade } : {}),
    })
    await atualizar()
    return `Devolução de ${dinheiro(feita.valor)} pedida: o banco a conclui em instantes.`
  })
})

const AVISOS = {
  normal: { perder: 0, duplicar: 0 },
  repetidos: { perder: 0, duplicar: 1 },
  perdidos: { perder: 1, duplicar: 0 },
}
const VEZES = 10
por('comportamento').addEventListener('change', (evento) => {
  const { name, value } = /** @type {HTMLSelectElement} */ (evento.target)
  void tentar(async () => {
    if (name === 'rede') await chamar('/avisos', 'PATCH', AVISOS[/** @type {keyof typeof AVISOS} */ (value)])
    else await chamar('/falhas', 'POST', { como: value, vezes: VEZES })
    await atualizar()
  })
})

/** @type {ReturnType<typeof setTimeout> | undefined} */
let esperando
colado.addEventListener('input', () => {
  clearTimeout(esperando)
  esperando = setTimeout(() => void ler(), 200)
})

/** From the phone of the other emulator: `#<copia e cola>`. */
function doEndereco() {
  if (location.hash.length <= 1) return
  colado.value = decodeURIComponent(location.hash.slice(1))
  void ler()
}
addEventListener('hashchange', doEndereco)

const CADA_MS = 2_000
setInterval(() => {
  if (!document.hidden) void atualizar().catch(() => undefined) // the next poll tries again
}, CADA_MS)
fazer.disabled = true
await tentar(atualizar)
doEndereco()
