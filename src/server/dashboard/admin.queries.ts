import { sql } from 'kysely'
import { diasDaFaixa, FAIXAS, type Faixa } from '#domain/conta.ts'
import { type Dia, somarMeses } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { percentual } from '#domain/percentual.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import type { Db } from '#server/db/schema.ts'
import { buscarCompromissos } from './compromissos.queries.ts'
import { dentroDe, EH_CONTATO, ehEscrita, type Mes, mesDe } from './periodo.ts'

/** The administrator's figures, each by the formula written in the contract. */
export async function buscarFigurasAdmin(db: Db, hoje: Dia) {
  const mes = mesDe(hoje)
  const [abertas, recebido, recebidoAntes, enviadas, recebidas, contatados, responderam] = await Promise.all([
    contasAbertas(db, hoje, mes),
    recebidoEntre(db, mes),
    recebidoEntre(db, { de: somarMeses(mes.de, -1), ate: somarMeses(hoje, -1) }),
    contarEnviadas(db, mes),
    contarRecebidas(db, mes),
    contarContatados(db, mes),
    contarQueResponderam(db, mes),
  ])
  return {
    valores_em_aberto: emReais(abertas.total),
    valores_cobrados: emReais(recebido.soma),
    percentual_cobrancas_mes: percentual(recebido.soma, recebido.soma + abertas.ateFimDoMes),
    mensagens_enviadas: enviadas,
    mensagens_recebidas: recebidas.mensagens,
    taxa_resposta: percentual(responderam, contatados),
    ...(await buscarCompromissos(db, hoje)),
    detalhe: {
      a_receber_ate_fim_do_mes: emReais(abertas.ateFimDoMes),
      clientes_contatados: contatados,
      clientes_que_responderam: responderam,
      clientes_que_escreveram: recebidas.clientes,
      valores_cobrados_mes_anterior: emReais(recebidoAntes.soma),
      recebido_de_ninguem: emReais(recebido.deNinguem),
    },
    aging: abertas.aging,
  }
}

/** From the kept counts of open accounts: the sum, how much of it falls due by the end of the month, and its age. */
async function contasAbertas(db: Db, hoje: Dia, mes: Mes) {
  const faixas = FAIXAS.map((faixa) => ({ faixa, ...diasDaFaixa(faixa) }))
  const { rows } = await sql<{ faixa: Faixa; contas: number; valor: Centavos; ate_fim_do_mes: Centavos }>`
    select f.faixa, sum(a.contas)::bigint as contas, sum(a.aberto)::bigint as valor,
      coalesce(sum(a.aberto) filter (where a.vencimento <= ${mes.ate}::date), 0)::bigint as ate_fim_do_mes
    from (select contas, valor_centavos - pago_centavos as aberto, vencimento, ${hoje}::date - vencimento_util as dias
      from contagem_conta where situacao = 'aberta') a
    join jsonb_to_recordset(${JSON.stringify(faixas)}::jsonb) as f(faixa text, de int, ate int)
      on a.dias between coalesce(f.de, a.dias) and coalesce(f.ate, a.dias)
    group by f.faixa`.execute(db)
  const soma = (campo: 'valor' | 'ate_fim_do_mes') => rows.reduce((total, linha) => total + linha[campo], 0)
  return {
    total: soma('valor'),
    ateFimDoMes: soma('ate_fim_do_mes'),
    aging: FAIXAS.map((faixa) => {
      const linha = rows.find((outra) => outra.faixa === faixa)
      return { faixa, contas: linha?.contas ?? 0, valor: emReais(linha?.valor ?? 0) }
    }),
  }
}

/** Everything received, and how much of it came from customers who had no operator on that day. */
async function recebidoEntre(db: Db, { de, ate }: Mes): Promise<{ soma: Centavos; deNinguem: Centavos }> {
  const { rows } = await sql<{ soma: Centavos; deNinguem: Centavos }>`
    select coalesce(sum(valor_centavos), 0)::bigint as soma,
      coalesce(sum(valor_centavos) filter (where operador_id is null), 0)::bigint as "deNinguem" from pagamento
    where estornado_em is null and pago_em between ${de} and ${ate}`.execute(db)
  return rows[0]!
}

async function contarEnviadas(db: Db, mes: Mes): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from mensagem where ${dentroDe('aceita_em', mes)}`.execute(db)
  return rows[0]!.n
}

async function contarRecebidas(db: Db, mes: Mes) {
  const { rows } = await sql<{ mensagens: number; clientes: number }>`
    select count(*) as mensagens, count(distinct cliente_id) as clientes from mensagem
    where ${ehEscrita('mensagem')} and ${dentroDe('created_at', mes)}`.execute(db)
  return rows[0]!
}

/** Grouped, because `count(distinct …)` would read the whole conversation of every customer in order. */
async function contarContatados(db: Db, mes: Mes): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(cliente_id) as n from (select m.cliente_id from mensagem m
      where ${dentroDe('m.aceita_em', mes)} and ${EH_CONTATO} group by 1) as contatados`.execute(db)
  return rows[0]!.n
}

/** Starts from the replies, which are few: counts customers with a contact of this month in the 7 days before one. */
async function contarQueResponderam(db: Db, mes: Mes): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct m.cliente_id) as n
    from mensagem r
    join mensagem m on m.cliente_id = r.cliente_id
      and m.aceita_em < r.created_at and m.aceita_em >= r.created_at - interval '7 days'
    where ${ehEscrita('r')}
      and r.created_at >= ${inicioDoDia(mes.de)} and r.created_at < ${inicioDoDia(mes.ate, 8)}
      and ${dentroDe('m.aceita_em', mes)} and ${EH_CONTATO}`.execute(db)
  return rows[0]!.n
}
