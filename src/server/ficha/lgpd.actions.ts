import { sql } from 'kysely'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Autor } from '#server/clientes/clientes.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { cancelarNaFila } from '#server/saida/saida.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'

const APAGADO = '[apagado a pedido do titular]'

/**
 * LGPD: erases who the customer is and what was written, and keeps money, days and the fact of each message. An
 * opt-out stays, as a keyed hash of the telephone. The one place that knows every table with personal data.
 */
export const anonimizar = (db: Db, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const [travado] = await travarClientes(trx, [id])
    if (!travado) throw new NaoEncontrado('Este cliente não existe.')
    const cliente = await trx
      .selectFrom('cliente')
      .select(['documento', 'contato_id', 'anonimizado_em'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (cliente.anonimizado_em) throw new RegraViolada('anonimizado', 'Os dados deste cliente já foram apagados.')
    await cancelarNaFila(
      trx,
      { clientes: [id] },
      { codigo: 'anonimizado', mensagem: 'Os dados do cliente foram apagados.' },
    )
    await apagarCadastro(trx, id, autor.agora)
    await apagarContato(trx, cliente.contato_id)
    await apagarConversa(trx, id)
    await apagarRastros(trx, id, cliente.documento)
    await sql`select apagar_do_log(${id})`.execute(trx)
    await registrar(trx, {
      ...autor,
      nivel: 'aviso',
      acao: 'cliente.anonimizar',
      descricao: frase`Dados pessoais de ${oCliente(id)} apagados.`,
      motivo,
      entidade: 'cliente',
      entidadeId: id,
    })
    await notificar(trx, { tipo: 'cliente', cliente_id: id, operador_id: travado.operador_id })
  })

const apagarCadastro = (trx: Trx, id: number, agora: Date) =>
  trx
    .updateTable('cliente')
    .set((eb) => ({
      nome: `Cliente anonimizado ${id}`,
      documento: null,
      telefone: null,
      contato_id: null,
      email: null,
      codigo_externo: null,
      motivo_pausa: eb.case().when('motivo_pausa', 'is not', null).then(APAGADO).else(null).end(),
      anonimizado_em: agora,
      updated_at: agora,
    }))
    .where('id', '=', id)
    .execute()

/** A phone that others share stays theirs; else its number goes, and the hash keeps its opt-out. */
async function apagarContato(trx: Trx, contatoId: number | null) {
  if (contatoId === null) return
  // Reactions, edits and preferences are no messages: what Meta told of this phone goes with it.
  await sql`update evento_whatsapp e set payload = '{}', contato_chave = null, contato_id = null
    from contato t
    where t.id = ${contatoId} and not exists (select 1 from cliente where contato_id = ${contatoId})
      and e.processado_em is not null and (e.contato_id = t.id or e.contato_chave in (t.canonico, t.bsuid)
        or (e.tipo = 'usuario' and e.payload->'valor'->>'wa_id' = t.wa_id))`.execute(trx)
  await sql`update contato set canonico = null, wa_id = null, bsuid = null, janela_ate = null
    where id = ${contatoId} and not exists (select 1 from cliente where contato_id = ${contatoId})`.execute(trx)
}

/** What both sides wrote, here and as it came from Meta. */
async function apagarConversa(trx: Trx, id: number) {
  await sql`update evento_whatsapp e set payload = '{}'
    from mensagem m where m.cliente_id = ${id} and m.wamid is not null and e.processado_em is not null
      and e.chave = any(array['m:' || m.wamid, 's:' || m.wamid || ':sent', 's:' || m.wamid || ':delivered',
        's:' || m.wamid || ':read', 's:' || m.wamid || ':failed'])`.execute(trx)
  await sql`update mensagem set conteudo = ${APAGADO}, parametros = null, partes = null, midia = null, telefone = null
    where cliente_id = ${id}`.execute(trx)
}

/** Free text about the agreement, changes that waited, rows as they came in a file, values before an import, answers kept for a retry. */
async function apagarRastros(trx: Trx, id: number, documento: string | null) {
  await sql`update negociacao set observacao = null where cliente_id = ${id}`.execute(trx)
  await sql`delete from importacao_alteracao where cliente_id = ${id} and situacao = 'pendente'`.execute(trx)
  await sql`update importacao_alteracao set de = null, para = null
    where cliente_id = ${id} and campo in ('nome', 'telefone', 'email', 'codigo_externo')`.execute(trx)
  await sql`update importacao_item set antes = null, retrato = null
    where entidade = 'cliente' and entidade_id = ${String(id)}`.execute(trx)
  if (documento)
    await sql`update importacao_erro set registro = null
      where regexp_replace(registro::text, '[^0-9A-Za-z]', '', 'g') ilike '%' || ${documento} || '%'`.execute(trx)
  await sql`delete from idempotencia i where i.rota like '%/clientes/' || ${String(id)} || '/%'
    or exists (select 1 from conta c where c.cliente_id = ${id} and i.rota like '%/contas-receber/' || c.id || '/%')`.execute(
    trx,
  )
}
