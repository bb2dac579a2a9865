import type { MensagemRecebida } from '#contract/cloud-api.ts'
import type { Mensagem } from '#contract/mensagens.ts'

/** A file as it stands in `mensagem.midia`. */
export interface Midia {
  /** At Meta; null: one of ours that is not there yet. */
  id: string | null
  mime: string
  nome: string | null
  /** Its name in our storage; null: one of the customer's that is not here yet. */
  arquivo: string | null
  tamanho?: number | null
  /** What is written under one of ours. */
  legenda?: string | null
  /** When one of ours reached Meta, and for which of our numbers: it lives 30 days there. */
  subidaEm?: string
  numeroId?: string
  /** Why there is no file, in a sentence. */
  erro?: string
  tentativas?: number
  proximaEm?: string
}

export interface Conteudo {
  tipo: Mensagem['tipo']
  conteudo: string
  midia: Midia | null
}

/** Kinds that nobody wrote to us: kept in the inbox, no reply and no message. */
const SEM_RESPOSTA = new Set(['reaction', 'system', 'edit', 'revoke', 'request_welcome', 'ephemeral'])

/** Does this kind of message answer us? Reactions and system messages do not. */
export const ehResposta = (mensagem: MensagemRecebida): boolean => !SEM_RESPOSTA.has(mensagem.type)

/** What an inbound message says, as a person reads it. A kind yet unknown is said to be one. */
export function conteudoDe(mensagem: MensagemRecebida): Conteudo {
  switch (mensagem.type) {
    case 'text':
      return so('texto', mensagem.text?.body ?? '')
    case 'button':
      return so('botao', mensagem.button?.text ?? mensagem.button?.payload ?? '')
    case 'interactive':
      return interativa(mensagem.interactive)
    case 'image':
      return comArquivo('imagem', mensagem.image, 'Imagem')
    case 'sticker':
      return comArquivo('imagem', mensagem.sticker, 'Figurinha')
    case 'video':
      return comArquivo('video', mensagem.video, 'Vídeo')
    case 'audio':
      return comArquivo('audio', mensagem.audio, mensagem.audio?.voice ? 'Mensagem de voz' : 'Áudio')
    case 'document':
      return comArquivo('documento', mensagem.document, mensagem.document?.filename ?? 'Documento')
    case 'location':
      return so('outro', localizacao(mensagem.location))
    case 'contacts':
      return so('outro', contatos(mensagem.contacts))
    case 'order':
      return so('outro', 'Pedido feito pelo catálogo. Abra o WhatsApp da empresa para ver os itens.')
    default:
      return so('outro', naoMostrada(mensagem))
  }
}

const so = (tipo: Conteudo['tipo'], conteudo: string): Conteudo => ({ tipo, conteudo, midia: null })

function interativa(interativa: MensagemRecebida['interactive']): Conteudo {
  const { button_reply, list_reply, nfm_reply } = interativa ?? {}
  if (button_reply) return so('botao', button_reply.title ?? button_reply.id ?? '')
  if (list_reply) return so('botao', [list_reply.title, list_reply.description].filter(Boolean).join(': '))
  return so('outro', nfm_reply?.body ?? 'Formulário respondido pelo WhatsApp.')
}

type Arquivo = NonNullable<MensagemRecebida['image']>

function comArquivo(tipo: Conteudo['tipo'], arquivo: Arquivo | undefined, rotulo: string): Conteudo {
  const conteudo = arquivo?.caption || rotulo
  if (!arquivo) return so(tipo, `${rotulo} que o WhatsApp não conseguiu entregar.`)
  const midia = {
    id: arquivo.id,
    mime: arquivo.mime_type ?? 'application/octet-stream',
    nome: arquivo.filename ?? null,
    arquivo: null,
  }
  return { tipo, conteudo, midia }
}

function localizacao(local: MensagemRecebida['location']): string {
  const onde = [local?.name, local?.address].filter(Boolean).join(', ')
  const coordenadas = local?.latitude !== undefined ? `${local.latitude}, ${local.longitude}` : ''
  return `Localização: ${[onde, coordenadas].filter(Boolean).join(' · ')}`
}

function contatos(lista: MensagemRecebida['contacts']): string {
  const linhas = (lista ?? []).map((contato) => {
    const telefones = (contato.phones ?? []).map((telefone) => telefone.phone ?? telefone.wa_id).filter(Boolean)
    return [contato.name?.formatted_name, ...telefones].filter(Boolean).join(' ')
  })
  return `Contato: ${linhas.filter(Boolean).join('; ')}`
}

function naoMostrada({ errors }: MensagemRecebida): string {
  const grandeDemais = errors?.some((erro) => erro.code === 131052)
  return grandeDemais
    ? 'O cliente enviou um arquivo grande demais para o WhatsApp entregar. Peça que envie de novo, menor.'
    : 'O cliente enviou um tipo de mensagem que o WhatsApp não mostra aqui. Peça que escreva em texto.'
}
