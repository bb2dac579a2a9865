import { sql } from 'kysely'
import type { Linha, Trx } from '#server/db/schema.ts'
import { paraContrato } from '#server/logs/logs.queries.ts'
import { instanteDoSelo } from '#server/logs/selos.actions.ts'

const POR_VEZ = 500
const SELOS_POR_VEZ = 20
const RESUMOS_POR_VEZ = 5_000

export interface MensagemDoDossie {
  id: number
  direcao: string
  tipo: string
  conteudo: string
  status: string
  erro: string | null
  autor: string | null
  automatica: boolean
  modelo: string | null
  telefone: string | null
  arquivo: string | null
  created_at: string
  aceita_em: string | null
  entregue_em: string | null
  lida_em: string | null
  falhou_em: string | null
  wamid: string | null
}

/** Every message with its ticks, the oldest first. */
export async function* mensagensDe(trx: Trx, id: number): AsyncGenerator<MensagemDoDossie[]> {
  for (let depois = 0; ; ) {
    const { rows } = await sql<MensagemDoDossie>`
      select m.id, m.direcao, m.tipo, m.conteudo, m.status, m.erro_mensagem as erro, u.name as autor, m.automatica,
        m.modelo_tipo as modelo, m.telefone, m.midia ->> 'nome' as arquivo, m.created_at, m.aceita_em, m.entregue_em, m.lida_em,
        m.falhou_em, m.wamid
      from mensagem m left join usuario u on u.id = m.autor_id
      where m.cliente_id = ${id} and m.id > ${depois} order by m.id limit ${sql.lit(POR_VEZ)}`.execute(trx)
    if (rows.length > 0) yield rows
    if (rows.length < POR_VEZ) return
    depois = rows.at(-1)!.id
  }
}

export interface RegistroDoDossie {
  id: number
  created_at: string
  acao: string
  descricao: string
  por: string | null
  ip: string | null
  /** Null: written in the last minute. */
  selo: number | null
  fixo: string
  digitado: string | null
  sal: string | null
  texto: string | null
  impressao: string | null
}

type LinhaComSelo = Linha<'log'> & { motivo: string | null } & Pick<
    RegistroDoDossie,
    'selo' | 'fixo' | 'digitado' | 'sal' | 'texto' | 'impressao'
  >

/** Every entry of the log about the customer, in the words that were sealed and as the screens tell it. */
export async function* registrosDe(trx: Trx, id: number): AsyncGenerator<RegistroDoDossie[]> {
  for (let depois = 0; ; ) {
    const { rows } = await sql<LinhaComSelo>`
      select l.*, m.motivo, s.selo, log_fixo(l) as fixo, s.sal::text, encode(s.impressao, 'hex') as impressao,
        case when s.texto_resumo is null then log_digitado(l, m.motivo) end as digitado,
        encode(coalesce(s.texto_resumo, resumo_do_digitado(s.sal, log_digitado(l, m.motivo))), 'hex') as texto
      from log l left join log_motivo m on m.log_id = l.id left join selo_linha s on s.log_id = l.id
      where l.entidade = 'cliente' and l.entidade_id = ${id} and l.id > ${depois} order by l.id limit ${sql.lit(POR_VEZ)}`.execute(
      trx,
    )
    if (rows.length > 0) yield await ditos(trx, rows)
    if (rows.length < POR_VEZ) return
    depois = rows.at(-1)!.id
  }
}

async function ditos(trx: Trx, linhas: LinhaComSelo[]): Promise<RegistroDoDossie[]> {
  const lidas = await paraContrato(trx, linhas)
  return linhas.map(({ selo, fixo, digitado, sal, texto, impressao }, i) => {
    const { id, created_at, acao, descricao, usuario, ip } = lidas[i]!
    return {
      id,
      created_at,
      acao,
      descricao,
      por: usuario?.name ?? null,
      ip,
      selo,
      fixo,
      digitado,
      sal,
      texto,
      impressao,
    }
  })
}

export interface SeloDoDossie {
  numero: number
  selado_em: string
  /** "id hash" of every line under it. */
  linhas: string[]
  anterior: string
  resumo: string
  hash: string
}

/** The seals that cover the customer's entries, whole. */
export async function* selosDe(trx: Trx, id: number): AsyncGenerator<SeloDoDossie[]> {
  for (let depois = 0; ; ) {
    const { rows } = await sql<SeloDoDossie>`
      select s.numero, ${instanteDoSelo(sql`s.selado_em`)} as selado_em, encode(anterior, 'hex') as anterior,
        encode(resumo, 'hex') as resumo, encode(hash, 'hex') as hash,
        (select array_agg(log_id || ' ' || encode(impressao, 'hex') order by log_id) from selo_linha
          where log_id between s.primeira and s.ultima and selo = s.numero) as linhas
      from selo s where s.numero > ${depois} and s.numero in (
        select sl.selo from log l join selo_linha sl on sl.log_id = l.id where l.entidade = 'cliente' and l.entidade_id = ${id})
      order by s.numero limit ${sql.lit(SELOS_POR_VEZ)}`.execute(trx)
    if (rows.length > 0) yield rows
    if (rows.length < SELOS_POR_VEZ) return
    depois = rows.at(-1)!.numero
  }
}

export interface Corrente {
  de: number
  ate: number
  anterior: string
  hash: string
}

/** From the first seal of the customer's to the last of all; null before any. */
export async function correnteDe(trx: Trx, id: number): Promise<Corrente | null> {
  const { rows } = await sql<Corrente>`
    select p.numero as de, u.numero as ate, encode(p.anterior, 'hex') as anterior, encode(u.hash, 'hex') as hash
    from selo p, (select numero, hash from selo order by numero desc limit 1) u
    where p.numero = (select min(sl.selo) from log l join selo_linha sl on sl.log_id = l.id
      where l.entidade = 'cliente' and l.entidade_id = ${id})`.execute(trx)
  return rows[0] ?? null
}

export async function* resumosDe(trx: Trx, { de, ate }: Corrente): AsyncGenerator<string[]> {
  for (let numero = de; numero <= ate; numero += RESUMOS_POR_VEZ) {
    const { rows } = await sql<{ resumo: string }>`
      select encode(resumo, 'hex') as resumo from selo
      where numero >= ${numero} and numero < ${numero + RESUMOS_POR_VEZ} and numero <= ${ate} order by numero`.execute(
      trx,
    )
    yield rows.map(({ resumo }) => resumo)
  }
}
