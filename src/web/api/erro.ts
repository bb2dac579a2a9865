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

export const SEM_RESPOSTA =
  'O servidor não respondeu. Nada do que você fez se perdeu: confira a conexão e tente de novo.'

/** What was asked got no answer in the time that it had: it may have been done. */
export const SEM_NOTICIA =
  'O servidor não respondeu a tempo e pode ter feito o que você pediu: confira antes de tentar de novo.'

/** The `codigo` of a call that was given up. */
export const DEMOROU = 'demorou'

/** Shown when the answer carries no sentence of the server's. */
export const SEM_FRASE = 'O servidor respondeu algo que não entendemos. Tente de novo em instantes.'

/** Shown when the server is being updated and it, or the proxy in front of it, says so with a 502, 503 or 504. */
export const EM_MANUTENCAO = 'O sistema está em manutenção e volta sozinho. Tente de novo em instantes.'

/** The sentence to show for whatever was thrown. */
export const fraseDe = (erro: unknown): string =>
  erro instanceof Error ? erro.message : 'Algo deu errado. Tente de novo em instantes.'
