import { type RawBuilder, sql } from 'kysely'
import { CAMPOS_DA_CONTA, CAMPOS_DO_CADASTRO } from '#domain/alteracao.ts'
import { deOutroOperador } from '#server/clientes/clientes.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'

interface DaImportacao {
  importacaoId: number
  usuarioId: number
  agora: Date
}

/**
 * Stores what a batch of staged rows would change at other operators' customers, who are locked and had their empty
 * fields filled in. A change that is already pending is not stored again.
 */
export async function guardarDaPlanilha(
  trx: Trx,
  lote: RawBuilder<unknown>,
  { importacaoId, usuarioId, agora }: DaImportacao,
): Promise<void> {
  const doCadastro = CAMPOS_DO_CADASTRO.map(
    (campo) => sql`select c.id as cliente_id, null::bigint as conta_id, ${campo}::text as campo,
      c.${sql.ref(campo)} as de, i.${sql.ref(campo)} as para
    from ${lote} i join cliente c on c.id = i.cliente_id
    where i.muda_cliente and c.anonimizado_em is null and ${deOutroOperador(usuarioId)} and c.${sql.ref(campo)} <> i.${sql.ref(campo)}`,
  )
  const colunas = { valor: sql.ref('valor_centavos'), vencimento: sql.ref('vencimento') }
  const daConta = CAMPOS_DA_CONTA.map(
    (campo) => sql`select c.id, k.id, ${campo}::text, k.${colunas[campo]}::text, i.${colunas[campo]}::text
    from ${lote} i join conta k on k.id = i.conta_id join cliente c on c.id = k.cliente_id
    where i.muda_conta and ${deOutroOperador(usuarioId)} and k.situacao = 'aberta' and k.pago_centavos = 0
      and k.${colunas[campo]} <> i.${colunas[campo]}`,
  )
  const { numAffectedRows } = await sql`
    insert into importacao_alteracao (importacao_id, cliente_id, conta_id, campo, de, para, criada_em)
    select ${importacaoId}::bigint, cliente_id, conta_id, campo, de, para, ${agora}::timestamptz
    from (${sql.join([...doCadastro, ...daConta], sql` union all `)}) a
    on conflict do nothing`.execute(trx)
  if (Number(numAffectedRows) > 0) await anunciarAlteracoes(trx)
}

/** Keeps the cancellations of notes (key → customer) that are other operators'; those already cancelled ask nothing. */
export async function guardarCancelamentos(
  trx: Trx,
  notas: ReadonlyMap<string, number>,
  { importacaoId, agora }: Omit<DaImportacao, 'usuarioId'>,
): Promise<void> {
  if (notas.size === 0) return
  const { numAffectedRows } = await sql`
    insert into importacao_alteracao (importacao_id, cliente_id, chave_nfe, campo, de, para, criada_em)
    select ${importacaoId}::bigint, cliente_id, chave, 'cancelamento', null, 'cancelada', ${agora}::timestamptz
    from unnest(${[...notas.keys()]}::text[], ${[...notas.values()]}::bigint[]) as n(chave, cliente_id)
    where exists (select from conta k where k.chave_nfe = n.chave and not k.nota_cancelada)
    on conflict do nothing`.execute(trx)
  if (Number(numAffectedRows) > 0) await anunciarAlteracoes(trx)
}

/** An undone import requests nothing any more. */
export async function apagarPendentes(trx: Trx, importacaoId: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('importacao_alteracao')
    .where('importacao_id', '=', importacaoId)
    .where('situacao', '=', 'pendente')
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await anunciarAlteracoes(trx)
}

/** Administrators' screens read again what waits for them. */
export const anunciarAlteracoes = (trx: Trx): Promise<void> => notificarTodos(trx, 'badges')
