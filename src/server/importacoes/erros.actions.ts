import { sql } from 'kysely'
import type { Causa } from '#domain/planilha-causas.ts'
import type { Db } from '#server/db/schema.ts'

export interface ErroAnotado {
  linha: number | null
  campo: string
  causa: Causa
  mensagem: string
  nome: string | null
  valor: string | null
  /** The row as it came, under its own headers: JSON. */
  registro: string
}

const NA_RESPOSTA = 1000
const POR_VEZ = 250
const POR_LINHA = 10
/** After all that was wrong with the row itself: what it contradicts. */
const ULTIMO = POR_LINHA - 1

/** What an import could not take: all of it stored, to be downloaded, and the first of it kept for the answer. */
export class ErrosDaImportacao {
  readonly #db: Db
  readonly #importacaoId: number
  #pendentes: (ErroAnotado & { ordem: number })[] = []
  #primeiros: (ErroAnotado & { ordem: number })[] = []
  #ultimaLinha = -1
  #naLinha = 0
  readonly #causas = new Map<Causa, number>()
  total = 0

  constructor(db: Db, importacaoId: number) {
    this.#db = db
    this.#importacaoId = importacaoId
  }

  /** Kept in the order of the file, several errors of a row together; of `contradicao` a row has one at most. */
  async anotar(erro: ErroAnotado, contradicao = false): Promise<void> {
    const linha = erro.linha ?? this.total
    this.#naLinha = contradicao ? ULTIMO : linha === this.#ultimaLinha ? this.#naLinha + 1 : 0
    this.#ultimaLinha = linha
    this.total += 1
    this.#causas.set(erro.causa, (this.#causas.get(erro.causa) ?? 0) + 1)
    const anotado = { ...erro, ordem: linha * POR_LINHA + this.#naLinha }
    this.#pendentes.push(anotado)
    this.#primeiros.push({ ...anotado, registro: '' })
    if (this.#primeiros.length >= 2 * NA_RESPOSTA) this.#podar()
    if (this.#pendentes.length >= POR_VEZ) await this.fim()
  }

  async fim(): Promise<void> {
    const erros = this.#pendentes
    this.#pendentes = []
    if (erros.length === 0) return
    await sql`
      insert into importacao_erro (importacao_id, ordem, linha, campo, mensagem, registro)
      select ${this.#importacaoId}, * from unnest(${erros.map((e) => e.ordem)}::int[], ${erros.map((e) => e.linha)}::int[],
        ${erros.map((e) => e.campo)}::text[], ${erros.map((e) => e.mensagem)}::text[],
        ${erros.map((e) => e.registro)}::json[])`.execute(this.#db)
  }

  primeiros() {
    this.#podar()
    return this.#primeiros.map(({ linha, campo, causa, mensagem, nome, valor }) => ({
      linha: linha ?? 0,
      campo,
      causa,
      mensagem,
      nome,
      valor,
    }))
  }

  porCausa() {
    return [...this.#causas].map(([causa, total]) => ({ causa, total })).sort((a, b) => b.total - a.total)
  }

  #podar() {
    this.#primeiros.sort((a, b) => a.ordem - b.ordem)
    this.#primeiros.length = Math.min(this.#primeiros.length, NA_RESPOSTA)
  }
}
