import { sql } from 'kysely'
import type { Log } from '#contract/logs.ts'
import type { Db, Linha } from '#server/db/schema.ts'

type Referencia = Log['referencias'][number]
type Nomes = Map<number, string>

const MARCA = /\{(cliente|usuario):(\d+)\}/g

/**
 * Gives the names that stand now for the ids that lines hold: whoever was made anonymous is so in the past too.
 * Reads the names itself, because every slice writes to the log and the log depends on none.
 */
export async function resolverNomes(db: Db, linhas: Pick<Linha<'log'>, 'descricao' | 'usuario_id'>[]) {
  const marcas = linhas.flatMap((linha) => [...linha.descricao.matchAll(MARCA)])
  const dos = (tipo: string) => marcas.filter((marca) => marca[1] === tipo).map((marca) => Number(marca[2]))
  const [clientes, usuarios] = await Promise.all([
    nomesDosClientes(db, dos('cliente')),
    nomesDosUsuarios(db, [...dos('usuario'), ...linhas.flatMap((linha) => linha.usuario_id ?? [])]),
  ])
  return {
    descrever: (descricao: string) => descrever(descricao, { cliente: clientes, usuario: usuarios }),
    usuario: (id: number | null) => (id === null ? null : { id, name: usuarios.get(id) ?? `usuário ${id}` }),
  }
}

function descrever(escrita: string, nomes: Record<Referencia['tipo'], Nomes>) {
  const referencias: Referencia[] = []
  const descricao = escrita.replace(MARCA, (_, tipo: Referencia['tipo'], numero: string) => {
    const id = Number(numero)
    const nome = nomes[tipo].get(id)
    if (nome === undefined) return `${tipo === 'cliente' ? 'cliente' : 'usuário'} ${id}`
    if (!referencias.some((outra) => outra.tipo === tipo && outra.id === id)) referencias.push({ tipo, id, nome })
    return nome
  })
  return { descricao, referencias }
}

async function nomesDosClientes(db: Db, ids: number[]): Promise<Nomes> {
  if (ids.length === 0) return new Map()
  const linhas = await db
    .selectFrom('cliente')
    .select(['id', 'nome'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(linhas.map((linha) => [linha.id, linha.nome]))
}

async function nomesDosUsuarios(db: Db, ids: number[]): Promise<Nomes> {
  if (ids.length === 0) return new Map()
  const linhas = await db
    .selectFrom('usuario')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(linhas.map((linha) => [linha.id, linha.name]))
}
