import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { cobrancasDoMes } from '#contract/dashboard.ts'
import { STATUS_ATIVOS, STATUS_COM_PESSOAS } from '#domain/cliente.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import { JANELA_FECHANDO } from '#server/clientes/filtros.queries.ts'
import { lista } from '#server/db/lista.ts'
import { camposDaPagina, percorrer } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import { type Leitura, lerLista, type Meios, procurar } from '#server/http/procurar.ts'
import { buscarCompromissos } from './compromissos.queries.ts'
import { buscarDia, type ReguaDoDia } from './dia.queries.ts'
import { contatosDoMes } from './operadores.queries.ts'
import { dentroDe, EH_CONTATO, type Mes, mesDe } from './periodo.ts'

/** An operator's own figures of the month, and what today asks of them; `regua`: today's. */
export async function buscarDashboardOperador(db: Db, operadorId: number, agora: Date, regua: Promise<ReguaDoDia>) {
  const mes = mesDe(diaDe(agora))
  const [{ clientes_com_nao_lidas, ...carteira }, ativos, doMes, fila, parcelas, janelas, dia] = await Promise.all([
    buscarCarteira(db, operadorId, mes),
    // Includes nobody's customers, as the menu's badge and the list that both lead to.
    contar(db, [operadorId, null], STATUS_ATIVOS),
    contatosDoMes(db, diaDe(agora)),
    buscarFila(db, operadorId),
    buscarParcelasDeHoje(db, operadorId, diaDe(agora)),
    buscarJanelasQueFecham(db, operadorId, agora),
    buscarDia(db, operadorId, agora, regua),
  ])
  return {
    ...carteira,
    clientes_com_falhas: ativos.falhas,
    ...(await buscarCompromissos(db, diaDe(agora), operadorId)),
    cobrancas_enviadas: doMes.get(operadorId) ?? 0,
    hoje: { ...fila, ...parcelas, ...janelas, clientes_com_nao_lidas },
    dia,
  }
}

async function buscarCarteira(db: Db, operadorId: number, mes: Mes) {
  const consulta = sql<{
    clientes_vinculados: number
    cobrancas_concluidas: number
    mensagens_aguardando: number
    clientes_com_nao_lidas: number
  }>`
    select (select coalesce(sum(clientes), 0)::bigint from contagem_cliente where operador_id = ${operadorId}) as clientes_vinculados,
      (select count(*) from cliente where operador_id = ${operadorId} and status = 'concluido'
        and ${dentroDe('concluido_em', mes)}) as cobrancas_concluidas,
      coalesce(sum(nao_lidas), 0)::int as mensagens_aguardando, count(*) as clientes_com_nao_lidas
    from cliente where operador_id = ${operadorId} and nao_lidas > 0`
  return (await preparada(db, consulta.compile(db))).rows[0]!
}

/** The `from` and `where` of this month's accepted messages to their customers. */
const cobrancas = (operadorId: number, mes: Mes, busca?: string) =>
  sql`mensagem m join ${clientesAchados(busca)} on cliente.id = m.cliente_id
    where cliente.operador_id = ${operadorId} and ${dentroDe('m.aceita_em', mes)} and ${EH_CONTATO}`

/** Without a search, the dashboard's own figure: counting passes over the whole company's month. */
async function contarCobrancas(
  meios: Meios,
  operadorId: number,
  hoje: Dia,
  busca: string | undefined,
): Promise<number> {
  if (!busca) return (await contatosDoMes(meios.db, hoje)).get(operadorId) ?? 0
  const contagem = sql<{ n: number }>`select count(*) as n from ${cobrancas(operadorId, mesDe(hoje), busca)}`
  return (await procurar(meios, contagem))[0]!.n
}

/** The same messages one by one, the latest first. */
export async function listarCobrancas(
  meios: Meios,
  operadorId: number,
  pedido: z.output<typeof cobrancasDoMes.schema.querystring>,
  agora: Date,
) {
  const hoje = diaDe(agora)
  const total = await contarCobrancas(meios, operadorId, hoje, pedido.busca)
  const pular = (pedido.page - 1) * pedido.per_page
  const onde = { ...meios, busca: pedido.busca }
  const data = await lerCobrancas(onde, cobrancas(operadorId, mesDe(hoje), pedido.busca), pedido.per_page, pular)
  return { data, ...camposDaPagina(pedido, total) }
}

/** All that `listarCobrancas` finds, in its order; what is accepted meanwhile is not in it. */
export function percorrerCobrancas(db: Db, operadorId: number, busca: string | undefined, agora: Date) {
  const todas = cobrancas(operadorId, mesDe(diaDe(agora)), busca)
  return percorrer<Cobranca>((depoisDe, limite) =>
    lerCobrancas({ db }, depoisDe ? sql`${todas} and (m.aceita_em, m.id) < ${lugarDe(depoisDe)}` : todas, limite),
  )
}

const lugarDe = ({ id }: Cobranca) => sql`(select aceita_em, id from mensagem where id = ${id})`

async function lerCobrancas(
  onde: Leitura,
  achadas: RawBuilder<unknown>,
  limite: number,
  pular = 0,
): Promise<Cobranca[]> {
  const linhas = await lerLista(
    onde,
    sql<CobrancaLida>`
    select m.id, m.modelo_tipo as modelo, m.passo, m.automatica, m.status, m.aceita_em, cliente.id as cliente_id, cliente.nome
    from ${achadas}
    order by m.aceita_em desc, m.id desc limit ${limite} offset ${pular}`,
  )
  return linhas.map(({ cliente_id: id, nome, ...cobranca }) => ({ ...cobranca, cliente: { id, nome } }))
}
export type Cobranca = z.output<(typeof cobrancasDoMes.schema.response)[200]>['data'][number]
type CobrancaLida = Omit<Cobranca, 'cliente'> & { cliente_id: number; nome: string }

async function buscarFila(db: Db, operadorId: number) {
  const consulta = sql<{
    aguardando: number
    responderam: number
    responderam_desde: string | null
    acordos_quebrados: number
    valor_quebrado: Centavos
  }>`
    select count(*) as aguardando,
      count(*) filter (where aguardando_motivo = 'respondeu') as responderam,
      min(aguardando_desde) filter (where aguardando_motivo = 'respondeu') as responderam_desde,
      count(*) filter (where aguardando_motivo = 'acordo_quebrado') as acordos_quebrados,
      coalesce(sum(aberto_centavos) filter (where aguardando_motivo = 'acordo_quebrado'), 0)::bigint as valor_quebrado
    from cliente c where status = 'aguardando_atendimento' and ${visivelPara(operadorId, 'c')}`
  const { rows } = await preparada(db, consulta.compile(db))
  const { valor_quebrado, ...fila } = rows[0]!
  return { ...fila, acordos_quebrados_valor: emReais(valor_quebrado) }
}

async function buscarParcelasDeHoje(db: Db, operadorId: number, hoje: string) {
  const consulta = sql<{
    parcelas_vencendo: number
    valor: Centavos
    parcelas_pagas: number
    parcelas_desde: string
  }>`
    select count(*) filter (where t.situacao = 'aberta') as parcelas_vencendo,
      coalesce(sum(t.valor_centavos - t.pago_centavos) filter (where t.situacao = 'aberta'), 0)::bigint as valor,
      count(*) filter (where t.situacao = 'paga') as parcelas_pagas,
      coalesce(min(t.vencimento), ${hoje}::date) as parcelas_desde
    from conta t join cliente c on c.id = t.cliente_id
    where t.origem = 'negociacao' and t.vencimento_util = ${hoje}::date and t.situacao in ('aberta', 'paga')
      and ${visivelPara(operadorId, 'c')}`
  const { rows } = await preparada(db, consulta.compile(db))
  const { valor, ...parcelas } = rows[0]!
  return { ...parcelas, parcelas_vencendo_valor: emReais(valor) }
}

async function buscarJanelasQueFecham(db: Db, operadorId: number, agora: Date) {
  const consulta = sql<{ janelas_fechando: number; janela_fecha_em: string | null }>`
    select count(*) as janelas_fechando, min(k.janela_ate) as janela_fecha_em
    from cliente c join contato k on k.id = c.contato_id
    where c.status in ${lista(STATUS_COM_PESSOAS)} and ${visivelPara(operadorId, 'c')}
      and k.janela_ate > ${agora} and k.janela_ate <= ${agora}::timestamptz + interval ${JANELA_FECHANDO}`
  const { rows } = await preparada(db, consulta.compile(db))
  return rows[0]!
}
