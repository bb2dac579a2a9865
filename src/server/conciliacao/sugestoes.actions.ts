import { sql } from 'kysely'
import type { Decisao } from '#domain/conciliacao.ts'
import type { Dia } from '#domain/data.ts'
import { CERTEZAS_BOAS, type Certeza, type Sugestao } from '#domain/sugestoes.ts'
import { APAGADO } from '#domain/titular.ts'
import { listaDeIds } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { esquecerQuemPagou } from '#server/movimentos/de-anonimos.actions.ts'
import { type Movimento, porACaminho } from './travas.queries.ts'

interface Julgado {
  movimento: Pick<Movimento, 'id'>
  decisao: Decisao
}

/**
 * Stores the possible explanations of these movements, replacing earlier ones, and holds the accounts of a strong suggestion.
 * Certain matches, to be applied, are left unchanged.
 */
export async function gravarSugestoes(trx: Trx, julgados: readonly Julgado[], hoje: Dia, agora: Date): Promise<void> {
  const aGravar = julgados.filter(({ decisao }) => decisao.situacao !== 'aplicado')
  if (aGravar.length === 0) return
  const ids = aGravar.map(({ movimento }) => movimento.id)
  const situacoes = aGravar.map(({ movimento, decisao }) => ({ id: movimento.id, situacao: decisao.situacao }))
  const boas = sugestoesDe(aGravar).filter(poeACaminho)
  await sql`delete from sugestao where movimento_id = any(${ids}::bigint[])`.execute(trx)
  await sql`
    update movimento m set situacao = s.situacao, a_julgar = false, julgado_dia = ${hoje}::date,
      a_caminho_desde = case when m.id = any(${boas.map(({ movimento_id }) => movimento_id)}::bigint[])
        then coalesce(m.a_caminho_desde, ${agora}) end
    from jsonb_to_recordset(${JSON.stringify(situacoes)}::jsonb) as s(id bigint, situacao text) where m.id = s.id`.execute(
    trx,
  )
  await anotarSugestoes(trx, aGravar, agora)
}

/** A suggestion good enough for its accounts to be left in peace. */
export const poeACaminho = ({ acao, certeza, contas }: Sugestao): boolean =>
  acao === 'aplicar' && (CERTEZAS_BOAS as readonly Certeza[]).includes(certeza) && contas.length > 0

/** The suggestions themselves, of movements that have none yet, and the accounts that good ones leave in peace. */
export async function anotarSugestoes(trx: Trx, julgados: readonly Julgado[], agora: Date): Promise<void> {
  const sugestoes = sugestoesDe(julgados)
  if (sugestoes.length === 0) return
  await inserir(trx, sugestoes)
  const movimentoIds = [...new Set(sugestoes.map(({ movimento_id }) => movimento_id))]
  await esquecerApagados(trx, movimentoIds, agora)
  await esquecerQuemPagou(trx, movimentoIds)
  const contas = sugestoes.filter(poeACaminho).flatMap((uma) => uma.contas.map(({ id }) => id))
  if (contas.length > 0) await porACaminho(trx, contas, agora)
}

const sugestoesDe = (julgados: readonly Julgado[]): Sugerida[] =>
  julgados.flatMap(({ movimento, decisao }) =>
    decisao.situacao === 'sugerido'
      ? decisao.sugestoes.map((uma, i) => ({ movimento_id: movimento.id, ordem: i + 1, ...uma }))
      : [],
  )

type Sugerida = Sugestao & { movimento_id: number; ordem: number }

async function inserir(trx: Trx, sugestoes: readonly Sugerida[]): Promise<void> {
  const linhas = sugestoes.map(({ movimento_id, ordem, acao, clienteId, pagamentoId, certeza, porque }) => ({
    movimento_id,
    ordem,
    acao,
    cliente_id: clienteId,
    pagamento_id: pagamentoId,
    certeza,
    porque,
  }))
  const contas = sugestoes.flatMap(({ movimento_id, ordem, contas: partes }) =>
    partes.map(({ id, valorCentavos }) => ({ movimento_id, ordem, conta_id: id, valor_centavos: valorCentavos })),
  )
  await sql`
    insert into sugestao (movimento_id, ordem, acao, cliente_id, pagamento_id, certeza, porque)
    select * from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as s(movimento_id bigint, ordem int, acao text,
      cliente_id bigint, pagamento_id bigint, certeza text, porque text)`.execute(trx)
  if (contas.length === 0) return
  await sql`
    insert into sugestao_conta (movimento_id, ordem, conta_id, valor_centavos)
    select * from jsonb_to_recordset(${JSON.stringify(contas)}::jsonb) as s(movimento_id bigint, ordem int, conta_id bigint,
      valor_centavos bigint)`.execute(trx)
}

/** Longer than the time from reading the candidates to here, where an erasure in progress is waited for. */
const FOLGA_MS = 10 * 60_000

/** Of who was erased since the candidates were read, the text may still say who they were. */
const esquecerApagados = (trx: Trx, movimentoIds: readonly number[], agora: Date) =>
  sql`
    update sugestao s set porque = ${APAGADO} from cliente c
    where s.movimento_id = any(${listaDeIds(movimentoIds)}) and c.id = s.cliente_id
      and c.anonimizado_em > ${new Date(agora.getTime() - FOLGA_MS)}`.execute(trx)
