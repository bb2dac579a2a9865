import { sql } from 'kysely'
import type { Autor, Causa } from '#domain/causa.ts'
import { palavraDe } from '#domain/conversa.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { APAGADO, numeroNaoEDePessoa, padraoDoTitular, padroesDoTitular, type Titular } from '#domain/titular.ts'
import { conferirPropostas } from '#server/clientes/propostas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { cancelarCodigosDoCliente } from '#server/codigos/vida.actions.ts'
import { listaDeIds } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { guardarSinais } from '#server/movimentos/de-anonimos.actions.ts'
import { cancelarNaFila } from '#server/saida/saida.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { DADOS_PESSOAIS, type Decisao, tabelasDoCliente } from './dados-pessoais.ts'

/**
 * LGPD: erases who the customer is and what was written, by the list of every column (`dados-pessoais.ts`), and keeps money,
 * days and the fact of each message. An opt-out stays, as a keyed hash of the telephone.
 */
export const anonimizar = (db: Db, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    await esperarEntrada(trx, id)
    await apagarTitular(trx, id, motivo, autor)
  })

/** As `anonimizar`, in the transaction of a caller that checked who asks and called `esperarEntrada`. */
export async function apagarTitular(trx: Trx, id: number, motivo: string, causa: Causa): Promise<void> {
  const [travado] = await travarClientes(trx, [id])
  if (!travado) throw new NaoEncontrado('Este cliente não existe.')
  const cliente = await trx.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (cliente.anonimizado_em) throw new RegraViolada('anonimizado', 'Os dados deste cliente já foram apagados.')
  const titular = { ...cliente, codigoExterno: cliente.codigo_externo }
  const contatos = await telefonesDe(trx, id)
  await cancelarNaFila(
    trx,
    { clientes: [id] },
    { codigo: 'anonimizado', mensagem: 'Os dados do cliente foram apagados.' },
  )
  await cancelarCodigosDoCliente(trx, id)
  await conferirPropostas(trx, [id], causa)
  await apagarNumeros(trx, id, titular)
  await apagarEventosDasMensagens(trx, id, causa.agora)
  await apagarColunas(trx, id)
  await apagarCadastro(trx, id, causa.agora)
  // Suggestions made meanwhile: their writer held the customer's lock until now.
  await sql`update sugestao set porque = ${APAGADO} where cliente_id = ${id} and porque <> ${APAGADO}`.execute(trx)
  for (const contatoId of contatos) await apagarContato(trx, contatoId, causa.agora)
  await apagarDasImportacoes(trx, id, titular, causa)
  await apagarRespostas(trx, id, titular)
  await apagarCodigoDosEventos(trx, id)
  await sql`select apagar_do_log(${id})`.execute(trx)
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId ?? null,
    ip: causa.ip ?? null,
    nivel: 'aviso',
    acao: 'cliente.anonimizar',
    descricao: frase`Dados pessoais de ${oCliente(id)} apagados.`,
    motivo: semTitular(motivo, titular),
    entidade: 'cliente',
    entidadeId: id,
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: id, operador_id: travado.operador_id })
}

/**
 * Locks the person's queues in the inbox, so that no message of theirs is processed meanwhile, and their BSUIDs, so that no
 * contact of theirs is merged into another. Call it before locking the customer.
 */
export async function esperarEntrada(trx: Trx, id: number): Promise<void> {
  await travarFilas(trx, id)
  const { rows } = await sql<{ bsuid: string }>`
    select bsuid from contato where id in (${telefones(id)}) and bsuid is not null`.execute(trx)
  if (rows.length === 0) return
  await travarBsuids(
    trx,
    rows.map(({ bsuid }) => ({ telefone: null, bsuid })),
  )
  // Of a contact into which one was merged just before. The inbox locks in the other order: `emTransacao` retries after a deadlock.
  await travarFilas(trx, id)
}

const travarFilas = (trx: Trx, id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('entrada:' || chave, 0))
    from (select unnest(array[t.canonico, t.bsuid]) as chave from contato t where t.id in (${telefones(id)}) order by 1) as chaves
    where chave is not null`.execute(trx)

/** The phone, and those before it: by their messages, links and authorisations it would still be known whose they were. */
const telefones = (id: number) => sql`
  select contato_id from cliente where id = ${id} union select contato_id from mensagem where cliente_id = ${id}
  union select contato_id from link where cliente_id = ${id} union select contato_id from autorizacao where cliente_id = ${id}
  union select contato_id from pessoa_do_telefone where cliente_id = ${id}`

async function telefonesDe(trx: Trx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from contato where id in (${telefones(id)}) order by id`.execute(
    trx,
  )
  return rows.map((linha) => linha.id)
}

/** What the list says of the columns that need no rule of their own. */
async function apagarColunas(trx: Trx, id: number) {
  for (const { tabela, deQuem, colunas } of tabelasDoCliente()) {
    if (tabela === 'cliente') continue // all at once, in `apagarCadastro`
    const novos = apagadas(colunas)
    if (novos.length === 0) continue
    // Asked for once: what comes meanwhile would lose its payer, and have no sign.
    const quais =
      tabela === 'movimento' ? sql`id = any(${listaDeIds(await guardarSinais(trx, deQuem(id)))})` : deQuem(id)
    await sql`update ${sql.table(tabela)} set ${sql.join(novos)} where ${quais}`.execute(trx)
  }
}

const apagadas = (colunas: Record<string, Decisao>) =>
  Object.entries(colunas).flatMap(([coluna, decisao]) => {
    const dela = sql.ref(coluna)
    if (decisao === 'texto') return sql`${dela} = case when ${dela} is not null then ${APAGADO} end`
    return decisao === 'nulo' ? sql`${dela} = null` : []
  })

const apagarCadastro = (trx: Trx, id: number, agora: Date) =>
  sql`update cliente set ${sql.join(apagadas(DADOS_PESSOAIS.cliente!.colunas))}, nome = ${`Cliente anonimizado ${id}`},
    contato_id = null, anonimizado_em = ${agora}, updated_at = ${agora} where id = ${id}`.execute(trx)

/** Replaces account numbers that contain words or the customer's own data; those of notes and books stay. */
async function apagarNumeros(trx: Trx, id: number, titular: Titular) {
  const contas = await trx.selectFrom('conta').select(['id', 'numero']).where('cliente_id', '=', id).execute()
  const ids = contas.flatMap((conta) => (numeroNaoEDePessoa(conta.numero, titular) ? [] : conta.id))
  await sql`update conta set numero = 'Conta ' || id where id = any(${ids}::bigint[])`.execute(trx)
}

/** A phone shared with others is kept for them; otherwise its number is erased, and the hash keeps the opt-out. */
async function apagarContato(trx: Trx, contatoId: number, agora: Date) {
  const contato = await trx
    .selectFrom('contato')
    .select(['canonico', 'bsuid', 'wa_id'])
    .where('id', '=', contatoId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Asked only now: whoever was giving this phone to another customer has done so.
  if (await trx.selectFrom('cliente').select('id').where('contato_id', '=', contatoId).executeTakeFirst()) return
  const chaves = [contato.canonico, contato.bsuid].filter((chave) => chave !== null)
  await ouvirUltimaPalavra(trx, contatoId, chaves)
  // Reactions, edits and preferences are no messages; unprocessed events were read by nobody, and are erased unread.
  const apagado = sql`payload = '{}', ordem = null, contato_id = null, erro = null,
    processado_em = coalesce(processado_em, ${agora})`
  await sql`update evento_recebido set ${apagado} where ordem = any(${chaves}::text[])`.execute(trx)
  await sql`update evento_recebido set ${apagado} where contato_id = ${contatoId}`.execute(trx)
  const numeros = [contato.canonico, contato.wa_id, contato.bsuid].filter((um) => um !== null)
  if (numeros.length > 0)
    await sql`update evento_recebido set ${apagado} where ordem = any(${DE_MUITOS}::text[])
      and payload::text like any(${numeros.map((um) => `%"${um}"%`)}::text[])`.execute(trx)
  await sql`update mensagem set conteudo = ${APAGADO}, parametros = null, partes = null, midia = null, telefone = null,
    reacao = null, intencoes = null where contato_id = ${contatoId} and cliente_id is null`.execute(trx)
  await sql`update contato set canonico = null, wa_id = null, bsuid = null, janela_ate = null where id = ${contatoId}`.execute(
    trx,
  )
}

/** Queues of what is kept of several people. */
const DE_MUITOS = ['usuarios', 'guardados', 'outro', 'outros']

/** Applies an opt-out that still waits in the inbox. */
async function ouvirUltimaPalavra(trx: Trx, contatoId: number, chaves: readonly string[]) {
  const { rows } = await sql<{ texto: string; em: string }>`
    select payload #>> '{mensagem,text,body}' as texto, coalesce(meta_em, recebido_em) as em from evento_recebido
    where ordem = any(${chaves}::text[]) and processado_em is null and tipo = 'mensagem'
      and length(payload #>> '{mensagem,text,body}') < 40
    order by 2`.execute(trx)
  const ultima = rows.filter(({ texto }) => palavraDe(texto) !== null).at(-1)
  if (ultima && palavraDe(ultima.texto) === 'parar')
    await sql`update contato set aceita_mensagens = false, palavra_em = ${ultima.em}
      where id = ${contatoId} and coalesce(palavra_em, '-infinity') <= ${ultima.em}`.execute(trx)
}

/** Messages of both sides with their outcome, as Meta sent them. */
const apagarEventosDasMensagens = (trx: Trx, id: number, agora: Date) =>
  sql`update evento_recebido e set payload = '{}', processado_em = coalesce(e.processado_em, ${agora})
    from mensagem m where m.cliente_id = ${id} and m.wamid is not null
      and e.chave = any(array['m:' || m.wamid, 's:' || m.wamid || ':sent', 's:' || m.wamid || ':delivered',
        's:' || m.wamid || ':read', 's:' || m.wamid || ':failed'])`.execute(trx)

/** Files name many people: this one is removed from refused rows, results and file names. */
async function apagarDasImportacoes(trx: Trx, id: number, titular: Titular, { agora, usuarioId }: Causa) {
  await sql`update importacao_alteracao set de = null, para = null where cliente_id = ${id}`.execute(trx)
  await sql`update importacao_alteracao set situacao = 'descartada', decidida_em = ${agora}, decidida_por = ${usuarioId ?? null}
    where cliente_id = ${id} and situacao = 'pendente'`.execute(trx)
  const padroes = padroesDoTitular(titular)
  if (padroes.length === 0) return
  const nomeia = (texto: string) => sql`${sql.raw(texto)} ~* any(${padroes}::text[])`
  await sql`update importacao_erro set registro = null, mensagem = ${APAGADO}
    where ${nomeia('registro::text')} or ${nomeia('mensagem')}`.execute(trx)
  const { rows } = await sql<{ id: number; arquivo: string; mensagem: string | null; resultado: unknown }>`
    select id, arquivo, mensagem, resultado from importacao
    where ${nomeia('resultado::text')} or ${nomeia('arquivo')} or ${nomeia('mensagem')}`.execute(trx)
  for (const { id: importacaoId, arquivo, mensagem, resultado } of rows)
    await trx
      .updateTable('importacao')
      .set({
        arquivo: semTitular(arquivo, titular),
        mensagem: mensagem && semTitular(mensagem, titular),
        resultado: JSON.stringify(resultado, (_, valor) =>
          typeof valor === 'string' ? semTitular(valor, titular) : valor,
        ),
      })
      .where('id', '=', importacaoId)
      .execute()
}

function semTitular(texto: string, titular: Titular): string {
  const padrao = padraoDoTitular(titular)
  return padrao === null ? texto : texto.replace(new RegExp(padrao, 'gi'), '[apagado]')
}

/** Events for programs, sent or pending: events before deliveries, which are made from them. */
async function apagarCodigoDosEventos(trx: Trx, id: number) {
  for (const tabela of ['evento_de_integracao', 'entrega'])
    await sql`update ${sql.table(tabela)} set dados = dados || '{"codigo_externo": null}'
      where cliente_id = ${id} and dados->>'codigo_externo' is not null`.execute(trx)
}

/** Answers kept for a retry: of acts at the customer's addresses, and of others that name the customer, or who paid. */
const apagarRespostas = (trx: Trx, id: number, { codigoExterno }: Titular) =>
  sql`delete from idempotencia i where i.rota like '%/clientes/' || ${String(id)} || '/%'
    or i.rota = ${`PUT /api/integracao/clientes/${encodeURIComponent(codigoExterno ?? '')}`}
    or exists (select 1 from conta c where c.cliente_id = ${id} and i.rota like '%/contas-receber/' || c.id || '/%')
    or jsonb_path_exists(i.resposta, '$.** ? (@.cliente.id == $id || @.cliente_id == $id)', jsonb_build_object('id', ${id}::bigint))
    or exists (select from movimento m
      where m.id = substring(i.rota from '/conciliacao/movimentos/([0-9]+)/')::bigint and m.descricao = ${APAGADO})`.execute(
    trx,
  )
