import type { Mensagem } from '#contract/mensagens.ts'
import type { ConteudoRecebido, MensagemRecebida } from '#contract/webhooks-meta.ts'
import type { Dia } from '#domain/data.ts'
import { type Dica, lerIntencoes } from '#domain/intencao.ts'
import { semLinks } from '#domain/link.ts'
import { lerRetorno } from '#domain/retorno.ts'
import { cortar } from '#domain/texto.ts'
import type { Midia } from '#server/saida/midia.ts'

export interface Conteudo {
  tipo: Mensagem['tipo']
  conteudo: string
  midia: Midia | null
}

/** Does WhatsApp itself speak here of a person: a new number, a new id? */
export const ehDoWhatsapp = ({ type, system }: MensagemRecebida): boolean => type === 'system' && system !== undefined

/**
 * Is this message a reply? Reactions, edits, deletions and WhatsApp's own notices are not, when they can be parsed as
 * such; everything else is, parsed or not, so that no reply is lost because of its format.
 */
export function ehResposta(mensagem: MensagemRecebida): boolean {
  switch (mensagem.type) {
    case 'reaction':
      return mensagem.reaction === undefined
    case 'revoke':
      return mensagem.revoke === undefined
    case 'edit':
      return mensagem.edit === undefined || lerConteudo(mensagem.edit.message) === null
    case 'system':
      return !ehDoWhatsapp(mensagem)
    // The conversation was opened without text; and a value of older documentation without content.
    case 'request_welcome':
    case 'ephemeral':
      return false
    default:
      return true
  }
}

/** WhatsApp lets nobody write more; a conversation of texts of megabytes would stop the desk each time it is opened. */
const MAIOR_TEXTO = 65_536
/** No system has longer names of files, or of their types. */
const MAIOR_NOME = 255

/** An inbound message as a person reads it: its displayable content, or that there is none. */
export function conteudoDe(mensagem: ConteudoRecebido): Conteudo {
  const lido = lerConteudo(mensagem) ?? so('outro', naoMostrada(mensagem))
  // A customer may send the address of their own page back.
  return { ...lido, conteudo: cortar(semLinks(lido.conteudo), MAIOR_TEXTO) }
}

/** What the customer's own words seem to ask for, given the day they wrote; null if nothing. */
export function dicasDe(mensagem: ConteudoRecebido, dia: Dia): Dica[] | null {
  const { tipo, conteudo } = conteudoDe(mensagem)
  const { image, video, document } = mensagem
  const escrito = tipo === 'texto' || tipo === 'botao' ? conteudo : (image ?? video ?? document)?.caption
  const dicas = escrito ? lerIntencoes(escrito, dia) : []
  return dicas.length > 0 ? dicas : null
}

type Leitor = (mensagem: ConteudoRecebido) => Conteudo | null

/** By type: the content, or null if there is nothing readable. */
const LEITORES = new Map<string, Leitor>([
  ['text', ({ text }) => dito('texto', text?.body)],
  ['button', ({ button }) => dito('botao', button?.text, button?.payload && lerRetorno(button.payload).texto)],
  ['interactive', ({ interactive }) => (interactive ? interativa(interactive) : null)],
  ['image', ({ image }) => comArquivo('imagem', image, 'Imagem')],
  ['sticker', ({ sticker }) => comArquivo('imagem', sticker, 'Figurinha')],
  ['video', ({ video }) => comArquivo('video', video, 'Vídeo')],
  ['audio', ({ audio }) => comArquivo('audio', audio, audio?.voice ? 'Mensagem de voz' : 'Áudio')],
  ['document', ({ document }) => comArquivo('documento', document, document?.filename || 'Documento')],
  ['location', ({ location }) => dito('outro', localizacao(location))],
  ['contacts', ({ contacts }) => dito('outro', contatos(contacts))],
])

/** Meta's type says which field to read; if it is missing or empty, any other field present is read. */
function lerConteudo(mensagem: ConteudoRecebido): Conteudo | null {
  const { type } = mensagem
  if (type === 'order') return so('outro', 'Pedido feito pelo catálogo. Abra o WhatsApp da empresa para ver os itens.')
  if (tipoDesconhecido(type)) return dito('outro', palavrasEm(mensagem, type))
  for (const tipo of [type, ...LEITORES.keys()]) {
    const lido = LEITORES.get(tipo)?.(mensagem)
    if (lido) return lido
  }
  return null
}

/** Kinds that are no message when they can be read. */
const DE_MARCAS = new Set(['reaction', 'revoke', 'edit', 'system'])

/** Meta named a type, and it is none that we read. */
const tipoDesconhecido = (type: string) => type !== '' && !LEITORES.has(type) && !DE_MARCAS.has(type)

const so = (tipo: Conteudo['tipo'], conteudo: string): Conteudo => ({ tipo, conteudo, midia: null })

/** The first of these that says something. */
function dito(tipo: Conteudo['tipo'], ...ditos: (string | null | undefined)[]): Conteudo | null {
  const conteudo = ditos.find((um) => um?.trim())
  return conteudo === undefined || conteudo === null ? null : so(tipo, conteudo)
}

/** The words in a part of a kind yet unknown, where such parts have them. */
function palavrasEm(dono: object, parte: string | undefined): string | undefined {
  if (!parte || !Object.hasOwn(dono, parte)) return undefined
  const valor = (dono as Record<string, unknown>)[parte]
  const candidatos = ['body', 'text', 'title', 'caption', 'name', 'description'].map((nome) => Object(valor)[nome])
  return candidatos.find((palavra): palavra is string => typeof palavra === 'string' && palavra.trim() !== '')
}

function interativa(escolha: NonNullable<ConteudoRecebido['interactive']>): Conteudo | null {
  const { type, button_reply, list_reply, nfm_reply, call_permission_reply } = escolha
  if (button_reply) return dito('botao', button_reply.title, button_reply.id)
  if (list_reply) {
    const escolhida = [list_reply.title, list_reply.description].filter(Boolean).join(': ')
    return dito('botao', escolhida, list_reply.id)
  }
  if (call_permission_reply || type === 'call_permission_reply')
    return so('outro', PERMISSOES.get(call_permission_reply?.response ?? '') ?? PERMISSAO)
  if (nfm_reply || type === 'nfm_reply') return dito('outro', nfm_reply?.body, 'Formulário respondido pelo WhatsApp.')
  return dito('outro', palavrasEm(escolha, type))
}

const PERMISSAO = 'O cliente respondeu se a empresa pode ligar para ele pelo WhatsApp.'
const PERMISSOES = new Map([
  ['accept', 'O cliente permitiu que a empresa ligue para ele pelo WhatsApp.'],
  ['reject', 'O cliente não permitiu que a empresa ligue para ele pelo WhatsApp.'],
])

type Arquivo = NonNullable<ConteudoRecebido['image']>

function comArquivo(tipo: Conteudo['tipo'], arquivo: Arquivo | undefined, rotulo: string): Conteudo | null {
  if (!arquivo) return null
  const legenda = arquivo.caption?.trim() ? arquivo.caption : null
  if (arquivo.id === undefined) {
    const perdido = `${rotulo} que o WhatsApp não conseguiu entregar.`
    return so(tipo, legenda ? `${legenda} (${perdido})` : perdido)
  }
  const midia = {
    id: arquivo.id,
    mime: cortar(arquivo.mime_type ?? 'application/octet-stream', MAIOR_NOME),
    nome: arquivo.filename === undefined ? null : cortar(arquivo.filename, MAIOR_NOME),
    arquivo: null,
  }
  return { tipo, conteudo: legenda ?? rotulo, midia }
}

function localizacao(local: ConteudoRecebido['location']): string | null {
  const onde = [local?.name, local?.address].filter(Boolean).join(', ')
  const coordenadas = local?.latitude && local.longitude ? `${local.latitude}, ${local.longitude}` : ''
  const dita = [onde, coordenadas].filter(Boolean).join(' · ')
  return dita && `Localização: ${dita}`
}

function contatos(lista: ConteudoRecebido['contacts'] | undefined): string | null {
  const linhas = (lista ?? []).map((contato) => {
    const telefones = (contato.phones ?? []).map((telefone) => telefone.phone ?? telefone.wa_id).filter(Boolean)
    return [contato.name?.formatted_name, ...telefones].filter(Boolean).join(' ')
  })
  const ditos = linhas.filter(Boolean).join('; ')
  return ditos && `Contato: ${ditos}`
}

function naoMostrada({ type, errors }: ConteudoRecebido): string {
  if (errors?.some((erro) => erro.code === 131052))
    return 'O cliente enviou um arquivo grande demais para o WhatsApp entregar. Peça que envie de novo, menor.'
  return tipoDesconhecido(type)
    ? 'O cliente enviou um tipo de mensagem que o WhatsApp não mostra aqui. Peça que escreva em texto.'
    : 'Mensagem que não foi possível exibir. Peça ao cliente que escreva em texto.'
}
