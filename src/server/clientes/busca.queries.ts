import { type RawBuilder, sql } from 'kysely'
import { LETRAS_EM_QUALQUER_PARTE } from '#domain/lista-de-clientes.ts'
import { ehCelular, normalizarTelefone } from '#domain/telefone.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import type { Linha } from '#server/db/schema.ts'

const PONTUACAO = /[\s.\-/()+]/g
/** Documents and telephones, however they are punctuated. */
const PONTUADO = /^[\s\d.\-/()+]*\d[\s\d.\-/()+]*$|^[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2}$/i
const MINIMO_SEM_PONTUACAO = 3
const SO_LETRAS = /^[\p{L}\p{N}]+$/u

/**
 * The ways in which a typed text finds a customer (`cliente`), each excluding the ones before it, so that a rare word is answered
 * by each way's index and a common one by one pass with the other filters; null when nothing was typed.
 */
export function modosDeAcharClientes(busca: string | undefined): RawBuilder<boolean>[] | null {
  const achar = lerBusca(busca)
  if (!achar) return null
  if (achar.curta) return [achar.noCliente]
  const donos = achar.emAmbos
    ? sql`select conta.cliente_id from conta where ${achar.naConta}
      union all select conta.cliente_id from conta join cliente on cliente.id = conta.cliente_id where ${achar.emAmbos}`
    : sql`select conta.cliente_id from conta where ${achar.naConta}`
  return [achar.noCliente, sql<boolean>`cliente.id in (${donos}) and not ${achar.noCliente}`]
}

/** The customers found, for a `from` clause, as `cliente`: all of them when nothing was typed. */
export function clientesAchados(busca: string | undefined): RawBuilder<unknown> {
  const modos = modosDeAcharClientes(busca)
  if (!modos) return sql`cliente`
  return sql`(${sql.join(
    modos.map((modo) => sql`select * from cliente where ${modo}`),
    sql` union all `,
  )}) as cliente`
}

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
  const { noCliente, naConta, emAmbos } = achar
  if (como === 'em ordem')
    return sql<ContaAchada>`(${contas} where ${noCliente} or ${naConta} or ${emAmbos ?? sql`false`})`
  const misto = emAmbos ? sql`union all ${contas} where ${emAmbos} and not ${noCliente} and not ${naConta}` : sql``
  return sql<ContaAchada>`(${contas} where ${noCliente}
    union all ${contas} where ${naConta} and not ${noCliente} ${misto})`
}

export type ContaAchada = Linha<'conta'> & Pick<Linha<'cliente'>, 'nome' | 'operador_id'>

/**
 * A single word matches anywhere in name, document, telephone and external code, or in an account's number; a word of one or two
 * letters matches only the beginning of a word, and only the customer's own, because almost every account number contains it.
 * Each of several words must begin a word: "cliente 07" does not match a 07 within a telephone. They may all be the customer's,
 * all the account's, or, as in "josé 4471", the customer's words and an account's numbers. Accents and case do not matter, nor
 * the punctuation of a document or telephone. Each of the three cases has its index.
 */
function lerBusca(busca: string | undefined) {
  const digitado = (busca ?? '').trim()
  const palavras = PONTUADO.test(digitado) ? [digitado] : digitado.split(/\s+/).filter(Boolean)
  const [unica] = palavras
  if (unica === undefined) return null
  const comeco = (palavra: string) => padraoDeBusca(` ${palavra}`)
  if (palavras.length === 1) {
    const curta = unica.length < LETRAS_EM_QUALQUER_PARTE && SO_LETRAS.test(unica)
    const formas = curta ? [comeco(unica)] : emQualquerParte(unica).map(padraoDeBusca)
    const naConta = sql<boolean>`(${algum(CONTA, formas)} or ${comParcela(unica)})`
    return { curta, noCliente: algum(CLIENTE, formas), naConta, emAmbos: null }
  }
  const numeros = palavras.filter((palavra) => /\d/.test(palavra)).map(comeco)
  const letras = palavras.filter((palavra) => !/\d/.test(palavra)).map(comeco)
  const misto = numeros.length > 0 && letras.length > 0
  return {
    curta: false,
    noCliente: todos(CLIENTE, palavras.map(comeco)),
    naConta: todos(CONTA, palavras.map(comeco)),
    emAmbos: misto ? sql<boolean>`${todos(CONTA, numeros)} and ${todos(CLIENTE, letras)}` : null,
  }
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
  return sql<boolean>`(${CONTA} like ${padraoDeBusca(` ${numero}`)} and conta.parcela = ${parcela})`
}

function emQualquerParte(palavra: string): string[] {
  if (!PONTUADO.test(palavra)) return [palavra]
  const seco = palavra.replace(PONTUACAO, '')
  const outraForma = seco !== palavra && seco.length >= MINIMO_SEM_PONTUACAO
  // WhatsApp names older mobiles without the ninth digit, and people copy it from there.
  const celular = normalizarTelefone(palavra)
  const comNono = celular !== null && ehCelular(celular) && !celular.includes(seco)
  return [palavra, ...(outraForma ? [seco] : []), ...(comNono ? [celular] : [])]
}
