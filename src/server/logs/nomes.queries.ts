import { sql } from 'kysely'
import type { Log } from '#contract/logs.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { type LinhaEscrita, type Referencia, referenciasDe, resolver } from '#domain/frase-do-log.ts'
import { listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'

type Nomes = Map<number, string>
type LinhaLida = LinhaEscrita & { usuario_id: number | null; motivo: string | null }

/** Shown where the name no longer exists. */
const SEM_NOME: Record<Referencia['tipo'], string> = { cliente: 'cliente', usuario: 'usuário', conta: 'excluída' }

/**
 * Gives the names that stand now for the ids that lines hold: whoever was made anonymous is so in the past too.
 * Reads the names itself, because every slice writes to the log and the log depends on none.
 */
export async function resolverNomes(db: Db | Trx, linhas: readonly LinhaLida[]) {
  const referencias = linhas.flatMap(referenciasDe)
  const dos = (tipo: Referencia['tipo']) => referencias.flatMap((uma) => (uma.tipo === tipo ? uma.id : []))
  const [cliente, usuario, conta] = await Promise.all([
    nomesDe(db, sql`select id, nome from cliente`, dos('cliente')),
    nomesDe(db, sql`select id, name as nome from usuario`, [
      ...dos('usuario'),
      ...linhas.flatMap((linha) => linha.usuario_id ?? []),
    ]),
    nomesDasContas(db, dos('conta')),
  ])
  const nomes = { cliente, usuario, conta }
  return {
    descrever: (linha: LinhaLida) => descrever(linha, nomes),
    usuario: (id: number | null) => (id === null ? null : { id, name: usuario.get(id) ?? `usuário ${id}` }),
  }
}

function descrever(linha: LinhaLida, nomes: Record<Referencia['tipo'], Nomes>) {
  const referencias: Log['referencias'] = []
  const descricao = resolver(linha, ({ tipo, id }) => {
    const nome = nomes[tipo].get(id)
    if (nome === undefined) return `${SEM_NOME[tipo]} ${id}`
    if (tipo !== 'conta' && !referencias.some((outra) => outra.tipo === tipo && outra.id === id))
      referencias.push({ tipo, id, nome })
    return nome
  })
  return { descricao: linha.motivo === null ? descricao : `${descricao} Motivo: ${linha.motivo}`, referencias }
}

/** As every screen names an account. */
async function nomesDasContas(db: Db | Trx, ids: readonly number[]): Promise<Nomes> {
  if (ids.length === 0) return new Map()
  const contas = await db
    .selectFrom('conta')
    .select(['id', 'numero', 'parcela', 'origem', 'chave_nfe', 'acordo_id as negociacao_id', PARCELAS])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(contas.map((conta) => [conta.id, nomeDaConta(conta)]))
}

async function nomesDe(db: Db | Trx, quais: ReturnType<typeof sql>, ids: readonly number[]): Promise<Nomes> {
  if (ids.length === 0) return new Map()
  const consulta = sql<{ id: number; nome: string }>`${quais} where id = any(${listaDeIds([...new Set(ids)])})`
  const { rows } = await preparada(db, consulta.compile(db))
  return new Map(rows.map(({ id, nome }) => [id, nome]))
}
