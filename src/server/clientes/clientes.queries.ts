import { sql } from 'kysely'
import type { z } from 'zod'
import type { clientesAdmin } from '#contract/clientes-admin.ts'
import type {
  clientesAguardando,
  clientesAtivos,
  clientesConcluidos,
  clientesDaCarteira,
} from '#contract/listas-de-clientes.ts'
import { MOTIVOS_FILA, type MotivoFila, STATUS_ATIVOS, STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { emReais } from '#domain/dinheiro.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { preparada } from '#server/db/preparada.ts'
import { lerLista, procurar } from '#server/http/procurar.ts'
import type { Contexto } from './cliente.queries.ts'
import { deDonos, donosDe } from './contagem.queries.ts'
import { condicoesDe, type Filtros, ordemDe } from './filtros.queries.ts'
import { buscar, lerTodosOsIds } from './pagina.queries.ts'
import { daParte, type Lista, type Parte } from './partes.queries.ts'

type Consulta<R extends { schema: { querystring: z.ZodType } }> = z.output<R['schema']['querystring']>
type SemPagina<R extends { schema: { querystring: z.ZodType } }> = Omit<Consulta<R>, 'page' | 'per_page'>

/**
 * For one owner, or for nobody. The owner is part of the order, because PostgreSQL does not recognise that rows with a
 * null owner are adjacent in the index of owners, and would sort all of them for each page.
 */
const NAO_LIDAS_E_ATRASO = sql`cliente.operador_id, cliente.nao_lidas = 0, cliente.vencimento_mais_antigo, cliente.id`

/** Visible customers that are being collected or served: one's own first, unread first, then most days late. */
const dosAtivos = ({ agora }: Contexto, operadorId: number, consulta: SemPagina<typeof clientesAtivos>): Lista => ({
  partes: donosDa(consulta.carteira, operadorId).map((dono) => ({
    donos: [dono],
    status: soOs(STATUS_ATIVOS, consulta.status),
    mais: condicoesDe(consulta, agora),
  })),
  ordem: NAO_LIDAS_E_ATRASO,
})
export async function listarAtivos(contexto: Contexto, operadorId: number, consulta: Consulta<typeof clientesAtivos>) {
  const { contagem, ...pagina } = await buscar(contexto, consulta, dosAtivos(contexto, operadorId, consulta))
  return { ...pagina, com_falhas: contagem.falhas }
}
/** Whom `listarAtivos` finds, all of them, in its order. */
export const idsDosAtivos = (contexto: Contexto, operadorId: number, consulta: SemPagina<typeof clientesAtivos>) =>
  lerTodosOsIds(contexto.db, dosAtivos(contexto, operadorId, consulta), consulta.busca)

const donosDa = (carteira: Consulta<typeof clientesAtivos>['carteira'], operadorId: number) =>
  ({ minha: [operadorId], livre: [null], todas: [operadorId, null] })[carteira]

const daCarteira = (
  { agora }: Contexto,
  operadorId: number,
  consulta: SemPagina<typeof clientesDaCarteira>,
): Parte => ({
  donos: [operadorId],
  status: soOs(STATUS_CLIENTE, consulta.status),
  mais: condicoesDe({ chamadas: consulta.chamadas, comNaoLidas: consulta.nao_lidas === 'com' }, agora),
})
/** Everyone an operator owns, as their dashboard counts them: unread first, then most days late. */
export async function listarCarteira(
  contexto: Contexto,
  operadorId: number,
  consulta: Consulta<typeof clientesDaCarteira>,
) {
  const parte = daCarteira(contexto, operadorId, consulta)
  const { contagem: _, ...pagina } = await buscar(contexto, consulta, { partes: [parte], ordem: NAO_LIDAS_E_ATRASO })
  const comNaoLidas = { ...parte, mais: [...(parte.mais ?? []), sql<boolean>`cliente.nao_lidas > 0`] }
  const soma = sql<{ nao_lidas: number }>`
    select coalesce(sum(nao_lidas), 0)::int as nao_lidas from ${daParte(comNaoLidas, consulta.busca)}`
  const [naoLidas] = consulta.busca
    ? await procurar(contexto, soma)
    : (await preparada(contexto.db, soma.compile(contexto.db))).rows
  return { ...pagina, nao_lidas: naoLidas!.nao_lidas }
}
/** Whom `listarCarteira` finds, all of them, in its order. */
export const idsDaCarteira = (contexto: Contexto, operadorId: number, consulta: SemPagina<typeof clientesDaCarteira>) =>
  lerTodosOsIds(
    contexto.db,
    { partes: [daCarteira(contexto, operadorId, consulta)], ordem: NAO_LIDAS_E_ATRASO },
    consulta.busca,
  )

/** Completed customers, one's own and nobody's: unread first, then the latest. */
const dosConcluidos = (
  { agora }: Contexto,
  operadorId: number,
  consulta: SemPagina<typeof clientesConcluidos>,
): Lista => ({
  partes: [
    {
      donos: donosDa(consulta.carteira, operadorId),
      status: soOs(['concluido'], consulta.status),
      mais: condicoesDe({ concluidoNoMes: consulta.quando === 'mes' }, agora),
    },
  ],
  ordem: sql`cliente.nao_lidas = 0, cliente.concluido_em desc nulls last, cliente.id desc`,
})
export async function listarConcluidos(
  contexto: Contexto,
  operadorId: number,
  consulta: Consulta<typeof clientesConcluidos>,
) {
  const { contagem: _, ...pagina } = await buscar(contexto, consulta, dosConcluidos(contexto, operadorId, consulta))
  return pagina
}
/** Whom `listarConcluidos` finds, all of them, in its order. */
export const idsDosConcluidos = (
  contexto: Contexto,
  operadorId: number,
  consulta: SemPagina<typeof clientesConcluidos>,
) => lerTodosOsIds(contexto.db, dosConcluidos(contexto, operadorId, consulta), consulta.busca)

/** The queue: broken agreements first, then broken promises, then whoever waits longest. */
const daFila = ({ agora }: Contexto, operadorId: number, consulta: SemPagina<typeof clientesAguardando>): Lista => ({
  partes: [
    {
      donos: [operadorId, null],
      status: soOs(['aguardando_atendimento'], consulta.status),
      motivo: consulta.motivo,
      mais: condicoesDe(consulta, agora),
    },
  ],
  ordem: sql`cliente.aguardando_motivo <> 'acordo_quebrado', cliente.aguardando_motivo <> 'promessa_quebrada',
    cliente.aguardando_desde, cliente.id`,
})
export async function listarAguardando(
  contexto: Contexto,
  operadorId: number,
  consulta: Consulta<typeof clientesAguardando>,
) {
  const { contagem: _, ...pagina } = await buscar(contexto, consulta, daFila(contexto, operadorId, consulta))
  return pagina
}
/** Whom `listarAguardando` finds, all of them, in its order. */
export const idsDaFila = (contexto: Contexto, operadorId: number, consulta: SemPagina<typeof clientesAguardando>) =>
  lerTodosOsIds(contexto.db, daFila(contexto, operadorId, consulta), consulta.busca)

/** How many wait for each reason, of those that `listarAguardando` would show. */
export async function contarFila(contexto: Contexto, operadorId: number, busca: string | undefined) {
  const parte: Parte = { donos: [operadorId, null], status: ['aguardando_atendimento'] }
  const motivos = await lerLista(
    { ...contexto, busca },
    sql<{ motivo: MotivoFila; total: number }>`
    select aguardando_motivo as motivo, count(*) as total from ${daParte(parte, busca)} group by 1`,
  )
  const contados = new Map(motivos.map((linha) => [linha.motivo, linha.total]))
  return Object.fromEntries(MOTIVOS_FILA.map((motivo) => [motivo, contados.get(motivo) ?? 0])) as Record<
    MotivoFila,
    number
  >
}

type FiltroAdmin = Partial<Omit<Consulta<typeof clientesAdmin>, 'page' | 'per_page' | 'ordenar'>>

/** The part of all customers that an administrator's filters leave. */
export function parteDe(filtro: FiltroAdmin & Pick<Filtros, 'ids'>, agora: Date): Parte {
  const { operador_id: dono } = filtro
  return {
    donos: dono === undefined ? 'todos' : [dono === 'nenhum' ? null : dono],
    status: soOs(STATUS_CLIENTE, filtro.status),
    mais: condicoesDe(filtro, agora),
  }
}

/** Every customer that the filters find. */
const deTodos = (
  { agora }: Contexto,
  consulta: FiltroAdmin & Pick<Consulta<typeof clientesAdmin>, 'ordenar'>,
): Lista => ({
  partes: [parteDe(consulta, agora)],
  ordem: ordemDe(consulta.ordenar),
  porAtraso: consulta.ordenar.endsWith('atraso') && (consulta.ordenar === 'atraso' ? 'menor' : 'maior'),
  semIndice: consulta.ordenar.endsWith('chamadas'),
})
/** One page of them, with the sum of what is open of all; null where a search found more than are counted. */
export async function listarTodos(
  contexto: Contexto,
  consulta: FiltroAdmin & Pick<Consulta<typeof clientesAdmin>, 'page' | 'per_page' | 'ordenar'>,
) {
  const { contagem, ...pagina } = await buscar(contexto, consulta, deTodos(contexto, consulta))
  const contados = !consulta.busca || contagem.total < MAIS_ACHADOS_DA_BUSCA
  return { ...pagina, soma: contados ? emReais(contagem.abertoCentavos) : null }
}
/** Whom `listarTodos` finds, all of them, in its order. */
export const idsDeTodos = (
  contexto: Contexto,
  consulta: FiltroAdmin & Pick<Consulta<typeof clientesAdmin>, 'ordenar'>,
) => lerTodosOsIds(contexto.db, deTodos(contexto, consulta), consulta.busca)

const soOs = (status: readonly StatusCliente[], pedido: StatusCliente | undefined) =>
  pedido === undefined ? status : status.filter((um) => um === pedido)

/** The customers that an operator sees, or everybody's when undefined; `cliente`: what the query calls their table. */
export const visivelPara = (operadorId: number | undefined, cliente = 'cliente') =>
  deDonos(`${cliente}.operador_id`, donosDe(operadorId))
