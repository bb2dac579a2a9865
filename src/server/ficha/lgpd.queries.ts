import { sql } from 'kysely'
import { diaDe } from '#domain/data.ts'
import { type Contexto, lerCliente } from '#server/clientes/cliente.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { buscarHistorico } from '#server/logs/logs.queries.ts'
import { negociacoesDe } from '#server/negociacoes/negociacoes.queries.ts'

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
    db.selectFrom('cobranca_passo').selectAll().where('cliente_id', '=', id).orderBy('mensagem_id').execute(),
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
  }
}

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
    select p.id, p.valor_centavos / 100.0 as valor, p.pago_em, p.forma, p.criado_em, p.estornado_em, p.motivo_estorno,
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
