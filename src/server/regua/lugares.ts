import { type RawBuilder, sql } from 'kysely'
import { type ContatoLegal, fraseDoImpedimento, inicioDaEsperaEm } from '#domain/contato-legal.ts'
import { impedimentoDe, type Momento } from '#domain/decisao.ts'
import { normalizar } from '#domain/texto.ts'
import { type Lugar, MUNICIPIOS_COM_FUSO, UF_DO_DDD, UFS } from '#domain/uf.ts'

/** The key of a place in a statement: of a town the state goes before it. */
const chaveDe = ({ uf, municipio }: Lugar) => (municipio === null ? (uf ?? '') : `${uf} ${municipio}`)

const LUGAR_NENHUM: Lugar = { uf: null, municipio: null }

/** Every place that days and hours tell apart: nowhere, the states, the towns with a time or a holiday of their own. */
export function lugaresDe(lei: ContatoLegal): Lugar[] {
  const municipios = lei.feriados.flatMap(({ uf, municipio }) =>
    municipio === null ? [] : [{ uf, municipio: normalizar(municipio) }],
  )
  const porChave = new Map([...MUNICIPIOS_COM_FUSO, ...municipios].map((lugar) => [chaveDe(lugar), lugar]))
  return [LUGAR_NENHUM, ...UFS.map((uf) => ({ uf, municipio: null })), ...porChave.values()]
}

/** The rule's result for each place, by the keys of `juntaLugares`, which include area codes. */
export function linhasDosLugares<T>(
  lei: ContatoLegal,
  dizer: (lugar: Lugar) => T,
): (T & { chave: string; uf: string })[] {
  const linhas = lugaresDe(lei).map((lugar) => ({ ...dizer(lugar), chave: chaveDe(lugar), uf: lugar.uf ?? '' }))
  const porChave = new Map(linhas.map((linha) => [linha.chave, linha]))
  // An unassigned area code, from a number that WhatsApp wrote, counts as an unknown place.
  const ddds = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
  return [...linhas, ...ddds.map((ddd) => ({ ...porChave.get(UF_DO_DDD.get(ddd) ?? '')!, chave: ddd }))]
}

/**
 * What the rule says of each place at a moment, as rows of (chave, uf, impedido, detalhe, espera_desde): the calendar and the
 * clocks come into the statement as a table of some hundred rows, so that no customer walks them.
 */
export function sqlLugares(momento: Momento): RawBuilder<unknown> {
  const linhas = linhasDosLugares(momento.lei, (lugar) => {
    const impedimento = impedimentoDe({ lugar }, momento)
    return {
      impedido: impedimento?.motivo ?? null,
      detalhe: impedimento && fraseDoImpedimento(impedimento),
      espera: inicioDaEsperaEm(momento.dia, lugar, momento),
    }
  })
  const coluna = (nome: keyof (typeof linhas)[number]) => linhas.map((linha) => linha[nome])
  return sql`select * from unnest(${coluna('chave')}::text[], ${coluna('uf')}::text[], ${coluna('impedido')}::text[],
    ${coluna('detalhe')}::text[], ${coluna('espera')}::date[]) as l(chave, uf, impedido, detalhe, espera_desde)`
}

/**
 * Joins a customer `c` to its place (`l`), and to its town (`lm`) where that has a row of its own, both from a table
 * `lugar`. `quem`: only these customers need a place.
 */
export const juntaLugares = (quem: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  left join lugar l on l.chave = case when ${quem}
    then coalesce(c.uf, case when c.telefone like '+55%' then substr(c.telefone, 4, 2) end, '') end
  left join lugar lm on lm.chave = case when l.chave is not null and c.municipio is not null then l.uf || ' ' || normalizar(c.municipio) end`
