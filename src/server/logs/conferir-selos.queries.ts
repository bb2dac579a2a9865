import { sql } from 'kysely'
import type { SituacaoDosSelos } from '#contract/logs.ts'
import { frasesDosSelos, type ProblemaDoSelo, type TipoDeProblema } from '#domain/selo.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { hashDoSelo, resumoDoSelo } from './selos.actions.ts'

/** Looked through by one statement at most. */
const SELOS_POR_VEZ = 500
const LINHAS_POR_VEZ = 20_000

export interface Conferencia {
  selos: number
  linhas: number
  /** Lines not under a seal yet: what the last minute wrote. */
  por_selar: number
  ultimo: { numero: number; hash: string; selado_em: string } | null
  /** What does not hold, in the order of the seals: empty when all does. At most `MAIS_PROBLEMAS`. */
  problemas: ProblemaDoSelo[]
}

const MAIS_PROBLEMAS = 20

/**
 * Looks through the whole log and every seal again: each line against what it was when it was sealed, each seal against its lines,
 * each against the one before, and nothing among the sealed lines that no seal knows. Reads all of it, some at a time.
 */
export async function conferirSelos(db: Db): Promise<Conferencia> {
  const problemas: ProblemaDoSelo[] = []
  let de: Lugar = { selo: 1, linha: 0 }
  let [selos, linhas] = [0, 0]
  for (;;) {
    const trecho = await conferirTrecho(db, de)
    selos += trecho.selos
    linhas += trecho.linhas
    problemas.push(...trecho.problemas)
    if (trecho.fim || problemas.length >= MAIS_PROBLEMAS) break
    de = trecho.ate
  }
  return { selos, linhas, ...(await situacaoDosSelos(db)), problemas: problemas.slice(0, MAIS_PROBLEMAS) }
}

/** The last seal, and what waits for the next. */
async function situacaoDosSelos(db: Db | Trx): Promise<Pick<Conferencia, 'ultimo' | 'por_selar'>> {
  const { rows } = await sql<{ numero: number; hash: string; selado_em: string }>`
    select numero, encode(hash, 'hex') as hash, selado_em from selo order by numero desc limit 1`.execute(db)
  const { rows: novas } = await sql<{ por_selar: number }>`
    select count(*)::int as por_selar from log, selagem where log.id > assentado
      and not exists (select from selo_linha s where s.log_id = log.id and s.log_id > assentado)`.execute(db)
  return { ultimo: rows[0] ?? null, por_selar: novas[0]!.por_selar }
}

/** What the clock's rounds have found (`conferirMaisSelos`), beside the last seal. */
export async function verSituacaoDosSelos(db: Db): Promise<SituacaoDosSelos> {
  const { problema, concluida_em, rompido_em } = await db
    .selectFrom('conferencia_de_selos')
    .selectAll()
    .executeTakeFirstOrThrow()
  return {
    situacao: rompido_em === null ? 'intacto' : 'rompido',
    ...(await situacaoDosSelos(db)),
    conferido_em: concluida_em,
    problema,
    rompido_em,
  }
}

/** The seal to go on with, and up to which line lines were looked at. */
export interface Lugar {
  selo: number
  linha: number
}

export interface Trecho {
  selos: number
  linhas: number
  ate: Lugar
  /** There is nothing after it. */
  fim: boolean
  problemas: ProblemaDoSelo[]
}

/** The next seals from `de` on, their lines, and the lines between. */
export async function conferirTrecho(db: Db, de: Lugar): Promise<Trecho> {
  const { rows } = await sql<Omit<Medida, 'ate'>>`
    with daqui as (
      select *, sum(linhas) over (order by numero) as ja from selo
      where numero >= ${de.selo} and numero < ${de.selo + SELOS_POR_VEZ}),
    vez as (select * from daqui where ja <= ${LINHAS_POR_VEZ} or ja = linhas)
    select count(*)::int as selos, coalesce(sum(linhas), 0)::int as linhas, coalesce(min(primeira), 0) as primeira,
      coalesce(max(ultima), 0) as ultima, (select coalesce(max(numero), 0) from selo) as maior,
      (select assentado from selagem) as assentado, ${de.selo}::bigint as de,
      coalesce((select min(numero) from daqui where ja > ${LINHAS_POR_VEZ} and ja > linhas), ${de.selo + SELOS_POR_VEZ}) as proximo
    from vez`.execute(db)
  const proximo = rows[0]!.proximo
  const medida = { ...rows[0]!, ate: Math.min(proximo - 1, rows[0]!.maior) }
  const fim = proximo > medida.maior
  // Up to `assentado` every line is sealed, those after the last seal's too.
  const linha = fim ? Math.max(de.linha, medida.assentado) : Math.max(de.linha, medida.ultima)
  const problemas = await Promise.all([
    conferirCorrente(db, medida),
    conferirLinhas(db, medida),
    acharInseridas(db, de.linha, Math.min(linha, medida.assentado)),
    fim ? acharCortadas(db, medida) : [],
  ])
  return {
    selos: medida.selos,
    linhas: medida.linhas,
    ate: { selo: proximo, linha },
    fim,
    problemas: problemas.flat().sort((a, b) => (a.selo ?? Infinity) - (b.selo ?? Infinity)),
  }
}

interface Medida {
  selos: number
  linhas: number
  primeira: number
  ultima: number
  /** The last seal there is. */
  maior: number
  assentado: number
  /** The seals checked, from first to last, and where to continue. */
  de: number
  ate: number
  proximo: number
}

interface Achado {
  tipo: TipoDeProblema
  selo: number | null
  linha: number | null
  selado_em: string | null
}

const comFrase = (achados: Achado[]): ProblemaDoSelo[] =>
  achados.map((um) => ({ ...um, frase: frasesDosSelos[um.tipo](um) }))

/** Each seal exists, matches its lines, and continues the one before. */
async function conferirCorrente(db: Db, { de, ate, primeira, ultima }: Medida): Promise<ProblemaDoSelo[]> {
  const { rows } = await sql<Achado>`
    with linhas as (
      select selo, count(*)::int as quantas, string_agg(log_id || ' ' || encode(impressao, 'hex'), e'\n' order by log_id) as escritas
      from selo_linha where log_id between ${primeira} and ${ultima} and selo between ${de} and ${ate} group by selo)
    select case when s.numero is null then 'selo_apagado'
        when s.hash <> ${hashDoSelo(sql`s.anterior`, sql`s.resumo`)} then 'selo_alterado'
        when l.quantas is distinct from s.linhas then 'linhas_do_selo'
        when s.resumo <> ${resumoDoSelo(sql`s.numero`, sql`s.selado_em`, sql`l.escritas`)} then 'selo_alterado'
        else 'corrente_partida' end as tipo,
      t.n as selo, null::bigint as linha, s.selado_em
    from generate_series(${de}::bigint, ${ate}::bigint) as t (n)
    left join selo s on s.numero = t.n left join linhas l on l.selo = t.n left join selo a on a.numero = t.n - 1
    where s.numero is null or l.quantas is distinct from s.linhas
      or s.hash <> ${hashDoSelo(sql`s.anterior`, sql`s.resumo`)}
      or s.resumo <> ${resumoDoSelo(sql`s.numero`, sql`s.selado_em`, sql`l.escritas`)}
      or (case when t.n = 1 then s.anterior <> decode(repeat('00', 32), 'hex') else s.anterior is distinct from a.hash end)
    order by t.n limit ${MAIS_PROBLEMAS}`.execute(db)
  return comFrase(rows)
}

/** Each line exists and is unchanged; for one whose text was erased, everything else is. */
async function conferirLinhas(db: Db, { de, ate, primeira, ultima }: Medida): Promise<ProblemaDoSelo[]> {
  const { rows } = await sql<Achado>`
    select case when l.id is null then 'linha_apagada' else 'linha_alterada' end as tipo, s.selo, s.log_id as linha,
      (select selado_em from selo where numero = s.selo) as selado_em
    from selo_linha s left join log l on l.id = s.log_id left join log_motivo m on m.log_id = s.log_id
    where s.log_id between ${primeira} and ${ultima} and s.selo between ${de} and ${ate}
      and (l.id is null
        or s.impressao <> impressao_do_log(l, coalesce(s.texto_resumo, resumo_do_digitado(s.sal, log_digitado(l, m.motivo)))))
    order by s.selo, s.log_id limit ${MAIS_PROBLEMAS}`.execute(db)
  return comFrase(rows)
}

/** Lines among those that are long sealed, under no seal. */
async function acharInseridas(db: Db, linha: number, ate: number): Promise<ProblemaDoSelo[]> {
  const depois = linha || Number.MIN_SAFE_INTEGER // nothing of ours is numbered below one
  const { rows } = await sql<Achado>`
    select 'linha_inserida' as tipo, null::bigint as selo, id as linha, null as selado_em from log
    where id > ${depois} and id <= ${ate} and not exists (
      select from selo_linha s where s.log_id = log.id and s.log_id > ${depois} and s.log_id <= ${ate})
    order by id limit ${MAIS_PROBLEMAS}`.execute(db)
  return comFrase(rows)
}

/** Lines under a seal that is not there: the last ones of the chain were taken off. */
async function acharCortadas(db: Db, { maior }: Medida): Promise<ProblemaDoSelo[]> {
  const { rows } = await sql<Achado>`
    select 'selo_apagado' as tipo, selo, null::bigint as linha, null as selado_em from selo_linha
    where log_id > coalesce((select primeira from selo where numero = ${maior}), 0) and selo > ${maior}
      and not exists (select from selo where numero = selo_linha.selo)
    group by selo order by selo limit ${MAIS_PROBLEMAS}`.execute(db)
  return comFrase(rows)
}
