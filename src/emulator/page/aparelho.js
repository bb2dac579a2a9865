// @ts-check
// The customer's own screen, and what the customer does on it.
import { desenharAjustes } from './ajustes.js'
import { agora, chamar, estado, por, rota, tentar } from './estado.js'
import { criar, desenharConversa, desenharRegistro, emPalavras, formatarTelefone } from './tela.js'

/** @typedef {import('./tela.js').Mensagem} Mensagem */
/** @typedef {import('./estado.js').Aparelho} Aparelho */

const campo = /** @type {HTMLTextAreaElement} */ (por('escrever'))
const formulario = /** @type {HTMLFormElement} */ (por('formulario'))
const desteAparelho = /** @type {HTMLFormElement} */ (por('deste-aparelho'))

export async function atualizarAparelho() {
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
    editar,
    apagar: (/** @type {Mensagem} */ m) => enviar({ tipo: 'apagamento', wamid: m.wamid }),
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

const PALAVRAS = /^(parar|sair|cancelar|voltar)$/i

/** @param {Aparelho} aparelho */
function desenharRespostas({ mensagens }) {
  const ultima = mensagens.findLast((mensagem) => mensagem.direcao === 'empresa')
  const botoes = ultima?.botoes.map(({ texto }) => texto) ?? []
  // A customer who opted out may opt in again.
  const saida = mensagens.findLast(({ direcao, texto }) => direcao === 'cliente' && PALAVRAS.test(texto.trim()))
  const parou = saida !== undefined && !/^voltar$/i.test(saida.texto.trim())
  const prontas = ['Pago na sexta', 'Já paguei', parou ? 'VOLTAR' : 'PARAR'].filter((texto) => !botoes.includes(texto))
  const grupo = por('respostas')
  if (grupo.dataset.prontas === prontas.join()) return
  grupo.dataset.prontas = prontas.join()
  grupo.replaceChildren(
    ...prontas.map((texto) =>
      criar('button', { type: 'button', click: () => enviar({ tipo: 'texto', texto }) }, texto),
    ),
  )
}

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

/** Puts the text back into the field; sending it then edits the message. @param {Mensagem} mensagem */
function editar(mensagem) {
  citar(null)
  estado.editada = mensagem
  por('citando').hidden = false
  por('citando-texto').textContent = `Editando: ${mensagem.texto}`
  campo.value = mensagem.texto
  campo.focus()
}

/** @param {Mensagem | null} mensagem */
export function citar(mensagem) {
  estado.citada = mensagem
  estado.editada = null
  por('citando').hidden = mensagem === null
  por('citando-texto').textContent = mensagem ? emPalavras(mensagem) : ''
  if (mensagem) campo.focus()
}
// Keyboards scroll it too.
por('conversa').tabIndex = 0
por('citar-nada').addEventListener('click', () => {
  if (estado.editada) campo.value = ''
  citar(null)
})

formulario.addEventListener('submit', (evento) => {
  evento.preventDefault()
  const texto = campo.value.trim()
  if (!texto) return campo.focus()
  campo.value = ''
  const { editada } = estado
  void enviar(editada ? { tipo: 'edicao', wamid: editada.wamid, texto } : { tipo: 'texto', texto })
})
por('mandar-lugar').addEventListener('click', () =>
  enviar({ tipo: 'lugar', latitude: -23.5505, longitude: -46.6333, nome: 'Praça da Sé', endereco: 'Sé, São Paulo' }),
)
por('mandar-contato').addEventListener('click', () =>
  enviar({ tipo: 'contato', nome: 'Financeiro da família', telefone: '+5511970001234' }),
)
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
