import { sql } from 'kysely'
import type { Candidatos, CodigoCandidato, LoteCandidato, PagamentoCandidato } from '#domain/candidatos.ts'
import type { Dia } from '#domain/data.ts'
import type { Taxas } from '#domain/encargos.ts'
import { SITUACOES_INDECISAS } from '#domain/movimento.ts'
import { EM_ANDAMENTO } from '#domain/negociacao.ts'
import { type Decidido, numeroCanonico } from '#domain/repeticao.ts'
import { MUITAS_DO_MESMO_VALOR } from '#domain/sugestoes.ts'
import { normalizar } from '#domain/texto.ts'
import { lista, vetor } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emMovimento } from '#server/movimentos/mesmo-dinheiro.queries.ts'
import { PROPOSTA_MUDOU } from '#server/saldo/acordos.queries.ts'
import { contasDoTitulo, lerClientes, noDia } from './clientes-candidatos.queries.ts'

/** The fields of a movement, stored or not, by which candidates are searched. */
export type AProcurar = Pick<
  Linha<'movimento'>,
  | 'id'
  | 'lote'
  | 'dia'
  | 'banco'
  | 'sem_dono_centavos'
  | 'pagador_nome'
  | 'pagador_documento'
  | 'nosso_numero'
  | 'txid'
  | 'seu_numero'
  | 'titulo_vencimento'
  | 'titulo_centavos'
  | 'pelo_pix'
>

/** A name or document part shared by more customers than this identifies nobody, and is not used. */
const MUITOS = 20
const DIAS_DO_REGISTRO = 5
/** Shorter beginnings of names are too many people's. */
const MENOR_NOME = 6

/**
 * Everything that could explain each of these credits, in a fixed number of statements: who the numbers, the document, the name or
 * the amount lead to, with what they owe; payments by hand; a day's boletos. Nothing is decided here (`decidir` of domain).
 */
export async function acharCandidatos(
  db: Db | Trx,
  movimentos: readonly AProcurar[],
  taxas: Taxas,
): Promise<Map<number, Candidatos>> {
  const chaves = movimentos.filter(({ lote }) => !lote).map(chavesDe)
  const codigos = await acharCodigos(db, movimentos)
  const pagamentos = await acharPagamentos(db, chaves)
  const donos = await acharClientes(db, chaves)
  const lotes = await acharLotes(
    db,
    movimentos.filter(({ lote }) => lote),
  )
  const decididos = await acharDecididos(
    db,
    movimentos.filter(({ id, pelo_pix, txid }) => pelo_pix || (txid !== null && codigos.get(id)!.length === 0)),
  )
  const clientesDo = (id: number) => [
    ...new Set([
      ...(donos.get(id) ?? []).flatMap(({ clientes }) => clientes),
      ...(codigos.get(id) ?? []).map(({ clienteId }) => clienteId),
      ...(pagamentos.get(id) ?? []).map(({ clienteId }) => clienteId),
    ]),
  ]
  const conhecidos = await lerClientes(
    db,
    [...new Set(movimentos.flatMap(({ id }) => clientesDo(id)))],
    [
      ...[...codigos.values()].flat().flatMap(({ partes }) => partes.map(({ contaId }) => contaId)),
      ...[...donos.values()].flat().flatMap(({ contas }) => contas ?? []),
    ],
  )
  return new Map(
    movimentos.map(({ id, dia, banco }) => [
      id,
      {
        codigos: codigos.get(id) ?? [],
        pagamentos: pagamentos.get(id) ?? [],
        lotes: lotes.filter((um) => um.banco === banco),
        decididos: decididos.get(id) ?? [],
        clientes: clientesDo(id).flatMap((cliente) => {
          const conhecido = conhecidos.get(cliente)
          return conhecido ? [noDia(conhecido, dia, taxas)] : []
        }),
      },
    ]),
  )
}

interface Chaves {
  id: number
  valor: number
  dia: Dia
  documento: string | null
  /** The digits that a masked CPF shows. */
  miolo: string | null
  nome: string | null
  inicio: string | null
  titulo: string | null
  /** Of a title's own number, the whole and its first part; with its due day and amount. */
  seu: string | null
  seu_inicio: string | null
  seu_vencimento: Dia | null
  seu_valor: number | null
}

function chavesDe(um: AProcurar): Chaves {
  const { id, sem_dono_centavos, dia, pagador_nome, pagador_documento, nosso_numero } = um
  const mascarado = pagador_documento?.includes('*') ?? false
  const nome = normalizar(pagador_nome ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const titulo = numeroCanonico((nosso_numero ?? '').split('/').at(-1)!)
  return {
    id,
    valor: sem_dono_centavos,
    dia,
    documento: mascarado ? null : pagador_documento,
    miolo: mascarado ? pagador_documento!.slice(3, 9) : null,
    nome: nome.length >= MENOR_NOME ? nome : null,
    inicio: inicioDoNome(nome),
    titulo: titulo.length >= 3 ? titulo : null,
    seu: numeroCanonico(um.seu_numero ?? '') || null,
    seu_inicio: numeroCanonico((um.seu_numero ?? '').split(/[^0-9A-Za-z]/)[0]!) || null,
    seu_vencimento: um.titulo_vencimento,
    seu_valor: um.titulo_centavos,
  }
}

const LIGACOES = new Set('de da do das dos e'.split(' '))

/** The first word of a name and the beginning of the next that weighs: "jose da sil". */
function inicioDoNome(nome: string): string | null {
  const palavras = nome.split(' ')
  const segunda = palavras.findIndex((palavra, i) => i > 0 && !LIGACOES.has(palavra))
  if (segunda < 0) return null
  return `${palavras.slice(0, segunda).join(' ')} ${palavras[segunda]!.slice(0, 3)}`
}

/**
 * By movement, the customers that its keys find. A title's own number is looked for, by their index, among the accounts that owe its
 * whole amount since its day (`offset 0`, so that the planner never reads all accounts instead). The beginning of a name, which many
 * share, is used only when neither the document nor the whole name found anybody.
 */
async function acharClientes(db: Db | Trx, chaves: readonly Chaves[]): Promise<Map<number, Achado[]>> {
  if (chaves.length === 0) return new Map()
  const { rows } = await sql<Achado>`
    ${comChaves(chaves)}, s as materialized (select a.* from (select distinct seu_vencimento, seu_valor from m where seu is not null) as d,
      lateral (select id, cliente_id, vencimento, valor_centavos, numero_canonico(numero) as numero from conta
        where situacao = 'aberta' and valor_centavos - pago_centavos = d.seu_valor and vencimento = d.seu_vencimento
          and vencimento_util between d.seu_vencimento and d.seu_vencimento + ${sql.lit(MAIS_TARDE)}
          and numero_canonico(numero) = any(${vetor(numerosDeles(chaves))}::text[]) offset 0) as a)
    select m.id, 'pessoa' as por, array[c.id] as clientes, null::bigint[] as contas from m join cliente c on c.documento = m.documento
    union all select m.id, 'pessoa', c.ids, null from m, ${poucos(sql`length(documento) = 11 and substr(documento, 4, 6) = m.miolo`)}
      where m.miolo is not null
    union all ${chamados(sql`m.nome`)}
    union all select m.id, 'conta', array[a.cliente_id], array[a.id] from m, lateral (${contasDoTitulo}) as a
      where m.titulo is not null
    union all select m.id, 'conta', array_agg(s.cliente_id), array_agg(s.id) from m, unnest(array[m.seu, m.seu_inicio]) as n
      join s on s.numero = n where s.vencimento = m.seu_vencimento and s.valor_centavos = m.seu_valor group by m.id
    union all select m.id, 'conta', a.clientes, a.contas from m, lateral (
      select array_agg(cliente_id) as clientes, array_agg(id) as contas from (select id, cliente_id from conta where situacao = 'aberta' and valor_centavos - pago_centavos = m.valor
        limit ${sql.lit(MUITAS_DO_MESMO_VALOR + 1)}) as a having count(*) between 1 and ${sql.lit(MUITAS_DO_MESMO_VALOR)}) as a`.execute(
    db,
  )
  const comPessoa = new Set(rows.flatMap(({ id, por }) => (por === 'pessoa' ? [id] : [])))
  const semPessoa = chaves.filter(({ id, inicio }) => inicio !== null && !comPessoa.has(id))
  const parecidos = semPessoa.length === 0 ? [] : await comInicio(db, semPessoa)
  return Map.groupBy([...rows, ...parecidos], ({ id }) => id)
}

/** No run of days without business is longer: so far the day from which an account is late may stand behind its due day. */
const MAIS_TARDE = 30

/** So that of all who owe an amount on a day only those with such a number are compared, each once. */
const numerosDeles = (chaves: readonly Chaves[]): string[] => [
  ...new Set(chaves.flatMap(({ seu, seu_inicio }) => [seu, seu_inicio].filter((um) => um !== null))),
]

interface Achado {
  id: number
  por: 'pessoa' | 'conta'
  clientes: number[]
  /** The very accounts that its number or its amount names. */
  contas: number[] | null
}

async function comInicio(db: Db | Trx, chaves: readonly Chaves[]): Promise<Achado[]> {
  const { rows } = await sql<Achado>`
    ${comChaves(chaves)}
    ${chamados(sql`m.inicio`)}`.execute(db)
  return rows
}

const comChaves = (chaves: readonly Chaves[]) => sql`
  with m as materialized (select * from jsonb_to_recordset(${JSON.stringify(chaves)}::jsonb) as m(id bigint, valor bigint,
    documento text, miolo text, nome text, inicio text, titulo text, seu text, seu_inicio text, seu_vencimento date, seu_valor bigint))`

const poucos = (condicao: ReturnType<typeof sql>) =>
  sql`lateral (select array_agg(id) as ids from (select id from cliente where ${condicao} limit ${sql.lit(MUITOS + 1)}) as c
    having count(*) between 1 and ${sql.lit(MUITOS)}) as c`

const comeca = (prefixo: ReturnType<typeof sql>) =>
  sql`normalizar(nome) >= ${prefixo} and normalizar(nome) < ${prefixo} || chr(1114111) and starts_with(normalizar(nome), ${prefixo})`

/**
 * Finds customers by name, except those whose document contradicts the payer's (`documentosCombinam` of the domain):
 * all when the payer has none; otherwise those without a document, or, for a masked one, with the same visible digits.
 * Separate branches, because otherwise the document would be compared for every customer with a common name.
 */
const chamados = (prefixo: ReturnType<typeof sql>) => sql`
    select m.id, 'pessoa' as por, c.ids as clientes, null::bigint[] as contas from m, ${poucos(comeca(prefixo))}
      where ${prefixo} is not null and m.documento is null and m.miolo is null
    union all select m.id, 'pessoa', c.ids, null from m, ${poucos(sql`documento is null and ${comeca(prefixo)}`)}
      where ${prefixo} is not null and (m.documento is not null or m.miolo is not null)
    union all select m.id, 'pessoa', c.ids, null
      from m, ${poucos(sql`length(documento) = 11 and substr(documento, 4, 6) = m.miolo and starts_with(normalizar(nome), ${prefixo})`)}
      where ${prefixo} is not null and m.miolo is not null`

/** Payments by hand of these amounts, about these days, that no movement is linked to. */
async function acharPagamentos(db: Db | Trx, chaves: readonly Chaves[]): Promise<Map<number, PagamentoCandidato[]>> {
  if (chaves.length === 0) return new Map()
  const { rows } = await sql<PagamentoCandidato & { movimento: number }>`
    select m.id as movimento, p.id, p.cliente_id as "clienteId", p.valor_centavos as "valorCentavos", p.pago_em as "pagoEm",
      array(select conta_id from pagamento_alocacao where pagamento_id = p.id) as contas
    from jsonb_to_recordset(${JSON.stringify(chaves)}::jsonb) as m(id bigint, valor bigint, dia date),
      lateral (select * from pagamento where origem = 'manual' and movimento_id is null and estornado_em is null
        and valor_centavos = m.valor
        and pago_em between m.dia - ${sql.lit(DIAS_DO_REGISTRO)} and m.dia + ${sql.lit(DIAS_DO_REGISTRO)}
        order by abs(pago_em - m.dia), id limit ${sql.lit(MUITOS)}) as p`.execute(db)
  return Map.groupBy(rows, ({ movimento }) => movimento)
}

type LoteDoBanco = LoteCandidato & { banco: string | null }

/** What the boletos (without some) of a return file, of an account, and of all of them add up to on the days of these lump sums. */
export async function acharLotes(
  db: Db | Trx,
  lotes: readonly Pick<AProcurar, 'dia'>[],
  sem: readonly number[] = [],
): Promise<LoteDoBanco[]> {
  if (lotes.length === 0) return []
  const { rows } = await sql<LoteDoBanco>`
    select banco, dia_credito as dia, sum(valor_centavos)::bigint as "brutoCentavos",
      sum(valor_centavos - tarifa_centavos)::bigint as "liquidoCentavos",
      sum(coalesce(creditado_centavos, valor_centavos - tarifa_centavos))::bigint as "creditadoCentavos", count(*)::int as boletos
    from movimento where tipo = 'credito' and nosso_numero is not null and dia_credito = any(${lotes.map(({ dia }) => dia)}::date[])
      and id <> all(${[...sem]}::bigint[])
    group by grouping sets ((banco, dia_credito), (banco, dia_credito, importacao_id), (banco, dia_credito, conta_bancaria))`.execute(
    db,
  )
  return rows
}

/** Banks are closed for fewer days together. */
export const DIAS_DO_RETORNO = 7

/** Of movements `m`: boletos told to be paid by Pix, and Pix with a code of nobody we know. */
export const DE_UM_BOLETO = sql`(m.pelo_pix or m.txid is not null and not exists (select from codigo k where k.txid = m.txid))`

/** What every bank shows of a document: of other payers there may be thousands of the same amount. */
const visivelDe = (coluna: string) =>
  sql`(case when length(${sql.ref(coluna)}) = 11 then substr(${sql.ref(coluna)}, 4, 6) else ${sql.ref(coluna)} end)`

/** Those of them that were decided about already. */
async function acharDecididos(db: Db | Trx, movimentos: readonly AProcurar[]): Promise<Map<number, Decidido[]>> {
  if (movimentos.length === 0) return new Map()
  const { rows } = await sql<Linha<'movimento'> & { de: number }>`
    select p.id as de, m.* from jsonb_to_recordset(${JSON.stringify(movimentos)}::jsonb)
        as p(id bigint, dia date, sem_dono_centavos bigint, pagador_documento text)
      join movimento m on m.valor_centavos = p.sem_dono_centavos
        and m.dia between p.dia - ${sql.lit(DIAS_DO_RETORNO)} and p.dia + ${sql.lit(DIAS_DO_RETORNO)}
    where m.tipo = 'credito' and m.situacao not in ${lista(SITUACOES_INDECISAS)}
      and ${DE_UM_BOLETO} and coalesce(${visivelDe('m.pagador_documento')} = ${visivelDe('p.pagador_documento')}, true)
    order by m.id`.execute(db)
  const ditos = rows.map((linha) => ({ de: linha.de, ...emMovimento(linha), ignorado: linha.situacao === 'ignorado' }))
  return Map.groupBy(ditos, ({ de }) => de)
}

/** The codes of ours that these Pix name, whatever became of them. */
async function acharCodigos(db: Db | Trx, movimentos: readonly AProcurar[]): Promise<Map<number, CodigoCandidato[]>> {
  const txids = movimentos.flatMap(({ txid }) => txid ?? [])
  if (txids.length === 0) return new Map()
  const { rows } = await sql<CodigoCandidato>`
    select k.id, k.txid, k.tipo, k.cliente_id as "clienteId",
      (select jsonb_agg(jsonb_build_object('contaId', p.conta_id, 'valorCentavos', p.valor_centavos,
          'encargosCentavos', p.encargos_centavos) order by p.conta_id)
        from codigo_conta p where p.codigo_id = k.id) as partes,
      case when n.id is not null then jsonb_build_object('negociacaoId', n.id, 'ate', n.vence_em, 'intacta',
        n.status in ('proposta', 'expirada') and not ${PROPOSTA_MUDOU} and not exists (select from negociacao outra
          where outra.cliente_id = n.cliente_id and outra.id <> n.id and outra.status in ${lista(EM_ANDAMENTO)})) end as proposta
    from codigo k left join negociacao n on n.id = k.negociacao_id where k.txid = any(${txids}::text[])`.execute(db)
  const porTxid = Map.groupBy(rows, ({ txid }) => txid)
  return new Map(movimentos.map(({ id, txid }) => [id, (txid && porTxid.get(txid)) || []]))
}
