import { sql } from 'kysely'
import type { BloqueiosImportados } from '#contract/bloqueios.ts'
import { acharColunas, COLUNAS_DA_LISTA, type LinhaDaLista, lerLinhaDaLista } from '#domain/bloqueio.ts'
import type { Autor } from '#domain/causa.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { plural } from '#domain/plural.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { detectarCodificacao, lerCsv } from '#server/importacoes/leitores/csv.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { registrar } from '#server/logs/logs.actions.ts'

const LOTE = 1_000
const ERROS_MOSTRADOS = 1_000
const CLIENTES_MOSTRADOS = 20

/**
 * Imports do-not-contact lists: for each `origem` the file replaces what was stored, all or nothing. Good rows are
 * imported, bad ones listed, and a phone that a bad row names is not removed; a simulation writes nothing and reports
 * who would be silenced.
 */
export async function importarBloqueios(
  db: Db,
  { caminho, simular }: { caminho: string; simular: boolean },
  autor: Autor,
): Promise<BloqueiosImportados> {
  const { codificacao } = await detectarCodificacao(caminho)
  return emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('bloqueios.importar', 0))`.execute(trx)
    await sql`create temp table lida (canonico text, celular boolean, registrado_em date, origem text) on commit drop`.execute(
      trx,
    )
    await sql`create temp table duvidosa (canonico text) on commit drop`.execute(trx)
    const lidas = await lerTudo(trx, lerCsv(caminho, codificacao), diaDe(autor.agora))
    await sql`
      create temp table lista on commit drop as
      select canonico, origem, bool_or(celular) as celular, min(registrado_em) as registrado_em
      from lida group by canonico, origem`.execute(trx)
    const resumo = { ...lidas, ...(await contar(trx)), ...(await silenciados(trx)) }
    if (!simular) await gravar(trx, resumo, autor)
    return resumo
  })
}

type Lidas = Pick<BloqueiosImportados, 'total_linhas' | 'total_erros' | 'erros'>

async function lerTudo(trx: Trx, linhas: ReturnType<typeof lerCsv>, hoje: Dia): Promise<Lidas> {
  const erros: BloqueiosImportados['erros'] = []
  let posicoes: ReturnType<typeof acharColunas> = null
  let [total, totalErros] = [0, 0]
  let lote: LinhaDaLista[] = []
  let duvidosas: string[] = []
  for await (const { linha, celulas } of linhas) {
    if (!posicoes) {
      posicoes = acharColunas(celulas)
      if (!posicoes) throw new ArquivoIlegivel(SEM_COLUNAS)
      continue
    }
    if (celulas.every((celula) => celula.trim() === '')) continue
    total += 1
    const lida = lerLinhaDaLista(celulas, posicoes, hoje)
    if ('linha' in lida) lote.push(lida.linha)
    else {
      const { canonico, campo, mensagem } = lida
      if (canonico) duvidosas.push(canonico)
      if (++totalErros <= ERROS_MOSTRADOS) erros.push({ linha, campo, mensagem })
    }
    if (lote.length + duvidosas.length < LOTE) continue
    await guardar(trx, lote, duvidosas)
    lote = []
    duvidosas = []
  }
  if (!posicoes) throw new ArquivoIlegivel(SEM_COLUNAS)
  await guardar(trx, lote, duvidosas)
  return { total_linhas: total, total_erros: totalErros, erros }
}

const SEM_COLUNAS = `A primeira linha precisa ter as colunas ${COLUNAS_DA_LISTA.join(', ')}.`

async function guardar(trx: Trx, lote: readonly LinhaDaLista[], duvidosas: readonly string[]) {
  await sql`insert into lida select * from unnest(${lote.map((um) => um.canonico)}::text[],
    ${lote.map((um) => um.celular)}::boolean[], ${lote.map((um) => um.registradoEm)}::date[], ${lote.map((um) => um.origem)}::text[])`.execute(
    trx,
  )
  await sql`insert into duvidosa select * from unnest(${[...duvidosas]}::text[])`.execute(trx)
}

/** Phones of the file's lists that the file no longer names (`bloqueio b`). */
const RETIRADOS = sql`b.origem in (select origem from lista)
  and not exists (select from lista l where l.canonico = b.canonico and l.origem = b.origem)
  and not exists (select from duvidosa d where d.canonico = b.canonico)`

async function contar(trx: Trx) {
  const { rows } = await sql<
    Pick<BloqueiosImportados, 'importados' | 'atualizados' | 'ignorados' | 'removidos' | 'origens'>
  >`
    select count(*) filter (where b.id is null)::int as importados,
      count(*) filter (where b.registrado_em <> l.registrado_em)::int as atualizados,
      count(*) filter (where b.registrado_em = l.registrado_em)::int as ignorados,
      (select count(*)::int from bloqueio b where ${RETIRADOS}) as removidos,
      array(select distinct origem from lista order by 1) as origens
    from lista l left join bloqueio b on b.canonico = l.canonico and b.origem = l.origem`.execute(trx)
  return rows[0]!
}

/** Who owes something and has one of these phones, without having authorised the contact. */
async function silenciados(trx: Trx) {
  const { rows } = await sql<BloqueiosImportados['clientes'][number] & { total: number }>`
    select c.id, c.nome, min(l.registrado_em + 30) as vale_de, count(*) over ()::int as total
    from lista l join contato t on t.canonico = l.canonico join cliente c on c.contato_id = t.id
    where c.contas_abertas > 0
      and not exists (select from autorizacao x where x.cliente_id = c.id and x.contato_id = c.contato_id)
    group by c.id, c.nome order by min(l.registrado_em), c.id limit ${CLIENTES_MOSTRADOS}`.execute(trx)
  return { silenciados: rows[0]?.total ?? 0, clientes: rows.map(({ total: _, ...cliente }) => cliente) }
}

async function gravar(trx: Trx, resumo: BloqueiosImportados, autor: Autor) {
  await sql`delete from bloqueio b where ${RETIRADOS}`.execute(trx)
  await sql`
    insert into bloqueio (canonico, celular, origem, registrado_em) select canonico, celular, origem, registrado_em from lista
    on conflict (canonico, origem) do update set registrado_em = excluded.registrado_em, celular = excluded.celular
      where (bloqueio.registrado_em, bloqueio.celular) is distinct from (excluded.registrado_em, excluded.celular)`.execute(
    trx,
  )
  await sql`
    insert into lista_de_bloqueio (origem, importada_em) select distinct origem, ${autor.agora}::timestamptz from lista
    on conflict (origem) do update set importada_em = excluded.importada_em`.execute(trx)
  const { importados, atualizados, ignorados, removidos, silenciados: quantos } = resumo
  await registrar(trx, {
    ...autor,
    acao: 'bloqueio.importar',
    descricao: `Lista de não perturbe importada: ${plural(importados, 'telefone novo', 'telefones novos')}, ${plural(removidos, 'retirado', 'retirados')}.`,
    dados: { importados, atualizados, ignorados, removidos, silenciados: quantos },
  })
}
