import { type RawBuilder, sql } from 'kysely'
import { instanteDe } from '#domain/calendario.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import type { Agenda } from '#domain/decisao.ts'
import { CONFIRMACAO } from '#domain/mensagem.ts'
import {
  type AntesDeCobrar,
  DIAS_ATE_PERGUNTAR_DE_NOVO,
  DIAS_DE_SILENCIO,
  PERGUNTAS_NO_MAXIMO,
  PESSOA_DESCONHECIDA,
  type PessoaDoTelefone,
} from '#domain/pessoa.ts'
import { type Faixa, sqlNaFaixa } from './faixa.ts'

type Quando = Pick<Agenda, 'dia' | 'confirmarPessoa'>

/**
 * How often each customer was asked, over a phone, whether it is theirs, since it was last known to be, as rows of (cliente_id,
 * contato_id, perguntas, ultima): what went out, or is going. `clientes`: only theirs; `exceto`: messages that do not count.
 */
export const perguntasFeitas = (
  clientes?: readonly number[],
  exceto: readonly number[] = [],
): RawBuilder<unknown> => sql`
  select m.cliente_id, m.contato_id, count(*)::int as perguntas, max(m.dia) as ultima
  from mensagem m left join pessoa_do_telefone q on q.cliente_id = m.cliente_id and q.contato_id = m.contato_id
  where m.finalidade = ${sql.lit(CONFIRMACAO)} and not m.liberada and (q.confirmada_em is null or m.created_at > q.confirmada_em)
    ${clientes ? sql`and m.cliente_id = any(${[...clientes]}::bigint[])` : sql``}
    ${exceto.length > 0 ? sql`and m.id <> all(${[...exceto]}::bigint[])` : sql``}
  group by m.cliente_id, m.contato_id`

/** From when on a phone must have been heard from to be known as the customer's on a day. */
export const ouvidaDesde = (dia: Dia) => instanteDe(somarDias(dia, 1 - DIAS_DE_SILENCIO))

/** `perguntaSeDe` of a customer `c`. */
export function seDeve({ confirmarPessoa }: Pick<Quando, 'confirmarPessoa'>): RawBuilder<boolean> {
  return confirmarPessoa === 'cpf' ? sql`length(c.documento) = 11` : sql.lit(confirmarPessoa === 'sempre')
}

/**
 * `antesDe` of domain/decisao.ts in SQL, for a customer `c` with a step due (`deve`): from what is known of the phone (`sabida`)
 * and the questions (`feitas`), joined by `juntaPessoa`. Costs nothing with the setting off.
 */
export function sqlAntes(quando: Quando, deve: RawBuilder<boolean>): RawBuilder<AntesDeCobrar> {
  if (quando.confirmarPessoa === 'nunca') return sql`'nada'`
  return sql`case
    when not ${deve} or (${seDeve(quando)}) is not true or sabida.ouvida_em >= ${ouvidaDesde(quando.dia)}::timestamptz then 'nada'
    when feitas.ultima is null then 'perguntar'
    when ${quando.dia}::date - feitas.ultima < ${DIAS_ATE_PERGUNTAR_DE_NOVO}::int then 'esperar'
    when feitas.perguntas < ${PERGUNTAS_NO_MAXIMO}::int then 'perguntar'
    else 'chamar'
  end`
}

/** The joins that `sqlAntes` needs for a customer `c`; the questions sent are in a table `pergunta`. */
export const juntaPessoa = (quando: Pick<Quando, 'confirmarPessoa'>): RawBuilder<unknown> =>
  quando.confirmarPessoa === 'nunca' ? sql`` : sql`${juntaSabida()} ${juntaPerguntas(quando)}`

/** What is known of the phone of a customer `c` (`sabida`), limited to a range of customers if given. */
export const juntaSabida = (faixa?: Faixa): RawBuilder<unknown> => sql`
        left join pessoa_do_telefone sabida on sabida.cliente_id = c.id and sabida.contato_id = c.contato_id ${sqlNaFaixa('sabida.cliente_id', faixa)}`

/** The questions sent to it (`feitas`), if the setting is on. */
export const juntaPerguntas = ({ confirmarPessoa }: Pick<Quando, 'confirmarPessoa'>): RawBuilder<unknown> =>
  confirmarPessoa === 'nunca'
    ? sql``
    : sql`
        left join pergunta feitas on feitas.cliente_id = c.id and feitas.contato_id = c.contato_id`

/** What is known of the phone of a customer `c`, as the rule's input; with the setting off nothing is read. */
export const pessoaDo = ({ confirmarPessoa }: Pick<Quando, 'confirmarPessoa'>): RawBuilder<PessoaDoTelefone> =>
  confirmarPessoa === 'nunca'
    ? sql`${JSON.stringify(PESSOA_DESCONHECIDA)}::json`
    : sql`(
      select json_build_object('ouvidaEm', (max(q.ouvida_em) at time zone 'America/Sao_Paulo')::date,
        'perguntas', count(m.id), 'perguntadaEm', max(m.dia))
      from (select c.id, c.contato_id) as t
        left join pessoa_do_telefone q on q.cliente_id = t.id and q.contato_id = t.contato_id
        left join mensagem m on m.cliente_id = t.id and m.contato_id = t.contato_id and m.finalidade = ${sql.lit(CONFIRMACAO)}
          and not m.liberada and (q.confirmada_em is null or m.created_at > q.confirmada_em))`
