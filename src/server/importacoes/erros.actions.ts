import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { comMilhares } from '#domain/dinheiro.ts'
import { TIPOS_DE_IMPORTACAO } from '#domain/importacao.ts'
import { CAUSAS, type CausaDoErro } from '#domain/planilha-causas.ts'
import type { Db } from '#server/db/schema.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'

export interface ErroAnotado {
  linha: number | null
  campo: string
  causa: CausaDoErro
  mensagem: string
  nome: string | null
  valor: string | null
  /** The row as it came, under its own headers: JSON. */
  registro: string
}

const NA_RESPOSTA = 1000
const POR_VEZ = 250
const POR_LINHA = 10
/** Sort positions for errors found after reading: whose code it repeats, and what it contradicts. */
const DEPOIS = { codigo: POR_LINHA - 2, contradicao: POR_LINHA - 1 }

/**
 * Far beyond what the rows of a base bring, even where each has something wrong: with more the fault is the file. The
 * import ends while reading, before anything is written, so that no gigabytes are stored.
 */
const LIMITES = {
  erros: 1_000_000,
  /** Of the rows stored with errors, counted once for each error. */
  caracteres: 400_000_000,
}

/**
 * What an import could not take: all of it stored, to be downloaded, and the first of it kept for the answer. Rejects
 * (`ArquivoIlegivel`) when it becomes too much.
 */
export class ErrosDaImportacao {
  readonly #db: Db
  readonly #importacaoId: number
  #pendentes: (ErroAnotado & { ordem: number })[] = []
  #primeiros: (ErroAnotado & { ordem: number })[] = []
  #ultimaLinha = -1
  #naLinha = 0
  readonly #causas = new Map<CausaDoErro, number>()
  readonly #limites: typeof LIMITES
  #caracteres = 0
  total = 0

  constructor(db: Db, importacaoId: number, limites = LIMITES) {
    this.#db = db
    this.#importacaoId = importacaoId
    this.#limites = limites
  }

  /** Stored in file order, several errors of a row together; a row has at most one of each kind found later (`depois`). */
  async anotar(erro: ErroAnotado, depois?: keyof typeof DEPOIS): Promise<void> {
    const linha = erro.linha ?? this.total
    this.#naLinha = depois ? DEPOIS[depois] : linha === this.#ultimaLinha ? this.#naLinha + 1 : 0
    this.#ultimaLinha = linha
    this.total += 1
    this.#causas.set(erro.causa, (this.#causas.get(erro.causa) ?? 0) + 1)
    const anotado = { ...erro, ordem: linha * POR_LINHA + this.#naLinha }
    this.#pendentes.push(anotado)
    this.#primeiros.push({ ...anotado, registro: '' })
    if (this.#primeiros.length >= 2 * NA_RESPOSTA) this.#podar()
    this.#caracteres += erro.registro.length
    const demais = this.total > this.#limites.erros || this.#caracteres > this.#limites.caracteres
    if (demais || this.#pendentes.length >= POR_VEZ) await this.fim()
    if (demais) throw new ArquivoIlegivel(this.#fraseDeDemais())
  }

  #fraseDeDemais(): string {
    const { causa, total } = this.porCausa()[0]!
    const { titulo, dica } = CAUSAS[causa]
    return `A importação parou com ${comMilhares(this.total)} problemas, e nada foi gravado. O mais frequente, ${comMilhares(total)} vezes: ${titulo}. ${dica} Confira se cada coluna está ligada ao campo certo, corrija o arquivo e envie de novo.`
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

const ENSAIO_GUARDADO_MS = 7 * DIA_MS

/**
 * Deletes the reports of files that imported nothing (simulations and failed imports): their rows are about people whom nothing
 * else here knows.
 */
export async function esquecerEnsaios(db: Db, agora: Date): Promise<void> {
  const antes = new Date(agora.getTime() - ENSAIO_GUARDADO_MS)
  await sql`
    delete from importacao_erro where importacao_id in (
      select id from importacao where (simulada or situacao = 'falhou') and terminada_em < ${antes})`.execute(db)
  await db
    .updateTable('importacao')
    .set({ resultado: null })
    .where('simulada', '=', true)
    .where('tipo', 'in', TIPOS_DE_IMPORTACAO)
    .where('terminada_em', '<', antes.toISOString())
    .where('resultado', 'is not', null)
    .execute()
}
