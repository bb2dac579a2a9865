import type { Mensagem } from '#contract/mensagens.ts'

/** How many messages an answer brings. */
const POR_VEZ = 50

/** What is known of a conversation, oldest first. */
export interface Conversa {
  mensagens: Mensagem[]
  /** There are earlier ones to be asked for. */
  temAntes: boolean
  /** The first message that was unread when the conversation was opened. */
  primeiraNova: number | null
}

/** The latest messages joined to what was known; after a gap, what was known no longer connects and is let go. */
export function comUltimas(antes: Conversa | undefined, ultimas: Mensagem[], naoLidas: number): Conversa {
  const primeira = ultimas[0]
  const ultimaConhecida = antes?.mensagens.at(-1)
  if (!antes || !primeira || !ultimaConhecida || ultimaConhecida.id < primeira.id) {
    return { mensagens: ultimas, temAntes: ultimas.length >= POR_VEZ, primeiraNova: primeiraDas(ultimas, naoLidas) }
  }
  const velhas = antes.mensagens.filter(({ id }) => id < primeira.id)
  const conhecidas = new Map(antes.mensagens.slice(velhas.length).map((uma) => [uma.id, uma]))
  const mesmas = ultimas.map((uma) => {
    const conhecida = conhecidas.get(uma.id)
    return conhecida && JSON.stringify(conhecida) === JSON.stringify(uma) ? conhecida : uma
  })
  return { ...antes, mensagens: [...velhas, ...mesmas] }
}

/** Earlier messages put before what was known. */
export const comAnteriores = (conversa: Conversa, anteriores: Mensagem[]): Conversa => ({
  ...conversa,
  mensagens: [...anteriores, ...conversa.mensagens],
  temAntes: anteriores.length >= POR_VEZ,
})

/** A message that was just accepted, unless a live answer brought it first. */
export const comEnviada = (conversa: Conversa, enviada: Mensagem): Conversa =>
  conversa.mensagens.some(({ id }) => id === enviada.id)
    ? conversa
    : { ...conversa, primeiraNova: null, mensagens: [...conversa.mensagens, enviada].sort((a, b) => a.id - b.id) }

function primeiraDas(mensagens: Mensagem[], naoLidas: number): number | null {
  if (naoLidas === 0) return null
  return mensagens.filter(({ direcao }) => direcao === 'recebida').at(-naoLidas)?.id ?? null
}

/** A file's caption, empty when `conteudo` only names the file; for any other message, its text. */
export function legendaDe({ tipo, conteudo, arquivo }: Pick<Mensagem, 'tipo' | 'conteudo' | 'arquivo'>): string {
  if (!arquivo) return conteudo
  const rotulos = [arquivo.nome, tipo === 'imagem' ? 'Imagem' : 'Documento']
  return rotulos.includes(conteudo) ? '' : conteudo
}
