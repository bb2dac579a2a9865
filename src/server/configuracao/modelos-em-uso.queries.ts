import { sql } from 'kysely'
import type { FormaDoBotao } from '#domain/botao-pix.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { type Partes, SEM_PARTES } from '#domain/partes.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The version of a template that goes out. */
export interface ModeloEmUso {
  tipo: TipoModelo
  versaoId: number
  texto: string
  partes: Partes
  /** Its name and language at Meta. */
  nome: string
  idioma: string
  /** Meta's, which may move it: UTILITY, MARKETING. */
  categoria: string
  aprovadaEm: string
  /** Its variant with the payment button, while approved and of the same category. */
  botao: { nome: string; forma: FormaDoBotao } | null
}

/**
 * What may be sent, by type: the last version ever approved, while Meta lets it be sent. A newer text under review
 * or rejected changes nothing; one paused or switched off by Meta stops its type.
 */
export async function modelosAprovados(db: Db | Trx): Promise<Map<TipoModelo, ModeloEmUso>> {
  const consulta = sql<Omit<ModeloEmUso, 'partes'> & { partes: Partes | null; situacao: string }>`
    select distinct on (v.tipo) v.tipo, v.id as "versaoId", v.texto, v.partes, v.nome_meta as nome, m.idioma, m.categoria, v.aprovada_em as "aprovadaEm",
      v.situacao, case when b.situacao = 'aprovado' and b.categoria = m.categoria
        then jsonb_build_object('nome', b.nome_meta, 'forma', b.forma) end as botao
    from modelo_versao v join modelo m using (tipo) left join modelo_botao b on b.versao_id = v.id
    where v.aprovada_em is not null and v.apagada_em is null
    order by v.tipo, v.numero desc`
  const { rows } = await preparada(db, consulta.compile(db))
  return new Map(
    rows
      .filter((linha) => linha.situacao === 'aprovado')
      .map(({ situacao: _, partes, ...modelo }) => [modelo.tipo, { ...modelo, partes: partes ?? SEM_PARTES }] as const),
  )
}

export async function modeloAprovado(db: Db | Trx, tipo: TipoModelo): Promise<ModeloEmUso | null> {
  return (await modelosAprovados(db)).get(tipo) ?? null
}

/** Meta's reason for refusing a payment button may no longer apply: turning the setting on asks again. */
export const tentarBotoesDeNovo = (trx: Trx) =>
  sql`
    update modelo_botao set situacao = 'local', motivo = null,
      forma = case when meta_id is null then 'payment_request' else forma end,
      nome_meta = case when meta_id is null then null else nome_meta end
    where situacao = 'rejeitado'`.execute(trx)

/** The title of a template, in use or about to be, with a button that copies the company's Pix key; null: there is none. */
export async function modeloQueCopiaPix(db: Db | Trx): Promise<string | null> {
  const { rows: ultimas } = await sql<{ tipo: TipoModelo; partes: Partes | null }>`
    select distinct on (tipo) tipo, partes from modelo_versao order by tipo, numero desc`.execute(db)
  const todos = [...(await modelosAprovados(db)).values(), ...ultimas]
  const achado = todos.find(({ partes }) => partes?.botoes.some(({ tipo }) => tipo === 'copiar_pix'))
  return achado ? MODELOS_PADRAO[achado.tipo].titulo : null
}
