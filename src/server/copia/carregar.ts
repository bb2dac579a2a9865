import { once } from 'node:events'
import pg from 'pg'
import { from as copiarDe } from 'pg-copy-streams'
import { criarEsquema } from '#server/db/migrar.ts'
import type { Manifesto } from './arquivo.ts'
import { copiaPara, lerObraDoEsquema, lerTabelas, porSequencias } from './tabelas.queries.ts'

type Tabela = Manifesto['tabelas'][number]

/** Loads pieces of tables' COPY text, one table after another. */
export interface Carga {
  escrever(tabela: Tabela, texto: Buffer): Promise<void>
}

/**
 * Creates the schema with these migrations, replacing the database's own, and fills it, all in one transaction, so that a failure
 * leaves nothing. `encher` provides the rows; `sequencias` is read after them.
 */
export async function carregarBanco(
  cliente: pg.Client,
  { migracoes, tabelas }: Pick<Manifesto, 'migracoes' | 'tabelas'>,
  encher: (
    carga: Carga,
  ) => Promise<{ linhas: Record<string, number>; sequencias: Parameters<typeof porSequencias>[1] }>,
  porFim: () => Promise<void>,
): Promise<void> {
  await cliente.query('begin')
  try {
    await esvaziarEsquema(cliente)
    await criarEsquema(cliente, migracoes)
    exigirIguais(await lerTabelas(cliente), tabelas)
    const obra = await lerObraDoEsquema(cliente)
    for (const comando of obra.antes) await cliente.query(comando)
    // Rows inserted by the migrations are also in the copy, in their current form.
    await cliente.query(`truncate ${tabelas.map(({ nome }) => pg.escapeIdentifier(nome)).join(', ')}`)
    const cargas = new CargaDeTabelas(cliente)
    const { linhas, sequencias } = await encher(cargas).catch((erro) => cargas.abandonar(erro))
    await cargas.fim()
    for (const { nome } of tabelas)
      if ((cargas.linhas[nome] ?? 0) !== linhas[nome])
        throw new Error(`${nome}: ${cargas.linhas[nome] ?? 0} rows came in of ${linhas[nome]}`)
    for (const comando of obra.depois) await cliente.query(comando)
    await porSequencias(cliente, sequencias)
    await porFim()
    await cliente.query('commit')
  } catch (erro) {
    await cliente.query('rollback').catch(() => undefined)
    throw erro
  }
  await cliente.query('analyze')
}

async function esvaziarEsquema(cliente: pg.Client) {
  const { rows } = await cliente.query<{ nome: string }>('select quote_ident(current_schema()) as nome')
  await cliente.query(`drop schema ${rows[0]!.nome} cascade; create schema ${rows[0]!.nome}`)
}

/** The same migrations make the same tables, unless somebody changed one by hand. */
function exigirIguais(feitas: Tabela[], daCopia: Tabela[]) {
  const texto = (tabelas: Tabela[]) => tabelas.map(({ nome, colunas }) => `${nome} (${colunas.toSorted()})`).toSorted()
  const [estas, aquelas] = [texto(feitas), texto(daCopia)]
  const diferente = aquelas.find((uma) => !estas.includes(uma)) ?? estas.find((uma) => !aquelas.includes(uma))
  if (diferente) throw new Error(`the migrations make no such table as the copy has: ${diferente}`)
}

class CargaDeTabelas implements Carga {
  readonly #cliente: pg.Client
  #tabela: Tabela | undefined
  #copia: ReturnType<typeof copiarDe> | undefined
  #fim: Promise<unknown> | undefined
  readonly linhas: Record<string, number> = {}

  constructor(cliente: pg.Client) {
    this.#cliente = cliente
  }

  async escrever(tabela: Tabela, texto: Buffer) {
    if (this.#tabela?.nome !== tabela.nome) {
      await this.fim()
      this.#tabela = tabela
      const copia = this.#cliente.query(copiarDe(copiaPara(tabela)))
      // Otherwise what it still holds would go to a connection that it has let go of, and end the process.
      copia.on('error', () => copia.destroy())
      this.#copia = copia
      this.#fim = once(copia, 'finish')
      this.#fim.catch(() => undefined) // heard by whoever writes on, or ends it
    }
    if (this.#copia!.destroyed) await this.#fim
    if (!this.#copia!.write(texto)) await Promise.race([once(this.#copia!, 'drain'), this.#fim])
  }

  async fim() {
    if (!this.#copia || !this.#tabela) return
    this.#copia.end()
    await this.#fim
    this.linhas[this.#tabela.nome] = this.#copia.rowCount
    this.#copia = undefined
  }

  /** Aborts the running COPY; otherwise the connection would wait for its rest forever. */
  abandonar(erro: Error): never {
    this.#copia?.destroy(erro)
    throw erro
  }
}
