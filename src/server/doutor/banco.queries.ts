import { sql } from 'kysely'
import { emBytes } from '#domain/bytes.ts'
import { MUDADA_EM } from '#server/db/identidade.ts'
import { ehDonoDasTabelas } from '#server/db/papeis.ts'
import type { Db } from '#server/db/schema.ts'
import { type Achado, atencao, bem, mal } from './achado.ts'

/** PostgreSQL stops writing near two thousand million; its own cleaning begins at two hundred. */
const IDADE_PREOCUPA = 1_000_000_000
const MORTAS_DEMAIS = 100_000
const DESVIO_MS = 2_000

/** The database's own state: version, whether its company left, roles, indexes, rows to be cleaned up, connections, clock. */
export async function examinarBanco(db: Db, agora: () => Date): Promise<Achado[]> {
  const { rows } = await sql<{
    versao: string
    bytes: number
    invalidos: string[]
    inchadas: string[]
    idade: number
    conexoes: number
    maximo: number
    mudada: string | null
  }>`
    select current_setting('server_version') as versao, pg_database_size(current_database()) as bytes,
      array(select indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where not indisvalid and c.relnamespace = current_schema()::regnamespace) as invalidos,
      array(select relname::text from pg_stat_user_tables where n_dead_tup > ${MORTAS_DEMAIS} and n_dead_tup > n_live_tup) as inchadas,
      (select age(datfrozenxid) from pg_database where datname = current_database()) as idade,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as conexoes,
      current_setting('max_connections')::int as maximo,
      (select mudada_em from (select ${sql.raw(MUDADA_EM)} from configuracao) as empresa) as mudada`.execute(db)
  const { versao, bytes, invalidos, inchadas, idade, conexoes, maximo, mudada } = rows[0]!
  return [
    bem(`Banco de dados: PostgreSQL ${versao}, ${emBytes(Number(bytes))}, com as migrações desta versão.`),
    ...(mudada
      ? [
          mal(
            `A empresa deste banco de dados foi levada para outro em ${mudada} (npm run mudar-de-banco), e nenhum nó inicia com este: confira DATABASE_URL e DATA_DIR.`,
          ),
        ]
      : []),
    ...(invalidos.length > 0
      ? [
          mal(
            `Índices inválidos, que não servem a nenhuma consulta: ${invalidos.join(', ')}. Refaça cada um (reindex index concurrently).`,
          ),
        ]
      : []),
    ...(inchadas.length > 0
      ? [
          atencao(
            `Tabelas com mais linhas mortas do que vivas: ${inchadas.join(', ')}. Confira se o autovacuum do PostgreSQL está ligado, ou rode vacuum nelas.`,
          ),
        ]
      : []),
    ...(idade > IDADE_PREOCUPA
      ? [
          mal(
            `O PostgreSQL não congela transações antigas há tempo demais (idade ${idade}): rode vacuum freeze antes que ele pare de gravar.`,
          ),
        ]
      : []),
    ...(conexoes > maximo * 0.9
      ? [
          mal(
            `${conexoes} das ${maximo} conexões do PostgreSQL estão em uso: aumente max_connections ou diminua DATABASE_POOL_SIZE.`,
          ),
        ]
      : []),
    await compararRelogio(db, agora),
  ]
}

/** Asked by the connection that the program itself uses. */
export const examinarPapel = async (db: Db): Promise<Achado> =>
  (await ehDonoDasTabelas(db))
    ? atencao(
        'O programa entra no PostgreSQL como dono das tabelas, e poderia até apagar o log: dê a ele um papel só dele (DATABASE_OWNER_URL).',
      )
    : bem('O programa entra no PostgreSQL com um papel que não é dono das tabelas.')

async function compararRelogio(db: Db, agora: () => Date): Promise<Achado> {
  const antes = agora().getTime()
  const { rows } = await sql<{ em: string }>`select clock_timestamp() as em`.execute(db)
  const meio = (antes + agora().getTime()) / 2
  return julgarRelogio('o do banco de dados', Date.parse(rows[0]!.em) - meio)
}

/** `deles - nosso`, in milliseconds. */
export function julgarRelogio(deQuem: string, diferencaMs: number): Achado {
  const segundos = Math.round(Math.abs(diferencaMs) / 1000)
  if (Math.abs(diferencaMs) <= DESVIO_MS) return bem(`O relógio desta máquina concorda com ${deQuem}.`)
  const onde = diferencaMs > 0 ? 'atrasado' : 'adiantado'
  const frase = `O relógio desta máquina está ${segundos} s ${onde} em relação a ${deQuem}: ligue a sincronização (NTP). Códigos do segundo fator e horários de envio dependem dele.`
  return segundos > 30 ? mal(frase) : atencao(frase)
}
