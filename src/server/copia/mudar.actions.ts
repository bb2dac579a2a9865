import type pg from 'pg'
import { to as copiarPara } from 'pg-copy-streams'
import { exigirEstaVersao } from '#server/db/banco-da-maquina.ts'
import { abrirBanco, conectar, transacaoDe } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import type { Trx } from '#server/db/schema.ts'
import { conferirSegredos } from '#server/segredos/preparar.actions.ts'
import { aprenderTroca } from '#server/segredos/troca.actions.ts'
import { type Carga, carregarBanco } from './carregar.ts'
import { exigirParado, exigirVazio } from './destino.queries.ts'
import { comecarOutraHistoria } from './restaurar.actions.ts'
import { copiaDe, lerMigracoes, lerSequencias, lerTabelas } from './tabelas.queries.ts'

const SEM_LIMITES = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** Refuses, before anything moves, keys that do not open what the database keeps closed: on the other side the company could not start. */
export async function exigirChave(url: string, chaves: readonly Buffer[]): Promise<void> {
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    for (const chave of chaves) await aprenderTroca(banco.db, chave)
    const { ilegiveis } = await conferirSegredos(banco.db, ...chaves)
    if (ilegiveis > 0)
      throw new FalhaAoIniciar(
        'SECRET_KEY não abre os segredos deste banco de dados: defina nela a chave que o sistema usa agora. Nada foi alterado.',
      )
  } finally {
    await banco.fechar()
  }
}

/**
 * The company from one database into an empty other one, whole or not at all, with no node at work on either; both URLs as the owner
 * of the tables. What is left behind is marked before the other one is there, so that at no instant, and however this is cut off, nodes may
 * start on both (`exigirMesmaEmpresa`); what is marked already is moved only by somebody's word, of now,
 * that the move was cut off (`interrompida`), and sends nothing there until an administrator has seen that it is the company.
 * `firmar`: what the other one has besides from its first instant on, its key. Gives how many rows went.
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
    await exigirEstaVersao(de)
    if (!interrompida) await exigirNaoMudada(origem)
    await origem.query('begin isolation level repeatable read read only')
    const tabelas = await lerTabelas(origem)
    let linhas: Record<string, number> = {}
    const encher = async (carga: Carga) => {
      linhas = await passar(origem, tabelas, carga)
      return { linhas, sequencias: await lerSequencias(origem) }
    }
    await carregarBanco(destino, { migracoes: await lerMigracoes(origem), tabelas }, encher, async () => {
      // Of a move that was cut off, and is done now.
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
  const { rows } = await origem.query<{ em: string | null }>(
    `select to_char(mudada_em at time zone 'America/Sao_Paulo', 'DD/MM/YYYY "às" HH24:MI') as em from configuracao`,
  )
  const em = rows[0]?.em
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
