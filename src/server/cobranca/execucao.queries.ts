import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listarExecucoes as contratoLista, verExecucao as contratoRelatorio } from '#contract/cobranca.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { lerDia } from '#domain/escrita.ts'
import { fraseDaCancelada, fraseDaDecisao } from '#domain/explicacao.ts'
import { DA_REGUA, SEM_DESFECHO } from '#domain/mensagem.ts'
import { idsDosAchados } from '#server/clientes/busca.queries.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { lista } from '#server/db/lista.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import type { Db, Linha } from '#server/db/schema.ts'
import { type Leitura, lerLista } from '#server/http/procurar.ts'

type Consulta = z.output<typeof contratoLista.schema.querystring>
type ConsultaRelatorio = z.output<typeof contratoRelatorio.schema.querystring>

/** The runs, newest first. */
export async function listarExecucoes(db: Db, pedido: Consulta) {
  const { page, per_page, busca } = pedido
  const achada = comTexto(busca)
  const { total } = await db
    .selectFrom('execucao')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(achada)
    .executeTakeFirstOrThrow()
  const data = await lerExecucoes(db, { limite: per_page, pular: (page - 1) * per_page, achada })
  return { data, ...camposDaPagina(pedido, total) }
}

/** A run is found by its number, or by its day as people write it. */
function comTexto(busca: string | undefined): RawBuilder<boolean> {
  if (!busca) return sql`true`
  const dia = /[/-]/.test(busca) ? lerDia(busca) : null // digits alone are a number
  return dia ? sql`dia = ${dia}::date` : sql`id::text = ${busca}`
}

/** Some of the runs, newest first: from a place in the list, or those before one of them. */
export async function lerExecucoes(db: Db, { limite, pular = 0, antesDe = Number.MAX_SAFE_INTEGER, achada }: Trecho) {
  const linhas = await db
    .selectFrom('execucao')
    .selectAll()
    .where('id', '<', antesDe)
    .where(achada ?? sql<boolean>`true`)
    .orderBy('id', 'desc')
    .limit(limite)
    .offset(pular)
    .execute()
  return linhas.map(resumo)
}
interface Trecho {
  limite: number
  pular?: number
  antesDe?: number
  achada?: RawBuilder<boolean>
}
export type Execucao = ReturnType<typeof resumo>

/** The report of a run: its figures and, page by page, why each customer was or was not billed. */
export async function verExecucao(onde: Leitura & { db: Db }, id: number, consulta: ConsultaRelatorio) {
  const { db } = onde
  const execucao = await db.selectFrom('execucao').selectAll().where('id', '=', id).executeTakeFirst()
  if (!execucao) throw new NaoEncontrado('Esta execução não existe.')
  const [total, itens] = await Promise.all([contarItens(onde, execucao, consulta), lerItens(onde, id, consulta)])
  const data = itens.map((item) => ({
    cliente: { id: item.cliente_id, nome: item.nome },
    dia: execucao.dia,
    enviada: item.enviada,
    motivo: item.motivo,
    passo: item.passo,
    detalhe: fraseDe(item),
    mensagem_status: item.mensagem_status,
  }))
  const andamento = execucao.simulada ? null : await verAndamento(db, execucao)
  return { ...resumo(execucao), andamento, data, ...camposDaPagina(consulta, total) }
}

type Item = Awaited<ReturnType<typeof lerItens>>[number]

function fraseDe({ motivo, passo, detalhe, mensagem_status, erro_mensagem }: Item): string {
  if (mensagem_status === 'falha' && erro_mensagem) return erro_mensagem
  if (mensagem_status === 'cancelada' && erro_mensagem) return fraseDaCancelada(erro_mensagem)
  return detalhe ?? fraseDaDecisao(motivo, passo)
}

function itensDe(db: Db, id: number, { motivo, busca }: ConsultaRelatorio) {
  let itens = db.selectFrom('execucao_item').where('execucao_item.execucao_id', '=', id)
  if (motivo) itens = itens.where('execucao_item.motivo', '=', motivo)
  return busca ? itens.where('execucao_item.cliente_id', 'in', idsDosAchados(busca)) : itens
}

/** Without a search the run's own figures tell: nothing is counted. */
async function contarItens(
  onde: Leitura & { db: Db },
  execucao: Linha<'execucao'>,
  consulta: ConsultaRelatorio,
): Promise<number> {
  const { db } = onde
  const { motivo, busca } = consulta
  if (!busca && !motivo) return execucao.avaliados
  const contagem = itensDe(db, execucao.id, consulta).select(sql<number>`count(*)`.as('total'))
  const contar = async () => {
    const [contados] = await lerLista(onde, sql<{ total: number }>`${contagem}`)
    return { ...contados!, lidas: execucao.avaliados }
  }
  return (await contarComFolga(db, contagem.compile(), contar)).total
}

/** Skips to the page by the key alone, and reads names and messages only for its rows. */
function lerItens(onde: Leitura & { db: Db }, id: number, consulta: ConsultaRelatorio) {
  const { db } = onde
  const { page, per_page } = consulta
  const daPagina = itensDe(db, id, consulta)
    .select('execucao_item.cliente_id')
    .orderBy('execucao_item.cliente_id')
    .limit(per_page)
    .offset((page - 1) * per_page)
  const itens = db
    .selectFrom('execucao_item')
    .innerJoin('cliente', 'cliente.id', 'execucao_item.cliente_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mensagem')
          .select(['mensagem.status as mensagem_status', 'mensagem.erro_mensagem'])
          .whereRef('mensagem.cliente_id', '=', 'execucao_item.cliente_id')
          .whereRef('mensagem.execucao_id', '=', 'execucao_item.execucao_id')
          .where('execucao_item.motivo', '=', 'enviada') // also cancelled before it left, for what is no decision
          .limit(sql.lit(1))
          .as('saida'),
      (ligar) => ligar.onTrue(),
    )
    .select(['execucao_item.cliente_id', 'cliente.nome', 'execucao_item.enviada', 'execucao_item.motivo'])
    .select(['execucao_item.passo', 'execucao_item.detalhe', 'saida.mensagem_status', 'saida.erro_mensagem'])
    .where('execucao_item.execucao_id', '=', id)
    .where('execucao_item.cliente_id', '=', sql<number>`any(array(${daPagina}))`)
    .orderBy('execucao_item.cliente_id')
  return lerLista(onde, sql<Awaited<ReturnType<typeof itens.execute>>[number]>`${itens}`)
}

/**
 * Counted by the index of the day's messages, which excludes released ones, as they were not sent; large counts are
 * memoised.
 */
async function verAndamento(db: Db, { id, dia }: Linha<'execucao'>) {
  const consulta = sql<{ na_fila: number; aceitas: number; total: number }>`
    select count(*) filter (where envio in ${lista(SEM_DESFECHO)})::int as na_fila,
      count(*) filter (where envio = 'aceita')::int as aceitas, count(*)::int as total
    from mensagem
    where dia = ${dia}::date and finalidade in ${lista(DA_REGUA)} and not liberada and execucao_id = ${id}`.compile(db)
  const { na_fila, aceitas } = await contarComFolga(
    db,
    consulta,
    async () => (await db.executeQuery(consulta)).rows[0]!,
  )
  return { na_fila, aceitas }
}

const resumo = (linha: Linha<'execucao'>) => ({
  id: linha.id,
  dia: linha.dia,
  simulada: linha.simulada,
  automatica: linha.automatica,
  forcada: linha.forcada,
  created_at: linha.criada_em,
  avaliados: linha.avaliados,
  enfileiradas: linha.enfileiradas,
  ignorados: linha.ignorados as Record<string, number>,
})
