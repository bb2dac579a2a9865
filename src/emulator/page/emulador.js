// @ts-check
import { atualizarEstado, mostrarRelogio, ouvirAjustes } from './ajustes.js'
import { atualizarAparelho, citar } from './aparelho.js'
import { agora, chamar, estado, ouvir, por, tentar } from './estado.js'
import { atualizarModelos } from './modelos.js'
import { criar, desenharItem, formatarTelefone } from './tela.js'

const busca = /** @type {HTMLInputElement} */ (por('busca'))
const desteAparelho = /** @type {HTMLFormElement} */ (por('deste-aparelho'))

async function atualizarLista() {
  const texto = busca.value.trim()
  const { data } = await chamar(`/telefones?busca=${encodeURIComponent(texto)}`)
  estado.itens = data
  const lista = por('aparelhos')
  const focado = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.telefone
  lista.replaceChildren(...estado.itens.map((item) => desenharItem(item, item.telefone === estado.aberto, agora())))
  if (focado)
    /** @type {HTMLElement | null} */ (lista.querySelector(`[data-telefone="${CSS.escape(focado)}"]`))?.focus()
  mostrarListaVazia(texto)
}

/** A number nobody knows can be opened all the same. @param {string} texto */
function mostrarListaVazia(texto) {
  const vazia = por('lista-vazia')
  vazia.hidden = estado.itens.length > 0
  const digitos = texto.replace(/\D/g, '')
  const telefone = `+${digitos.length <= 11 ? '55' : ''}${digitos}`
  if (digitos.length >= 10 && digitos.length <= 15) {
    vazia.replaceChildren(
      'Ninguém com esse telefone. ',
      criar('a', { href: `#${telefone}` }, `Usar ${formatarTelefone(telefone)}`),
    )
  } else {
    vazia.textContent = texto
      ? `Nenhum aparelho para “${texto}”. Digite um telefone com DDD para usar um novo.`
      : 'Nenhum aparelho ainda. Eles aparecem quando o sistema envia a primeira mensagem; ou digite um telefone acima.'
  }
}

por('aparelhos').addEventListener('keydown', (evento) => {
  if (evento.key !== 'ArrowDown' && evento.key !== 'ArrowUp') return
  const itens = [...por('aparelhos').querySelectorAll('a')]
  const onde = itens.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
  const proximo = itens[onde + (evento.key === 'ArrowDown' ? 1 : -1)]
  if (!proximo) return
  evento.preventDefault()
  proximo.focus()
})

ouvirAjustes(atualizarAparelho)

// ---------------------------------------------------------------- moving about

/** On a small screen one pane shows at a time. @param {'lista' | 'aparelho' | 'ajustes'} painel */
function mostrar(painel) {
  document.body.dataset.painel = painel
}
por('voltar').addEventListener('click', () => {
  location.hash = ''
})
por('ir-ajustes').addEventListener('click', () => {
  mostrar('ajustes')
  const primeiro = /** @type {HTMLElement | null} */ (desteAparelho.querySelector('input'))
  primeiro?.focus()
})
por('voltar-conversa').addEventListener('click', () => mostrar('aparelho'))

function abrirDoEndereco() {
  const telefone = decodeURIComponent(location.hash.slice(1))
  estado.aberto = /^\+\d{8,15}$/.test(telefone) ? telefone : null
  citar(null)
  mostrar(estado.aberto ? 'aparelho' : 'lista')
  for (const link of por('aparelhos').querySelectorAll('a')) {
    link.setAttribute('aria-current', String(link.dataset.telefone === estado.aberto))
  }
  if (!estado.aberto) return
  por('conversa').replaceChildren()
  void tentar(async () => {
    await atualizarAparelho()
    por('conversa').scrollTop = por('conversa').scrollHeight
    await atualizarLista()
  })
}
addEventListener('hashchange', abrirDoEndereco)

/** @type {ReturnType<typeof setTimeout> | undefined} */
let esperandoBusca
busca.addEventListener('input', () => {
  clearTimeout(esperandoBusca)
  esperandoBusca = setTimeout(() => void tentar(atualizarLista), 200)
})

/** @param {string[] | null} mudados Phones that changed; null for all. */
const aoMudar = (mudados) =>
  tentar(async () => {
    if (mudados === null) {
      await atualizarEstado()
      await atualizarModelos()
    }
    const meu = estado.aparelho
    if (meu && (mudados === null || mudados.includes(meu.id))) await atualizarAparelho()
    await atualizarLista()
  })

void ouvir({
  mudou: (aparelhos) => void aoMudar(aparelhos),
  // What changed while disconnected was missed: reads everything again.
  abriu: () => void aoMudar(null),
  caiu: () => void tentar(() => chamar('/estado')),
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void aoMudar(null)
})
setInterval(mostrarRelogio, 10_000)

/** Only a demonstration has its own mail; an emulator that runs by itself has no such address. */
async function mostrarCorreio() {
  const resposta = await fetch('/api/empresa').catch(() => null)
  const { emails_em } = (resposta?.ok && (await resposta.json().catch(() => null))) || {}
  por('correio').hidden = !emails_em
}
void mostrarCorreio()

await tentar(async () => {
  await atualizarEstado()
  await atualizarModelos()
  await atualizarLista()
})
const primeiro = estado.itens[0]
if (location.hash.length <= 1 && primeiro && matchMedia('(min-width: 900px)').matches)
  location.replace(`#${primeiro.telefone}`)
else abrirDoEndereco()
