// @ts-check
import {
  criar,
  desenharConversa,
  desenharItem,
  desenharRegistro,
  diaEHora,
  emPalavras,
  formatarTelefone,
  iniciais,
  relogio,
} from './tela.js'

/** @typedef {import('./tela.js').Mensagem} Mensagem */
/** @typedef {import('./tela.js').Item} Item */
/** @typedef {import('./tela.js').Registro} Registro */
/** @typedef {{ tipo: string, codigo?: number } | null} Resposta */
/**
 * @typedef {{ id: string, telefone: string, nome: string | null, wa_id: string, janela_ate: string | null,
 *   quer_marketing: boolean, mensagens: Mensagem[], webhooks: Registro[],
 *   ajustes: { resposta: Resposta, atrasoWebhookMs: number, semNono: boolean | null } & Record<string, unknown> }} Aparelho
 */

const RAIZ = document.documentElement.dataset.raiz ?? '/'

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const por = (id) => /** @type {T} */ (document.getElementById(id))
const campo = /** @type {HTMLTextAreaElement} */ (por('escrever'))
const busca = /** @type {HTMLInputElement} */ (por('busca'))
const formulario = /** @type {HTMLFormElement} */ (por('formulario'))
const desteAparelho = /** @type {HTMLFormElement} */ (por('deste-aparelho'))
const deTodos = /** @type {HTMLFormElement} */ (por('de-todos'))

/** @type {{ aberto: string | null, aparelho: Aparelho | null, itens: Item[], citada: Mensagem | null, desvioMs: number }} */
const estado = { aberto: null, aparelho: null, itens: [], citada: null, desvioMs: 0 }
const agora = () => new Date(Date.now() + estado.desvioMs)

/**
 * @param {string} caminho @param {string} [metodo] @param {object} [corpo]
 * @returns {Promise<any>}
 */
async function chamar(caminho, metodo = 'GET', corpo) {
  const resposta = await fetch(`${RAIZ}api${caminho}`, {
    method: metodo,
    ...(corpo ? { body: JSON.stringify(corpo), headers: { 'content-type': 'application/json' } } : {}),
  })
  const dados = await resposta.json()
  if (!resposta.ok) throw new Error(dados.message ?? 'O emulador não conseguiu fazer isso.')
  return dados
}

/** Does it and says in a sentence when it could not. @param {() => Promise<unknown>} fazer */
async function tentar(fazer) {
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

const rota = () => `/telefones/${encodeURIComponent(estado.aberto ?? '')}`

// ---------------------------------------------------------------- list

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

// ---------------------------------------------------------------- one phone

async function atualizarAparelho() {
  const telefone = estado.aberto
  if (!telefone) return
  const olhando = !document.hidden && por('conversa').offsetParent !== null
  const aparelho = /** @type {Aparelho} */ (await chamar(`${rota()}?abrir=${olhando ? 1 : 0}`))
  if (telefone !== estado.aberto) return // another one was opened meanwhile
  estado.aparelho = aparelho
  desenharAparelho(aparelho)
}

/** @param {Aparelho} aparelho */
function desenharAparelho(aparelho) {
  const conversa = por('conversa')
  const noFim = conversa.scrollHeight - conversa.scrollTop - conversa.clientHeight < 80
  const gestos = {
    responder: citar,
    reagir,
    tocar: (/** @type {Mensagem} */ m, /** @type {{ texto: string, id: string | null }} */ b) =>
      enviar({ tipo: 'botao', wamid: m.wamid, botao: b.id ?? b.texto }),
  }
  conversa.replaceChildren(...desenharConversa(aparelho.mensagens, agora(), gestos))
  if (noFim) conversa.scrollTop = conversa.scrollHeight
  por('sem-aparelho').hidden = true
  por('aparelho').hidden = false
  desteAparelho.hidden = false
  desenharRespostas(aparelho)
  desenharAjustes(aparelho)
  por('webhooks').replaceChildren(...aparelho.webhooks.map(desenharRegistro))
  por('webhooks-vazio').hidden = aparelho.webhooks.length > 0
  por('repetir').toggleAttribute('disabled', aparelho.webhooks.length === 0)
  document.title = `${aparelho.nome ?? formatarTelefone(aparelho.telefone)} · Emulador do WhatsApp`
}

/** @param {Aparelho} aparelho */
function desenharRespostas({ mensagens }) {
  const ultima = mensagens.findLast((mensagem) => mensagem.direcao === 'empresa')
  const botoes = ultima?.botoes.map(({ texto }) => texto) ?? []
  const prontas = ['Pago na sexta', 'Já paguei', 'PARAR'].filter((texto) => !botoes.includes(texto))
  const grupo = por('respostas')
  if (grupo.dataset.prontas === prontas.join()) return
  grupo.dataset.prontas = prontas.join()
  grupo.replaceChildren(
    ...prontas.map((texto) =>
      criar('button', { type: 'button', click: () => enviar({ tipo: 'texto', texto }) }, texto),
    ),
  )
}

/** @param {Aparelho} aparelho */
function desenharAjustes(aparelho) {
  const { ajustes } = aparelho
  for (const elemento of desteAparelho.elements) {
    const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (elemento)
    if (controle === document.activeElement && controle instanceof HTMLSelectElement) continue
    if (controle.name === 'resposta')
      controle.value = ajustes.resposta ? [ajustes.resposta.tipo, ajustes.resposta.codigo].join(' ').trim() : ''
    else if (controle.name === 'atrasoWebhookMs') controle.value = String(ajustes.atrasoWebhookMs)
    else if (controle instanceof HTMLInputElement) controle.checked = ligado(aparelho, controle.name)
  }
  por('wa-id').textContent = aparelho.wa_id
  por('janela').textContent =
    aparelho.janela_ate && new Date(aparelho.janela_ate) > agora()
      ? `aberta até ${diaEHora(aparelho.janela_ate)}`
      : 'fechada'
}

/** @param {Aparelho} aparelho @param {string} nome */
function ligado(aparelho, nome) {
  if (nome === 'quer_marketing') return aparelho.quer_marketing
  // Undecided means by area code: the wa_id itself shows which way it went.
  if (nome === 'semNono') return aparelho.ajustes.semNono ?? aparelho.wa_id.length < aparelho.telefone.length - 1
  return aparelho.ajustes[nome] === true
}

// ---------------------------------------------------------------- what the customer does

/** @param {object} acao */
const enviar = (acao) =>
  tentar(async () => {
    const cita = estado.citada ? { cita: estado.citada.wamid } : {}
    await chamar(`${rota()}/mensagens`, 'POST', { ...acao, ...cita })
    citar(null)
    por('conversa').scrollTop = por('conversa').scrollHeight
    await atualizarAparelho()
    por('conversa').scrollTop = por('conversa').scrollHeight
  })

/** @param {Mensagem} mensagem */
const reagir = (mensagem) => enviar({ tipo: 'reacao', wamid: mensagem.wamid, emoji: mensagem.reacao ? '' : '👍' })

/** @param {Mensagem | null} mensagem */
function citar(mensagem) {
  estado.citada = mensagem
  por('citando').hidden = mensagem === null
  por('citando-texto').textContent = mensagem ? emPalavras(mensagem) : ''
  if (mensagem) campo.focus()
}
// Keyboards scroll it too.
por('conversa').tabIndex = 0
por('citar-nada').addEventListener('click', () => citar(null))

formulario.addEventListener('submit', (evento) => {
  evento.preventDefault()
  const texto = campo.value.trim()
  if (!texto) return campo.focus()
  campo.value = ''
  void enviar({ tipo: 'texto', texto })
})
campo.addEventListener('keydown', (evento) => {
  if (evento.key !== 'Enter' || evento.shiftKey || evento.isComposing) return
  evento.preventDefault()
  formulario.requestSubmit()
})

const MAIOR_ARQUIVO = 16 * 1024 * 1024
por('arquivo').addEventListener('change', (evento) => {
  const entrada = /** @type {HTMLInputElement} */ (evento.target)
  const arquivo = entrada.files?.[0]
  entrada.value = ''
  if (!arquivo) return
  void tentar(async () => {
    if (arquivo.size > MAIOR_ARQUIVO) throw new Error('O arquivo tem mais de 16 MB. Escolha um menor.')
    const url = await new Promise((lido, falhou) => {
      const leitor = new FileReader()
      leitor.onload = () => lido(leitor.result)
      leitor.onerror = () => falhou(leitor.error)
      leitor.readAsDataURL(arquivo)
    })
    const legenda = campo.value.trim()
    campo.value = ''
    await enviar({
      tipo: 'midia',
      mime: arquivo.type || 'application/octet-stream',
      nome: arquivo.name.slice(0, 200),
      base64: String(url).split(',')[1],
      ...(legenda ? { legenda } : {}),
    })
  })
})

por('emojis').replaceChildren(
  ...['😀', '😅', '😢', '🙏', '👍', '👎', '❤️', '🎉'].map((emoji) =>
    criar(
      'button',
      {
        type: 'button',
        'aria-label': emoji,
        click: () => campo.setRangeText(emoji, campo.selectionStart, campo.selectionEnd, 'end'),
      },
      emoji,
    ),
  ),
)
por('abrir-emojis').addEventListener('click', () => {
  const abertos = !por('emojis').toggleAttribute('hidden')
  por('abrir-emojis').setAttribute('aria-expanded', String(abertos))
})

// ---------------------------------------------------------------- switches

desteAparelho.addEventListener('change', (evento) => {
  const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (evento.target)
  void tentar(async () => {
    if (controle.name === 'quer_marketing')
      await chamar(`${rota()}/marketing`, 'POST', { aceita: /** @type {HTMLInputElement} */ (controle).checked })
    else await chamar(rota(), 'PATCH', { [controle.name]: valorDe(controle) })
    await atualizarAparelho()
  })
})

/** @param {HTMLInputElement | HTMLSelectElement} controle */
function valorDe(controle) {
  if (controle instanceof HTMLInputElement) return controle.checked
  if (controle.name !== 'resposta') return Number(controle.value)
  const [tipo, codigo] = controle.value.split(' ')
  return tipo ? { tipo, ...(codigo ? { codigo: Number(codigo) } : {}) } : null
}

/** What each word of "Rede" stands for, as chances. */
const REDES = {
  estavel: { duplicar: 0, desordenar: 0, erro429: 0, erro5xx: 0, cortarAntes: 0, cortarDepois: 0, lentidao: 0 },
  instavel: {
    duplicar: 0.05,
    desordenar: 0.1,
    erro429: 0.03,
    erro5xx: 0.03,
    cortarAntes: 0.01,
    cortarDepois: 0.01,
    lentidao: 0.05,
  },
  caotica: {
    duplicar: 0.3,
    desordenar: 0.4,
    erro429: 0.1,
    erro5xx: 0.1,
    cortarAntes: 0.05,
    cortarDepois: 0.05,
    lentidao: 0.2,
  },
}

deTodos.addEventListener('change', (evento) => {
  const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (evento.target)
  const { name, value } = controle
  const mudanca =
    name === 'rede'
      ? { caos: REDES[/** @type {keyof typeof REDES} */ (value)] }
      : name === 'situacao'
        ? { situacao: value === 'normal' ? value : Number(value) }
        : { [name]: /** @type {HTMLInputElement} */ (controle).checked }
  void tentar(() => chamar('/estado', 'PATCH', mudanca))
})

por('repetir').addEventListener('click', () => {
  const ultimo = estado.aparelho?.webhooks[0]
  if (ultimo) void tentar(() => chamar(`/webhooks/${ultimo.id}/repetir`, 'POST'))
})

async function atualizarEstado() {
  const { relogio: iso, empresa, chaves } = await chamar('/estado')
  estado.desvioMs = new Date(iso).getTime() - Date.now()
  por('empresa').textContent = empresa
  por('empresa-iniciais').textContent = iniciais(empresa)
  const rede = chaves.caos.duplicar >= 0.3 ? 'caotica' : chaves.caos.duplicar > 0 ? 'instavel' : 'estavel'
  const valores = { ...chaves, rede }
  for (const elemento of deTodos.elements) {
    const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (elemento)
    if (controle instanceof HTMLInputElement) controle.checked = valores[controle.name]
    else controle.value = String(valores[controle.name])
  }
  mostrarRelogio()
}

function mostrarRelogio() {
  por('relogio').textContent = relogio(agora())
}

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
    if (mudados === null) await atualizarEstado()
    const meu = estado.aparelho
    if (meu && (mudados === null || mudados.includes(meu.id))) await atualizarAparelho()
    await atualizarLista()
  })

const eventos = new EventSource(`${RAIZ}api/eventos`)
eventos.addEventListener('mudou', (evento) => void aoMudar(JSON.parse(evento.data)))
// After a break whatever happened meanwhile was missed.
eventos.addEventListener('open', () => void aoMudar(null))
eventos.addEventListener('error', () => void tentar(() => chamar('/estado')))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void aoMudar(null)
})
setInterval(mostrarRelogio, 10_000)

await tentar(async () => {
  await atualizarEstado()
  await atualizarLista()
})
const primeiro = estado.itens[0]
if (location.hash.length <= 1 && primeiro && matchMedia('(min-width: 900px)').matches)
  location.replace(`#${primeiro.telefone}`)
else abrirDoEndereco()
