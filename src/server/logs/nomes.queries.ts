import { sql } from 'kysely'
import type { Log } from '#contract/logs.ts'
import { type ContaNomeada, nomeDaConta } from '#domain/conta.ts'
import { type LinhaEscrita, oUsuario, type Referencia, referenciasDe, resolver } from '#domain/frase-do-log.ts'
import { listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { QUANTAS_PARCELAS } from '#server/saldo/parcelas.queries.ts'

type Nomes = Record<Referencia['tipo'], Map<number, string>>
type LinhaLida = LinhaEscrita & { usuario_id: number | null; motivo: string | null }

/** Shown where the name no longer exists. */
const SEM_NOME: Record<Referencia['tipo'], string> = { cliente: 'cliente', usuario: 'usuário', conta: 'excluída' }

/**
 * Gives the names that stand now for the ids that lines hold: whoever was made anonymous is so in the past too.
 * Reads the names itself, because every slice writes to the log and the log depends on none.
 */
export async function resolverNomes(db: Db | Trx, linhas: readonly LinhaLida[]) {
  const autores = linhas.flatMap(({ usuario_id }) => (usuario_id === null ? [] : oUsuario(usuario_id)))
  const nomes = await lerNomes(db, [...linhas.flatMap(referenciasDe), ...autores])
  return {
    descrever: (linha: LinhaLida) => descrever(linha, nomes),
    usuario: (id: number | null) => (id === null ? null : { id, name: nomes.usuario.get(id) ?? `usuário ${id}` }),
  }
}

function descrever(linha: LinhaLida, nomes: Nomes) {
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

/** An account's is put together as on every screen. */
type Nomeada = { id: number } & (
  | { tipo: 'cliente' | 'usuario'; nome: string; conta: null }
  | { tipo: 'conta'; nome: null; conta: ContaNomeada }
)

/** All of them in one statement, run by name: each page of a log asks for some of each. */
async function lerNomes(db: Db | Trx, referencias: readonly Referencia[]): Promise<Nomes> {
  const nomes: Nomes = { cliente: new Map(), usuario: new Map(), conta: new Map() }
  if (referencias.length === 0) return nomes
  const dos = (tipo: Referencia['tipo']) =>
    listaDeIds([...new Set(referencias.flatMap((uma) => (uma.tipo === tipo ? uma.id : [])))])
  const consulta = sql<Nomeada>`
    select 'cliente' as tipo, id, nome, null::json as conta from cliente where id = any(${dos('cliente')})
    union all select 'usuario', id, name, null from usuario where id = any(${dos('usuario')})
    union all select 'conta', id, null, json_build_object('numero', numero, 'parcela', parcela, 'origem', origem,
      'chave_nfe', chave_nfe, 'negociacao_id', acordo_id, 'parcelas', ${QUANTAS_PARCELAS})
    from conta where id = any(${dos('conta')})`
  const { rows } = await preparada(db, consulta.compile(db))
  for (const { tipo, id, nome, conta } of rows) nomes[tipo].set(id, tipo === 'conta' ? nomeDaConta(conta) : nome)
  return nomes
}
