import type pg from 'pg'
import { to as copiarPara } from 'pg-copy-streams'
import { conectar, transacaoDe } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { MUDADA_EM } from '#server/db/identidade.ts'
import type { Trx } from '#server/db/schema.ts'
import { type Carga, carregarBanco } from './carregar.ts'
import { exigirParado, exigirVazio } from './destino.queries.ts'
import { comecarOutraHistoria } from './restaurar.actions.ts'
import { copiaDe, lerMigracoes, lerSequencias, lerTabelas } from './tabelas.queries.ts'

const SEM_LIMITES = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/**
 * Moves the company from one database to another, empty one, completely or not at all, with no node running on either;
 * both URLs are the tables' owner's. The old database is marked as moved before the new one is committed, so that at no
 * point, even after an interruption, nodes may start on both (`exigirMesmaEmpresa`). A marked one is moved again only
 * when a person says that the move was interrupted (`interrompida`); sending is then held until an administrator
 * confirms. `firmar`: writes what the new database also needs, its key. Returns how many rows were moved.
 */
export async function mudarDeBanco(
  de: string,
  para: string,
  firmar: (trx: Trx) => Promise<void>,
  interrompida: Date | null = null,
): Promise<number> {
  const origem = await conectar(de, SEM_LIMITES)
  const destino = await conectar(para, SEM_LIMITES).catch(async (erro) => {
    await origem.end()
    throw erro
  })
  try {
    for (const cliente of [origem, destino]) await exigirParado(cliente)
    await exigirVazio(destino, null)
    if (!interrompida) await exigirNaoMudada(origem)
    await origem.query('begin isolation level repeatable read read only')
    const tabelas = await lerTabelas(origem)
    let linhas: Record<string, number> = {}
    const encher = async (carga: Carga) => {
      linhas = await passar(origem, tabelas, carga)
      return { linhas, sequencias: await lerSequencias(origem) }
    }
    await carregarBanco(destino, { migracoes: await lerMigracoes(origem), tabelas }, encher, async () => {
      // Set in a database whose move was interrupted; the move is complete now.
      await destino.query('update configuracao set mudada_em = null')
      await firmar(transacaoDe(destino))
      if (interrompida) await comecarOutraHistoria(destino, interrompida)
      await origem.query('commit')
      await origem.query('update configuracao set mudada_em = now()')
    })
    return Object.values(linhas).reduce((soma, n) => soma + n, 0)
  } finally {
    await Promise.all([origem.end(), destino.end()])
  }
}

async function exigirNaoMudada(origem: pg.Client): Promise<void> {
  const { rows } = await origem.query<{ mudada_em: string | null }>(`select ${MUDADA_EM} from configuracao`)
  const em = rows[0]?.mudada_em
  if (em)
    throw new FalhaAoIniciar(
      `A empresa deste banco de dados foi levada para outro em ${em}: é lá que ela está, e o que ficou aqui é antigo. Se aquela mudança foi cortada e o outro lado ficou vazio, rode-a de novo com --interrompida no fim. Nada foi alterado.`,
    )
}

async function passar(origem: pg.Client, tabelas: Awaited<ReturnType<typeof lerTabelas>>, carga: Carga) {
  const linhas: Record<string, number> = {}
  for (const tabela of tabelas) {
    const copia = origem.query(copiarPara(copiaDe(tabela)))
    for await (const texto of copia as AsyncIterable<Buffer>) await carga.escrever(tabela, texto)
    linhas[tabela.nome] = copia.rowCount
  }
  return linhas
}
