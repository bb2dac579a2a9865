import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modelo, versoesDoModelo } from '#contract/modelos.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { precisaAprovacao, type SituacaoModelo, TIPOS_MODELO, type TipoModelo, variaveisDe } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { type Botao, type Partes, SEM_PARTES } from '#domain/partes.ts'
import { type ModeloEmUso, modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

export type Versao = Linha<'modelo_versao'>
type VersaoMostrada = z.input<(typeof versoesDoModelo.schema.response)[200]>['data'][number]

/** Every template with its first text; what is already there stays. */
export async function garantirModelos(db: Db, agora: Date): Promise<void> {
  await emTransacao(db, async (trx) => {
    await trx
      .insertInto('modelo')
      .values(TIPOS_MODELO.map((tipo) => ({ tipo, titulo: MODELOS_PADRAO[tipo].titulo, updated_at: agora })))
      .onConflict((conflito) => conflito.doNothing())
      .execute()
    await trx
      .insertInto('modelo_versao')
      .values(
        TIPOS_MODELO.map((tipo) => ({
          tipo,
          numero: 1,
          texto: MODELOS_PADRAO[tipo].texto,
          partes: partesPadrao(tipo),
          situacao: 'local' as const,
          criada_em: agora,
        })),
      )
      .onConflict((conflito) => conflito.columns(['tipo', 'numero']).doNothing())
      .execute()
  })
}

const partesPadrao = (tipo: TipoModelo) => {
  const { botoes } = MODELOS_PADRAO[tipo]
  return botoes ? JSON.stringify({ cabecalho: null, botoes } satisfies Partes) : null
}

/** A version's header and buttons. */
export function partesDe({ partes }: Pick<Versao, 'partes'>): { cabecalho: string | null; botoes: Botao[] } {
  const { cabecalho, botoes } = partes ?? SEM_PARTES
  return { cabecalho, botoes: [...botoes] }
}

export const ultimaVersao = (db: Db | Trx, tipo: TipoModelo): Promise<Versao> =>
  db
    .selectFrom('modelo_versao')
    .selectAll()
    .where('tipo', '=', tipo)
    .orderBy('numero', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The last version of each template. */
export const ultimasVersoes = (db: Db | Trx): Promise<Versao[]> =>
  db.selectFrom('modelo_versao').distinctOn('tipo').selectAll().orderBy('tipo').orderBy('numero', 'desc').execute()

/** How each version, and its variant with the payment button, stand at Meta as far as is known. */
export interface Situacoes {
  versoes: ReadonlyMap<number, SituacaoModelo>
  botoes: ReadonlyMap<number, SituacaoModelo>
}

export async function lerSituacoes(db: Db): Promise<Situacoes> {
  const versoes = await db.selectFrom('modelo_versao').select(['id', 'situacao']).execute()
  const botoes = await db.selectFrom('modelo_botao').select(['versao_id', 'situacao']).execute()
  return {
    versoes: new Map(versoes.map(({ id, situacao }) => [id, situacao])),
    botoes: new Map(botoes.map(({ versao_id, situacao }) => [versao_id, situacao])),
  }
}

/** Every template as the contract says it, by type. */
export async function verModelos(db: Db | Trx): Promise<Record<TipoModelo, Modelo>> {
  const modelos = await db.selectFrom('modelo').selectAll().execute()
  const ultimas = new Map((await ultimasVersoes(db)).map((versao) => [versao.tipo, versao]))
  const emUso = await modelosAprovados(db)
  const anuncios = await categoriasAnunciadas(db)
  const botoes = await botoesDasVersoes(db)
  const linhas = modelos.map((modelo) => {
    const versao = ultimas.get(modelo.tipo)!
    const anuncio = anuncios.get(modelo.tipo)
    const vale = anuncio && anuncio.em >= versao.criada_em && anuncio.categoria !== modelo.categoria
    return [modelo.tipo, verModelo(modelo, versao, emUso, vale ? anuncio.categoria : null, botoes)] as const
  })
  return Object.fromEntries(linhas) as Record<TipoModelo, Modelo>
}

async function botoesDasVersoes(db: Db | Trx) {
  const { rows } = await sql<{ versao_id: number; situacao: SituacaoModelo; motivo: string | null }>`
    select versao_id, situacao, motivo from modelo_botao
    where (select botao_de_pagamento and psp_base_url is not null from recebimento)`.execute(db)
  return new Map(rows.map(({ versao_id, ...botao }) => [versao_id, botao]))
}

/** The last category that Meta said each template would have. */
async function categoriasAnunciadas(db: Db | Trx) {
  const { rows } = await sql<{ tipo: TipoModelo; categoria: string; em: string }>`
    select distinct on (tipo) dados->>'tipo' as tipo, dados->>'categoria' as categoria, created_at as em
    from log where acao = ${ANUNCIO} order by tipo, created_at desc, id desc`.execute(db)
  return new Map(rows.map(({ tipo, ...anuncio }) => [tipo, anuncio]))
}
const ANUNCIO: AcaoDoLog = 'modelo.anunciar_categoria'

function verModelo(
  modelo: Linha<'modelo'>,
  versao: Versao,
  emUso: Map<TipoModelo, ModeloEmUso>,
  anunciada: string | null,
  botoes: Map<number, NonNullable<Modelo['botao_de_pagamento']>>,
): Modelo {
  const sai = precisaAprovacao(modelo.tipo) ? (emUso.get(modelo.tipo)?.texto ?? null) : versao.texto
  return {
    tipo: modelo.tipo,
    titulo: modelo.titulo,
    texto: versao.texto,
    texto_em_uso: sai,
    aprovado_em: precisaAprovacao(modelo.tipo) ? (emUso.get(modelo.tipo)?.aprovadaEm ?? null) : null,
    ...partesDe(versao),
    variaveis: variaveisDe(versao.texto),
    categoria: modelo.categoria,
    categoria_anunciada: anunciada,
    idioma: modelo.idioma,
    situacao: versao.situacao,
    motivo: versao.motivo,
    versao: versao.numero,
    qualidade: versao.qualidade,
    botao_de_pagamento: botoes.get(versao.id) ?? botoes.get(emUso.get(modelo.tipo)?.versaoId ?? 0) ?? null,
    updated_at: modelo.updated_at,
  }
}

/** Every version of a template, the latest first, and who wrote it. */
export async function versoesDe(db: Db, tipo: TipoModelo): Promise<VersaoMostrada[]> {
  const versoes = await db
    .selectFrom('modelo_versao')
    .leftJoin('usuario', 'usuario.id', 'modelo_versao.usuario_id')
    .select([
      'numero',
      'texto',
      'partes',
      'situacao',
      'motivo',
      'criada_em',
      'aprovada_em',
      'usuario.id',
      'usuario.name',
    ])
    .where('tipo', '=', tipo)
    .orderBy('numero', 'desc')
    .limit(100)
    .execute()
  return versoes.map(({ numero, criada_em, id, name, partes, ...versao }) => ({
    ...versao,
    ...partesDe({ partes }),
    versao: numero,
    created_at: criada_em,
    autor: id === null ? null : { id, name: name! },
  }))
}
