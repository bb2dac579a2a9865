import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { preverGuarda } from '#contract/guarda.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { eventosDesde, guardadoDesde, MAIS_CONTADOS_DA_GUARDA } from '#domain/guarda.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import type { Db } from '#server/db/schema.ts'
import { BuscaDemorada } from '#server/http/falhas-do-ambiente.ts'
import { procurar } from '#server/http/procurar.ts'
import { COM_ARQUIVO, COM_TEXTO, SEM_CASO } from './casos.ts'
import { candidatos } from './clientes.queries.ts'

type Prazos = z.output<typeof preverGuarda.schema.querystring>
type Previa = z.output<(typeof preverGuarda.schema.response)[200]>

interface Meios {
  db: Db
  agora: Date
  sinal: AbortSignal
}

const DEMOROU =
  'A prévia demorou demais, e nada mudou. Tente de novo quando o sistema estiver mais livre, ou com um prazo de cada vez.'

/** What these limits would erase today, and what is as old but stays for an open case; changes nothing. */
export async function prever(meios: Meios, prazos: Prazos): Promise<Previa> {
  const hoje = diaDe(meios.agora)
  const desde = (meses: number | null | undefined) => guardadoDesde(meses ?? null, hoje)
  const [mensagens, arquivos, clientes, eventos] = await Promise.all([
    contar(meios, desde(prazos.mensagens_meses), (dia) => velhas(dia, COM_TEXTO)),
    contar(meios, desde(prazos.arquivos_meses), (dia) => velhas(dia, COM_ARQUIVO)),
    contar(
      meios,
      desde(prazos.clientes_meses),
      (dia) => sql`select ${SEM_CASO} as vai, 0 as bytes from ${candidatos(dia)}`,
    ),
    contar(
      meios,
      prazos.eventos_dias == null ? null : eventosDesde({ eventos_dias: prazos.eventos_dias }, hoje),
      antigos,
    ),
  ]).catch((erro: unknown) => {
    throw erro instanceof BuscaDemorada ? new BuscaDemorada({ cause: erro }, DEMOROU) : erro
  })
  return { mensagens, arquivos, clientes, eventos }
}

const velhas = (dia: Dia, quais: RawBuilder<boolean>) => sql`
  select m.cliente_id is null or ${SEM_CASO} as vai, coalesce((m.midia->>'tamanho')::bigint, 0) as bytes
  from mensagem m left join cliente c on c.id = m.cliente_id where m.created_at < ${inicioDoDia(dia)} and c.anonimizado_em is null and ${quais}`

/** What was set aside, or waits, stays until somebody decides. */
const antigos = (dia: Dia) => sql`
  select coalesce(processado_em < ${inicioDoDia(dia)}, false) as vai, 0 as bytes from evento_recebido where recebido_em < ${inicioDoDia(dia)}`

async function contar({ db, sinal }: Meios, desde: Dia | null, linhas: (antesDe: Dia) => RawBuilder<unknown>) {
  if (desde === null) return null
  const [contadas] = await procurar(
    { db, sinal },
    sql<{ apagaria: number; ficaria: number; bytes: number }>`
      select count(*) filter (where vai) as apagaria, count(*) filter (where not vai) as ficaria,
        coalesce(sum(bytes) filter (where vai), 0)::bigint as bytes
      from (${linhas(desde)} limit ${MAIS_CONTADOS_DA_GUARDA}) as achadas`,
  )
  return { antes_de: desde, ...contadas! }
}
