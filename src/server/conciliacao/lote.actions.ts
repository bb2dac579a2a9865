import type { Kysely } from 'kysely'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import {
  acharChaves,
  chaveDe,
  type MovimentoARegistrar,
  type Registrado,
  registrarMovimentos,
} from '#server/movimentos/registrar.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { type Duvida, julgarAntes } from './julgar.actions.ts'
import { anotarSugestoes, poeACaminho } from './sugestoes.actions.ts'

/** Lines of a file with what was thought of each, by its place, before any is written. */
export interface LoteJulgado {
  movimentos: readonly MovimentoARegistrar[]
  duvidas: ReadonlyMap<number, Duvida>
}

/** Judges new movements before they are written, so that each is written once; known ones are not judged. */
export async function julgarLinhas(
  db: Db | Trx,
  movimentos: readonly MovimentoARegistrar[],
  agora: Date,
): Promise<LoteJulgado> {
  const { conhecidos } = await acharChaves(db, movimentos.map(chaveDe))
  const faltam = [...movimentos.keys()].filter((i) => !conhecidos.has(i))
  const ditas = await julgarAntes(
    db,
    faltam.map((i) => movimentos[i]!),
    agora,
  )
  return { movimentos, duvidas: new Map([...ditas].map(([n, duvida]) => [faltam[n]!, duvida])) }
}

/**
 * Writes a batch on behalf of an authorised user, each movement with its decision. When a suggested customer is gone by
 * then (an undone import), the lines are written without suggestions, to be judged later.
 */
export async function gravarLote(
  db: Kysely<Database>,
  lote: LoteJulgado,
  onde: Onde & { usuarioId: number },
): Promise<Registrado[]> {
  const escrever = (com: LoteJulgado) =>
    emTransacao(db, async (trx) => {
      await exigirUsuarioAtivo(trx, onde.usuarioId)
      return gravarLinhas(trx, com, onde)
    })
  return escrever(lote).catch((erro: unknown) => {
    if ((erro as { code?: string }).code !== SUMIU) throw erro
    return escrever({ ...lote, duvidas: new Map() })
  })
}

const SUMIU = '23503' // foreign_key_violation

interface Onde {
  agora: Date
  importacaoId: number
  simulada?: boolean
}

/** The credits that are certain: they wait to be applied. What a day's lump sum is waits for the end of the import. */
export const certosDo = ({ movimentos, duvidas }: LoteJulgado, registrados: readonly Registrado[]): number[] =>
  registrados.flatMap(({ id, novo }, i) => {
    const { tipo, lote } = movimentos[i]!
    return novo && tipo === 'credito' && !lote && !duvidas.has(i) ? [id] : []
  })

/** As `gravarLote`, in a transaction of the caller's. */
export async function gravarLinhas(trx: Trx, { movimentos, duvidas }: LoteJulgado, onde: Onde): Promise<Registrado[]> {
  const comVeredito = movimentos.map((um, i) => ({ ...um, veredito: vereditoDe(duvidas.get(i)) }))
  const registrados = await registrarMovimentos(trx, comVeredito, onde)
  const julgados = registrados.flatMap(({ id, novo }, i) => {
    const decisao = novo ? duvidas.get(i) : undefined
    return decisao ? [{ movimento: { id }, decisao }] : []
  })
  await anotarSugestoes(trx, julgados, onde.agora)
  return registrados
}

const vereditoDe = (duvida: Duvida | undefined): MovimentoARegistrar['veredito'] =>
  duvida && {
    situacao: duvida.situacao,
    aCaminho: duvida.situacao === 'sugerido' && duvida.sugestoes.some(poeACaminho),
  }
