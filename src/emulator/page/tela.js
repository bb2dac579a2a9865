// @ts-check

/**
 * @typedef {{ texto: string, id: string | null }} Botao
 * @typedef {{ wamid: string, direcao: 'empresa' | 'cliente', tipo: string, texto: string, quando: string,
 *   status: 'aceita' | 'sent' | 'delivered' | 'read' | 'played' | 'failed', mudada?: 'editada' | 'apagada', perdida?: boolean, erro: number | null, cita: string | null,
 *   botoes: Botao[], cabecalho?: string | null, acoes?: { tipo: 'link' | 'copiar', texto: string, valor: string }[], midia: { mime: string, nome: string | null } | null, reacao: string | null }} Mensagem
 * @typedef {{ telefone: string, nome: string | null, nao_lidas: number,
 *   ultima: { texto: string, quando: string, direcao: string, tipo: string, erro: number | null } | null }} Item
 * @typedef {{ id: number, quando: string, titulo: string, resumo: string, resposta: number | null,
 *   erro: string | null, duracaoMs: number | null, tentativa: number }} Registro
 */

/**
 * An element with its attributes and children; text is always text, never HTML.
 * @param {string} nome
 * @param {Record<string, string | boolean | ((evento: Event) => void)>} [atributos]
 * @param {...(Node | string | null)} filhos
 */
export function criar(nome, atributos = {}, ...filhos) {
  const elemento = document.createElement(nome)
  for (const [chave, valor] of Object.entries(atributos)) {
    if (typeof valor === 'function') elemento.addEventListener(chave, valor)
    else if (valor === true) elemento.setAttribute(chave, '')
    else if (valor !== false) elemento.setAttribute(chave, valor)
  }
  elemento.append(...filhos.filter((filho) => filho !== null))
  return elemento
}

/** @param {string} nome @param {string} [classe] */
export function icone(nome, classe = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', `icone ${classe}`.trim())
  svg.setAttribute('aria-hidden', 'true')
  const uso = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  uso.setAttribute('href', `#i-${nome}`)
  svg.append(uso)
  return svg
}

const FUSO = 'America/Sao_Paulo'
const hora = new Intl.DateTimeFormat('pt-BR', { timeZone: FUSO, hour: '2-digit', minute: '2-digit' })
const horaCheia = new Intl.DateTimeFormat('pt-BR', { timeZone: FUSO, timeStyle: 'medium' })
const dia = new Intl.DateTimeFormat('pt-BR', { timeZone: FUSO, dateStyle: 'short' })
const diaPorExtenso = new Intl.DateTimeFormat('pt-BR', {
  timeZone: FUSO,
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** @param {Date} agora */
export const relogio = (agora) => `${diaPorExtenso.format(agora).replace('.,', '')}, ${hora.format(agora)}`

/** @param {string} quando @param {Date} agora */
export function quandoFoi(quando, agora) {
  const instante = new Date(quando)
  return dia.format(instante) === dia.format(agora) ? hora.format(instante) : dia.format(instante).slice(0, 5)
}

/** @param {string} quando */
export const diaEHora = (quando) => `${dia.format(new Date(quando)).slice(0, 5)} às ${hora.format(new Date(quando))}`

/** @param {string} telefone */
export function formatarTelefone(telefone) {
  const partes = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(telefone)
  return partes ? `+55 ${partes[1]} ${partes[2]}-${partes[3]}` : telefone
}

/** @param {string} nome */
export const iniciais = (nome) => {
  const palavras = nome.split(/\s+/).filter((palavra) => /^\p{L}/u.test(palavra) && palavra.length > 2)
  return `${palavras[0]?.[0] ?? ''}${palavras[1]?.[0] ?? ''}`.toUpperCase()
}

/** @param {{ texto: string, tipo: string, mudada?: string }} mensagem */
export const emPalavras = ({ texto, tipo, mudada }) =>
  mudada === 'apagada' ? 'mensagem apagada' : texto || NOME_DO_TIPO[tipo] || tipo

/** @type {Record<string, string>} */
const NOME_DO_TIPO = {
  image: 'foto',
  document: 'documento',
  audio: 'áudio',
  video: 'vídeo',
  sticker: 'figurinha',
  location: 'localização',
  contacts: 'contato',
}

/**
 * @param {Item} item @param {boolean} atual @param {Date} agora
 * @returns {HTMLElement}
 */
export function desenharItem(item, atual, agora) {
  const nome = item.nome ?? formatarTelefone(item.telefone)
  const { ultima } = item
  const previa = ultima
    ? `${ultima.direcao === 'cliente' ? 'Você: ' : ''}${emPalavras(ultima)}`
    : 'nenhuma mensagem ainda'
  const naoLidas =
    item.nao_lidas > 0 &&
    criar(
      'span',
      { class: 'conta' },
      String(item.nao_lidas),
      criar('span', { class: 'oculto' }, item.nao_lidas === 1 ? ' não lida' : ' não lidas'),
    )
  const erro = ultima?.erro
    ? criar('span', { class: 'selo neutro', title: 'A última mensagem não chegou' }, String(ultima.erro))
    : null
  const link = criar(
    'a',
    { class: 'item', href: `#${item.telefone}`, 'aria-current': String(atual), 'data-telefone': item.telefone },
    criar('span', { class: 'avatar', 'aria-hidden': 'true' }, iniciais(item.nome ?? '')),
    criar(
      'div',
      { class: 'item-meio' },
      criar('div', { class: 'item-nome' }, nome),
      criar('div', { class: 'item-texto' }, previa),
      criar('div', { class: 'item-fone' }, formatarTelefone(item.telefone)),
    ),
    criar(
      'div',
      { class: 'item-lado' },
      criar('span', { class: 'item-hora' }, ultima ? quandoFoi(ultima.quando, agora) : '—'),
      erro || naoLidas || null,
    ),
  )
  return criar('li', {}, link)
}

/**
 * @param {Mensagem[]} mensagens
 * @param {Date} agora
 * @param {{ responder: (m: Mensagem) => void, reagir: (m: Mensagem) => void, tocar: (m: Mensagem, b: Botao) => void,
 *   editar: (m: Mensagem) => void, apagar: (m: Mensagem) => void }} gestos
 * @returns {Node[]}
 */
export function desenharConversa(mensagens, agora, gestos) {
  const porId = new Map(mensagens.map((mensagem) => [mensagem.wamid, mensagem]))
  let ultimoDia = ''
  return mensagens.flatMap((mensagem) => {
    const data = dia.format(new Date(mensagem.quando))
    const separador =
      data === ultimoDia ? [] : [criar('div', { class: 'dia' }, data === dia.format(agora) ? 'Hoje' : data)]
    ultimoDia = data
    return [...separador, balao(mensagem, mensagem.cita ? porId.get(mensagem.cita) : undefined, gestos)]
  })
}

/**
 * @param {Mensagem} mensagem @param {Mensagem | undefined} citada
 * @param {Parameters<typeof desenharConversa>[2]} gestos
 */
function balao(mensagem, citada, gestos) {
  const daEmpresa = mensagem.direcao === 'empresa'
  const chegou = ['delivered', 'read', 'played'].includes(mensagem.status)
  const classes = ['balao', mensagem.direcao, ...(mensagem.reacao ? ['reagida'] : [])]
  if (daEmpresa && !chegou) classes.push(mensagem.status === 'failed' ? 'falhou' : 'a-caminho')
  const { midia } = mensagem
  return criar(
    'div',
    { class: classes.join(' ') },
    criar('span', { class: 'oculto' }, daEmpresa ? 'Empresa: ' : 'Você: '),
    citada ? criar('div', { class: 'citada' }, emPalavras(citada)) : null,
    midia
      ? criar('div', { class: 'midia' }, icone('arquivo'), midia.nome ?? emPalavras({ ...mensagem, texto: '' }))
      : null,
    mensagem.cabecalho ? criar('strong', { class: 'cabecalho' }, mensagem.cabecalho) : null,
    mensagem.texto || !midia
      ? criar('p', mensagem.mudada === 'apagada' ? { class: 'apagada' } : {}, ...comEnderecos(emPalavras(mensagem)))
      : null,
    rodinha(mensagem, chegou),
    daEmpresa && chegou ? toques(mensagem, gestos) : null,
    mensagem.reacao ? criar('span', { class: 'reacao' }, mensagem.reacao) : null,
    ...botoesDoBalao(mensagem, chegou, gestos),
  )
}

/** An address in a text opens, as on a phone. @param {string} texto */
const comEnderecos = (texto) =>
  texto
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((parte, i) => (i % 2 ? criar('a', { href: parte, target: '_blank', rel: 'noreferrer' }, parte) : parte))

/**
 * A template's buttons: an answer is sent, an address opens, a code goes to the clipboard.
 * @param {Mensagem} mensagem @param {Parameters<typeof desenharConversa>[2]} gestos
 */
function toques(mensagem, gestos) {
  const { botoes, acoes = [] } = mensagem
  if (botoes.length + acoes.length === 0) return null
  return criar(
    'div',
    { class: 'toques' },
    ...botoes.map((botao) =>
      criar('button', { type: 'button', click: () => gestos.tocar(mensagem, botao) }, botao.texto),
    ),
    ...acoes.map(({ tipo, texto, valor }) =>
      tipo === 'link'
        ? criar('a', { href: valor, target: '_blank', rel: 'noreferrer', title: valor }, texto)
        : criar('button', { type: 'button', title: valor, click: () => navigator.clipboard?.writeText(valor) }, texto),
    ),
  )
}

/**
 * What the customer may do to a message: answer or react to the company's, change or take back their own.
 * @param {Mensagem} mensagem @param {boolean} chegou @param {Parameters<typeof desenharConversa>[2]} gestos
 */
function botoesDoBalao(mensagem, chegou, gestos) {
  const botao = (
    /** @type {string} */ nome,
    /** @type {string} */ rotulo,
    /** @type {(m: Mensagem) => void} */ fazer,
  ) =>
    criar(
      'button',
      { type: 'button', class: 'so-icone', 'aria-label': rotulo, title: rotulo, click: () => fazer(mensagem) },
      icone(nome),
    )
  if (mensagem.direcao === 'empresa') {
    if (!chegou) return []
    const reacao = mensagem.reacao ? 'Tirar a reação' : 'Reagir com 👍'
    const responder = botao('responder', 'Responder a esta mensagem', gestos.responder)
    return [criar('div', { class: 'gestos' }, responder, botao('gostei', reacao, gestos.reagir))]
  }
  if (mensagem.mudada === 'apagada') return []
  const editar = mensagem.tipo === 'text' ? botao('editar', 'Editar esta mensagem', gestos.editar) : null
  return [criar('div', { class: 'gestos' }, editar, botao('apagar', 'Apagar esta mensagem', gestos.apagar))]
}

/** @param {Mensagem} mensagem @param {boolean} chegou */
function rodinha(mensagem, chegou) {
  const texto = hora.format(new Date(mensagem.quando))
  if (mensagem.direcao === 'cliente') {
    const lida = mensagem.status === 'read'
    return criar(
      'div',
      { class: 'rodinha' },
      mensagem.mudada === 'editada' ? 'editada ' : '',
      texto,
      icone('dois', lida ? 'lida' : ''),
      criar('span', { class: 'oculto' }, lida ? 'lida' : 'entregue'),
    )
  }
  if (chegou) return criar('div', { class: 'rodinha' }, texto)
  return criar(
    'div',
    { class: 'rodinha' },
    mensagem.status === 'failed' ? `não chegou (${mensagem.erro}) ` : mensagem.perdida ? 'não entregue ' : 'a caminho ',
    texto,
  )
}

/** @param {Registro} registro */
export function desenharRegistro(registro) {
  const { resposta, erro, duracaoMs, tentativa } = registro
  const classe = resposta === 200 ? 'sucesso' : resposta === null && erro === null ? 'neutro' : 'erro'
  const pormenores = [
    registro.resumo,
    duracaoMs === null ? 'a caminho' : `respondido em ${duracaoMs} ms`,
    tentativa > 1 ? `${tentativa}ª tentativa` : '',
  ]
  return criar(
    'li',
    {},
    criar('span', { class: 'quando' }, horaCheia.format(new Date(registro.quando))),
    criar('code', {}, registro.titulo),
    criar('span', { class: `selo ${classe}` }, resposta === null ? (erro ?? '…') : String(resposta)),
    criar('span', { class: 'resumo' }, pormenores.filter(Boolean).join(', ')),
  )
}
