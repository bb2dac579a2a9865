import { type RawBuilder, sql } from 'kysely'
import { diaDe } from '#domain/data.ts'
import { padroesDoTitular } from '#domain/titular.ts'
import { type Contexto, lerCliente } from '#server/clientes/cliente.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { buscarHistorico } from '#server/logs/logs.queries.ts'
import { negociacoesDe } from '#server/negociacoes/negociacoes.queries.ts'
import { tabelasDoCliente } from './dados-pessoais.ts'

const TODO_O_HISTORICO = 100_000

/** LGPD: all that is held about one customer. It reads every table that names a customer, which is the point of it. */
export async function reunirDados({ db, agora }: Contexto & { db: Db }, id: number): Promise<Record<string, unknown>> {
  const hoje = diaDe(agora)
  const cliente = await lerCliente({ db, agora }, id)
  const [contato, contas, negociacoes, pagamentos, mensagens, cobrancas, historico] = await Promise.all([
    lerContato(db, id),
    contasDe(db, id, hoje),
    negociacoesDe(db, id, hoje),
    lerPagamentos(db, id),
    lerMensagens(db, id),
    lerCobrancas(db, id),
    buscarHistorico(db, id, TODO_O_HISTORICO),
  ])
  return {
    gerado_em: agora.toISOString(),
    cliente,
    contato,
    contas,
    negociacoes,
    pagamentos,
    mensagens,
    cobrancas,
    historico,
    registros: await lerRegistros(db, id),
  }
}

/** Every row about the customer, table by table, as it is kept: by the list that anonymising erases by. */
async function lerRegistros(db: Db, id: number): Promise<Record<string, unknown[]>> {
  const lidas = await Promise.all([
    ...tabelasDoCliente().map(({ tabela, deQuem, colunas }) => {
      const delas = Object.keys(colunas).filter((coluna) => colunas[coluna] !== 'nada' && !SEM_SENTIDO.has(coluna))
      return ler(
        db,
        tabela,
        sql`select ${sql.join(delas.map((uma) => sql.ref(uma)))} from ${sql.table(tabela)} where ${deQuem(id)}`,
      )
    }),
    ler(db, 'evento_recebido', eventosDe(id)),
    lerDasImportacoes(db, id),
  ])
  return Object.fromEntries(lidas)
}

/** Events of the phone, without the messages of others who have or had it, and of a holder who is not the customer. */
const eventosDe = (id: number) => sql`
  select e.tipo, e.recebido_em, e.payload from cliente c join contato t on t.id = c.contato_id
    join evento_recebido e on e.ordem in (t.canonico, t.bsuid)
  where c.id = ${id} and not ${telefoneNegado('c')} and not exists (
    select from mensagem m where m.wamid = split_part(e.chave, ':', 2) and m.cliente_id is distinct from c.id)`

/** For finding and for proving: they tell a person nothing. */
const SEM_SENTIDO = new Set(['busca', 'hash', 'retrato'])

async function ler(db: Db, tabela: string, consulta: RawBuilder<unknown>): Promise<[string, unknown[]]> {
  return [tabela, (await consulta.execute(db)).rows]
}

/** Rows that an import refused, and that name the customer. */
async function lerDasImportacoes(db: Db, id: number): Promise<[string, unknown[]]> {
  const { nome, documento, telefone, email, codigo_externo } = await db
    .selectFrom('cliente')
    .select(['nome', 'documento', 'telefone', 'email', 'codigo_externo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const padroes = padroesDoTitular({ nome, documento, telefone, email, codigoExterno: codigo_externo })
  return ler(
    db,
    'importacao_erro',
    sql`
    select importacao_id, linha, campo, mensagem, registro from importacao_erro
    where registro::text ~* any(${padroes}::text[]) or mensagem ~* any(${padroes}::text[])`,
  )
}

/**
 * Through the customer's accounts: `cobranca_passo` is the largest table with customers' data, and has no index by
 * customer.
 */
const lerCobrancas = (db: Db, id: number) =>
  db
    .selectFrom('cobranca_passo')
    .selectAll()
    .where('conta_id', 'in', db.selectFrom('conta').select('id').where('cliente_id', '=', id))
    .where('cliente_id', '=', id)
    .orderBy('mensagem_id')
    .execute()

const lerContato = (db: Db, id: number) =>
  db
    .selectFrom('contato')
    .innerJoin('cliente', 'cliente.contato_id', 'contato.id')
    .select([
      'contato.canonico as telefone',
      'wa_id',
      'bsuid',
      'aceita_mensagens',
      'palavra_em',
      'consentimento_origem',
      'consentimento_em',
      'aceita_marketing',
    ])
    .select(['invalido_em', 'janela_ate', 'contato.ultimo_contato_em'])
    .where('cliente.id', '=', id)
    .executeTakeFirst()
    .then((linha) => linha ?? null)

async function lerPagamentos(db: Db, id: number) {
  const { rows } = await sql`
    select p.id, p.valor_centavos / 100.0 as valor, p.pago_em, p.forma, p.origem, p.criado_em, p.estornado_em, p.motivo_estorno,
      (select jsonb_agg(jsonb_build_object('conta_id', a.conta_id, 'principal', a.principal_centavos / 100.0,
        'encargos', a.encargos_centavos / 100.0)) from pagamento_alocacao a where a.pagamento_id = p.id) as contas
    from pagamento p where p.cliente_id = ${id} order by p.id`.execute(db)
  return rows
}

const lerMensagens = (db: Db, id: number) =>
  db
    .selectFrom('mensagem')
    .select(['id', 'direcao', 'tipo', 'conteudo', 'status', 'finalidade', 'modelo_tipo', 'telefone', 'midia'])
    .select(['created_at', 'aceita_em', 'entregue_em', 'lida_em', 'falhou_em', 'meta_em'])
    .where('cliente_id', '=', id)
    .orderBy('id')
    .execute()
