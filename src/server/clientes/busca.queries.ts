import { type RawBuilder, sql } from 'kysely'
import { lerNomeDaConta } from '#domain/conta.ts'
import { LETRAS_EM_QUALQUER_PARTE } from '#domain/lista-de-clientes.ts'
import { emQualquerParte, padraoDeBusca, padraoDoFim, soPontuado } from '#server/db/busca.ts'
import type { Linha } from '#server/db/schema.ts'

const UNIDOS = sql` union all `
const SO_LETRAS = /^[\p{L}\p{N}]+$/u

/**
 * The ways in which a typed text finds a customer (`cliente`), each excluding the ones before it, so that a rare word is answered
 * by each way's index and a common one by one pass with the other filters; null when nothing was typed.
 */
export function modosDeAcharClientes(busca: string | undefined): RawBuilder<boolean>[] | null {
  const achar = lerBusca(busca)
  if (!achar) return null
  if (achar.curta) return [achar.noCliente]
  const deAmbos = achar.emAmbos.map(
    (um) => sql`select conta.cliente_id from conta join cliente on cliente.id = conta.cliente_id where ${um}`,
  )
  const donos = sql.join([sql`select conta.cliente_id from conta where ${achar.naConta}`, ...deAmbos], UNIDOS)
  return [achar.noCliente, sql<boolean>`cliente.id in (${donos}) and not ${achar.noCliente}`]
}

/** The customers found, for a `from` clause, as `cliente`: all of them when nothing was typed. */
export function clientesAchados(busca: string | undefined): RawBuilder<unknown> {
  const modos = modosDeAcharClientes(busca)
  if (!modos) return sql`cliente`
  return sql`(${sql.join(
    modos.map((modo) => sql`select * from cliente where ${modo}`),
    UNIDOS,
  )}) as cliente`
}

/** Their ids, for another list's rows about customers, which are found by the same words. */
export const idsDosAchados = (busca: string) => sql<number>`(select cliente.id from ${clientesAchados(busca)})`

/** Whether the customer of this id is one of them: of a few rows each asks for its own, instead of looking for all. */
export const estaEntreOsAchados = (id: string, busca: string) =>
  sql<boolean>`exists (select from ${clientesAchados(busca)} where cliente.id = ${sql.ref(id)})`

/**
 * `juntas`: each way of finding by its index; `em ordem`: scans the accounts in the list's order until enough are
 * found.
 */
export type ModoDeAchar = 'juntas' | 'em ordem'

/** The accounts of such a customer, or of such a number, with its `nome` and `operador_id`: to stand in a `from`. */
export function contasAchadas(busca: string | undefined, como: ModoDeAchar): RawBuilder<ContaAchada> {
  const achar = lerBusca(busca)
  const contas = sql`select conta.*, cliente.nome, cliente.operador_id from conta join cliente on cliente.id = conta.cliente_id`
  if (!achar) return sql<ContaAchada>`(${contas})`
  const modos = [achar.noCliente, achar.naConta, ...achar.emAmbos]
  if (como === 'em ordem') return sql<ContaAchada>`(${contas} where ${sql.join(modos, sql` or `)})`
  // An account without agreement or instalment makes what asks for one null.
  const semOsDeAntes = modos.map((modo, i) =>
    sql.join([modo, ...modos.slice(0, i).map((um) => sql`${um} is not true`)], sql` and `),
  )
  return sql<ContaAchada>`(${sql.join(
    semOsDeAntes.map((modo) => sql`${contas} where ${modo}`),
    UNIDOS,
  )})`
}

export type ContaAchada = Linha<'conta'> & Pick<Linha<'cliente'>, 'nome' | 'operador_id'>

/**
 * A single word matches anywhere in name, document, telephone and external code, or in an account's number; a word of one or two
 * letters matches only the beginning of a word, and only the customer's own, because almost every account number contains it.
 * Each of several words must begin a word: "cliente 07" does not match a 07 within a telephone. They may all be the customer's,
 * all the account's, or, as in "josé 4471", the customer's words and an account's numbers, which may bring the word that the
 * company writes before them: "josé NF 4471/2". Accents and case do not matter, nor the punctuation of a document or telephone.
 * Each of these cases has its index. An account is also found by the name that screens give it ("NF-e 18.432 · 2/3"), alone or
 * after the customer's words.
 */
function lerBusca(busca: string | undefined) {
  const digitado = (busca ?? '').trim()
  const ditas = soPontuado(digitado) ? [digitado] : digitado.split(/\s+/).filter(Boolean)
  const palavras = [...new Set(ditas)] // each is looked at in every row
  const [unica] = ditas
  if (unica === undefined) return null
  const { daConta, deAmbos } = pelaNomeada(digitado)
  if (ditas.length === 1) {
    const curta = unica.length < LETRAS_EM_QUALQUER_PARTE && SO_LETRAS.test(unica)
    const formas = curta ? [comeco(unica)] : emQualquerParte(unica).map(padraoDeBusca)
    const naConta = sql<boolean>`(${algum(CONTA, formas)} or ${comParcela(unica)} or ${daConta})`
    return { curta, noCliente: algum(CLIENTE, formas), naConta, emAmbos: [] }
  }
  const numeros = palavras.filter((palavra) => /\d/.test(palavra)).map(comeco)
  const letras = palavras.filter((palavra) => !/\d/.test(palavra)).map(comeco)
  const misto = numeros.length > 0 && letras.length > 0
  const prefixo = palavras.findIndex((palavra) => /\d/.test(palavra)) - 1 // the word before the first number
  const partida =
    prefixo > 0 ? [palavras.slice(prefixo), palavras.slice(0, prefixo)].map((parte) => parte.map(comeco)) : null
  return {
    curta: false,
    noCliente: todos(CLIENTE, palavras.map(comeco)),
    naConta: sql<boolean>`(${todos(CONTA, palavras.map(comeco))} or ${daConta})`,
    emAmbos: [
      ...(misto ? [sql<boolean>`(${todos(CONTA, numeros)} and ${todos(CLIENTE, letras)})`] : []),
      ...(partida ? [sql<boolean>`(${todos(CONTA, partida[0]!)} and ${todos(CLIENTE, partida[1]!)})`] : []),
      ...(deAmbos ? [deAmbos] : []),
    ],
  }
}

const NENHUMA = sql<boolean>`false`
const comeco = (palavra: string) => padraoDeBusca(` ${palavra}`)

/** The account whose name is the text, or its end, after words of its customer: "NF-e 4.471 · 1/2", "josé NF-e 4.471 · 1/2". */
function pelaNomeada(digitado: string): { daConta: RawBuilder<boolean>; deAmbos?: RawBuilder<boolean> } {
  const palavras = digitado.split(/\s+/)
  for (const [i] of palavras.entries()) {
    const texto = palavras.slice(i).join(' ')
    const dita = /^\d+$/.test(texto) ? null : lerNomeDaConta(texto)
    if (!dita) continue
    const conta = comNome(dita)
    if (i === 0) return { daConta: conta }
    return {
      daConta: NENHUMA,
      deAmbos: sql<boolean>`(${conta} and ${todos(CLIENTE, palavras.slice(0, i).map(comeco))})`,
    }
  }
  return { daConta: NENHUMA }
}

/** Without its instalment a number may still be being typed; with it, it is whole. */
function comNome({ deAcordo, numero, parcela }: NonNullable<ReturnType<typeof lerNomeDaConta>>) {
  const escrito = parcela === null ? comeco(numero) : padraoDoFim(` ${numero}`)
  const qual = deAcordo ? sql`conta.acordo_id = ${numero}::bigint` : sql`${CONTA} like ${escrito}`
  return parcela === null
    ? sql<boolean>`(${qual})`
    : sql<boolean>`(${qual} and ltrim(split_part(conta.parcela, '/', 1), '0') = ${parcela})`
}

/** Both searched texts begin with a space, so that every word's beginning is found alike. As they are indexed. */
const CLIENTE = sql`cliente.busca`
const CONTA = sql`(' ' || normalizar(conta.numero))`

type Texto = RawBuilder<unknown>
const iguais = (texto: Texto, formas: RawBuilder<string>[]) => formas.map((forma) => sql`${texto} like ${forma}`)
const algum = (texto: Texto, formas: RawBuilder<string>[]) =>
  sql<boolean>`(${sql.join(iguais(texto, formas), sql` or `)})`
const todos = (texto: Texto, formas: RawBuilder<string>[]) =>
  sql<boolean>`(${sql.join(iguais(texto, formas), sql` and `)})`

/** "18432/002": an account as messages call it (`{{numero}}`), and so as customers do. */
function comParcela(palavra: string) {
  const [, numero, parcela] = /^(.*\d.*)\/(\w+)$/.exec(palavra) ?? []
  if (!numero) return sql<boolean>`false`
  return sql<boolean>`(${CONTA} like ${padraoDoFim(` ${numero}`)} and conta.parcela = ${parcela})`
}
