import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { emReais } from '#domain/dinheiro.ts'
import { vezesNoArquivo } from '#domain/repeticao.ts'
import { hashDoMovimento, type MovimentoARegistrar, type Registrado } from '#server/movimentos/registrar.actions.ts'
import type { MovimentoLido } from './leitores/lido.ts'

type Contas = Pick<ResultadoDoBanco, 'movimentos' | 'novos' | 'repetidos' | 'valor_total'>

/** What an upload brought so far. */
export class Contador {
  lidos = 0
  #novos = 0
  #centavos = 0
  #arquivo = -1
  #vezes = new Map<string, number>()

  /**
   * Numbers equal lines within a file (first, second…), so that the same lines in another file of the same days are
   * recognised. The numbering restarts with each file.
   */
  numerar({
    arquivo,
    movimentos: lidos,
  }: {
    arquivo: number
    movimentos: readonly MovimentoLido[]
  }): MovimentoARegistrar[] {
    const movimentos = lidos.map(({ movimento }) => movimento)
    if (arquivo !== this.#arquivo) this.#vezes = new Map()
    this.#arquivo = arquivo
    const hashes = movimentos.map(hashDoMovimento)
    const vezes = vezesNoArquivo(
      hashes.map((hash) => hash.toString('latin1')),
      this.#vezes,
    )
    return movimentos.map((movimento, i) => ({ ...movimento, vez: vezes[i]!, hash: hashes[i]! }))
  }

  contar(movimentos: readonly MovimentoARegistrar[], registrados: readonly Registrado[]): void {
    this.lidos += movimentos.length
    for (const [i, { novo }] of registrados.entries()) {
      if (!novo) continue
      this.#novos += 1
      if (movimentos[i]!.tipo === 'credito') this.#centavos += movimentos[i]!.valorCentavos
    }
  }

  contas(): Contas {
    const repetidos = this.lidos - this.#novos
    return { movimentos: this.lidos, novos: this.#novos, repetidos, valor_total: emReais(this.#centavos) }
  }
}
