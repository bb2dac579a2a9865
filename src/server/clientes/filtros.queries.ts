import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { clientesAdmin } from '#contract/clientes-admin.ts'
import type { JANELAS } from '#contract/listas-de-clientes.ts'
import { diasDaFaixa } from '#domain/conta.ts'
import { type Dia, diaDe, fimDoMes, inicioDoMes, somarDias } from '#domain/data.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import type { Atraso, OrdemCliente } from '#domain/lista-de-clientes.ts'
import { FORMA_DE_CELULAR } from '#domain/telefone.ts'
import { type FaixaDeTentativas, limitesDe } from '#domain/tentativas.ts'
import { inicioDoDia } from '#server/db/instante.ts'

type Consulta = z.output<typeof clientesAdmin.schema.querystring>
/** What narrows a list beyond owner, status and search: every other filter of the administrator's list. */
export interface Filtros
  extends Partial<Omit<Consulta, 'page' | 'per_page' | 'ordenar' | 'busca' | 'status' | 'operador_id'>> {
  janela?: (typeof JANELAS)[number] | undefined
  ids?: readonly number[] | undefined
  concluidoNoMes?: boolean | undefined
  comNaoLidas?: boolean | undefined
}

/** A window that closes so soon is told, in the figure as in its list. */
export const JANELA_FECHANDO = sql.lit('2 hours')

/** The conditions on `cliente` for these filters; none without filters. */
export function condicoesDe(filtros: Filtros, agora: Date): RawBuilder<boolean>[] {
  const { ids, atraso, chamadas, telefone, valor_min, valor_max, ...dosOperadores } = filtros
  const { janela, concluidoNoMes, comNaoLidas, ...semCondicao } = dosOperadores
  // A filter without a condition here would find everyone, and a mass action would change them: it does not compile.
  semCondicao satisfies Record<string, never>
  const condicoes: RawBuilder<boolean>[] = []
  if (ids) condicoes.push(sql`cliente.id = any(${[...ids]}::bigint[])`)
  if (atraso) condicoes.push(comAtraso(atraso, diaDe(agora)))
  if (chamadas) condicoes.push(chamado(chamadas))
  if (telefone) condicoes.push(SEM_CELULAR)
  if (valor_min !== undefined) condicoes.push(sql`cliente.aberto_centavos >= ${emCentavos(valor_min)}`)
  if (valor_max !== undefined) condicoes.push(sql`cliente.aberto_centavos <= ${emCentavos(valor_max)}`)
  if (comNaoLidas) condicoes.push(sql`cliente.nao_lidas > 0`)
  if (concluidoNoMes) {
    const hoje = diaDe(agora)
    condicoes.push(sql`(cliente.concluido_em >= ${inicioDoDia(inicioDoMes(hoje))}
      and cliente.concluido_em < ${inicioDoDia(fimDoMes(hoje), 1)})`)
  }
  if (janela) {
    condicoes.push(sql`exists (select 1 from contato where contato.id = cliente.contato_id
      and contato.janela_ate > ${agora} and contato.janela_ate <= ${agora}::timestamptz + interval ${JANELA_FECHANDO})`)
  }
  return condicoes
}

const SEM_CELULAR = sql<boolean>`(cliente.telefone is null or cliente.telefone !~ ${sql.lit(FORMA_DE_CELULAR)})`

function chamado(faixa: FaixaDeTentativas): RawBuilder<boolean> {
  const { de, ate } = limitesDe(faixa)
  return ate === null
    ? sql`cliente.numero_chamadas >= ${sql.lit(de)}`
    : sql`cliente.numero_chamadas between ${sql.lit(de)} and ${sql.lit(ate)}`
}

/** By the oldest due day, moved to a business day, as `dias_atraso` counts. */
function comAtraso(atraso: Atraso, hoje: Dia): RawBuilder<boolean> {
  if (atraso === 'com_atraso') return sql`cliente.vencimento_mais_antigo < ${hoje}::date`
  if (atraso === 'sem_atraso')
    return sql`(cliente.vencimento_mais_antigo is null or cliente.vencimento_mais_antigo >= ${hoje}::date)`
  const { de, ate } = diasDaFaixa(atraso)
  const limites = [
    de !== null && sql<boolean>`cliente.vencimento_mais_antigo <= ${somarDias(hoje, -de)}::date`,
    ate !== null && sql<boolean>`cliente.vencimento_mais_antigo >= ${somarDias(hoje, -ate)}::date`,
  ]
  return sql`(${sql.join(
    limites.filter((limite) => limite !== false),
    sql` and `,
  )})`
}

const POR: Record<OrdemCliente, RawBuilder<unknown>> = {
  // Customers who owe nothing are the least late.
  '-atraso': sql`cliente.vencimento_mais_antigo`,
  atraso: sql`cliente.vencimento_mais_antigo desc nulls first`,
  '-valor': sql`cliente.aberto_centavos desc`,
  valor: sql`cliente.aberto_centavos`,
  nome: sql`normalizar(cliente.nome)`,
  '-nome': sql`normalizar(cliente.nome) desc`,
  '-chamadas': sql`cliente.numero_chamadas desc`,
  chamadas: sql`cliente.numero_chamadas`,
}

/** A total order: the id breaks ties, so that pages never overlap. */
export const ordemDe = (ordenar: OrdemCliente) => sql`${POR[ordenar]}, cliente.id`
