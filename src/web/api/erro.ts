import { inteira } from './inteira.ts'

/** A call that did not succeed. `message` is the server's sentence, fit to be shown as it is. */
export class ErroDaApi extends Error {
  /** 0 when no answer came at all. */
  readonly status: number
  readonly codigo: string | undefined
  readonly campos: Record<string, string[]>
  /** The server's `x-request-id`, to be found in its log. */
  readonly pedido: string | undefined

  constructor(
    mensagem: string,
    status = 0,
    resto: {
      codigo?: string | undefined
      campos?: Record<string, string[]> | undefined
      pedido?: string | undefined
    } = {},
  ) {
    super(inteira(mensagem))
    this.name = 'ErroDaApi'
    this.status = status
    this.codigo = resto.codigo
    this.campos = Object.fromEntries(
      Object.entries(resto.campos ?? {}).map(([campo, frases]) => [campo, frases.map(inteira)]),
    )
    this.pedido = resto.pedido
  }
}

/** It is there no more, or not for this person: what the screen still has of it is not shown. */
export const naoExiste = (erro: unknown) => erro instanceof ErroDaApi && erro.status === 404

/** Nothing answered, and nothing was to be done by it, or nothing was sent. */
export const SEM_RESPOSTA =
  'O servidor não respondeu. Nada do que você fez se perdeu: confira a conexão e tente de novo.'

/** The same of an act that would be done again: it may have been done. */
export const SEM_NOTICIA =
  'O servidor não respondeu e pode ter feito o que você pediu: confira antes de tentar de novo.'

/** The same of an act that changes nothing when it comes again. */
export const PODE_REPETIR =
  'O servidor não respondeu e pode ter feito o que você pediu. Tente de novo aqui mesmo: nada será feito duas vezes.'

/** For whoever signs in again and finds the screen as it was: true by then too. */
export const SESSAO_TERMINADA = 'A sessão tinha terminado, e nada foi feito. Tente de novo.'

/** What a browser refuses to send: it only says that nothing arrived, as of a network that failed. */
export const ARQUIVO_MUDOU = 'O arquivo mudou ou saiu do lugar depois de escolhido. Escolha-o de novo.'

/** The `codigo` of a call that was given up. */
export const DEMOROU = 'demorou'

/** Shown when the answer carries no sentence of the server's. */
export const SEM_FRASE = 'O servidor respondeu algo que não entendemos. Tente de novo em instantes.'

/** Shown when the server is being updated and it, or the proxy in front of it, says so with a 502 or 503. */
export const EM_MANUTENCAO = 'O sistema está em manutenção e volta sozinho. Tente de novo em instantes.'

/** For what a proxy answers without a sentence of the server's. */
export const FRASES_DO_PROXY: Record<number, string> = {
  413: 'O que você enviou passa do tamanho que o servidor aceita. Divida-o em partes menores.',
  429: 'Foram pedidos demais em pouco tempo. Espere um minuto e tente de novo.',
  502: EM_MANUTENCAO,
  503: EM_MANUTENCAO,
}

/** The failure is not about what was sent: no answer, a 5xx, too many requests, or a session that ended. */
export const passageira = (erro: unknown): erro is ErroDaApi =>
  erro instanceof ErroDaApi && (erro.status === 0 || erro.status >= 500 || erro.status === 429 || erro.status === 401)

/** Somebody saved the same settings since they were read. */
export const ehVersaoAntiga = (erro: unknown) => erro instanceof ErroDaApi && erro.codigo === 'versao_antiga'

/** The sentence to show for whatever was thrown. */
export const fraseDe = (erro: unknown): string =>
  erro instanceof Error ? erro.message : 'Algo deu errado. Tente de novo em instantes.'
