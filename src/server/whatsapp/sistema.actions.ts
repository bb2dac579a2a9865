import { sql } from 'kysely'
import { instanteDito } from '#domain/conversa.ts'
import { DIA_MS } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { canonico, normalizarTelefone } from '#domain/telefone.ts'
import { invalidarContato } from '#server/clientes/contato-invalido.actions.ts'
import { travarClientesDosTelefones } from '#server/clientes/destinatario.queries.ts'
import { trocarTelefones } from '#server/clientes/telefone.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { NaoEntendido } from '#server/entrada/origem.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import { acolherEstranho } from '#server/mensagens/adocao.actions.ts'
import { ligarBsuid, travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { herdar } from '#server/mensagens/juntar-contatos.actions.ts'
import type { Chegada } from '#server/mensagens/recebida.ts'
import { contatosDosRemetentes, procurarContatos } from '#server/mensagens/remetente.actions.ts'

/** Their phone's keys changed: of no consequence here. */
const DE_IDENTIDADE = new Set(['customer_identity_changed', 'user_identity_changed'])

/** WhatsApp itself speaks of a person: a new number, a new id. No reply, and no window. */
export async function aplicarSistema(trx: Trx, chaveSecreta: Buffer, chegada: Chegada, agora: Date) {
  const { mensagem, telefone, bsuid } = chegada
  const { type: tipo, wa_id: novo, user_id: novoBsuid } = mensagem.system ?? {}
  await travarBsuids(trx, [{ telefone, bsuid }, ...(novoBsuid ? [{ telefone: null, bsuid: novoBsuid }] : [])])
  const canonicos = [telefone, novo].flatMap((numero) => (numero ? canonico(numero) : []))
  const travados = await travarClientesDosTelefones(trx, canonicos, bsuid ? [bsuid] : [])
  const [antigo] = await procurarContatos(trx, telefone && canonico(telefone), bsuid)
  if (antigo === undefined) return
  // Not whom they said they are not: a debt must not find them at their new number.
  const clientes = travados.flatMap(({ id, contato_id }) => (contato_id === antigo ? id : []))
  if (tipo === 'user_changed_user_id' && novoBsuid) return trocarBsuid(trx, antigo, novoBsuid, clientes, agora)
  if (tipo && DE_IDENTIDADE.has(tipo)) return
  if (tipo !== 'user_changed_number')
    throw new NaoEntendido(
      `Um aviso sobre uma pessoa (${tipo?.slice(0, 40) ?? 'sem tipo'}) veio da Meta de um modo que o sistema não conhece.`,
    )
  const e164 = novo ? normalizarTelefone(`+${novo}`) : null
  const em = instanteDito(mensagem.timestamp, agora)
  if (novo && e164)
    return trocarNumero(
      trx,
      chaveSecreta,
      { antigo, clientes, em },
      { telefone: novo, bsuid: novoBsuid ?? null, e164 },
      agora,
    )
  await avisarTroca(trx, clientes, agora)
  await largarNumero(trx, antigo, em, agora)
}

/** Where the customer is now is not known: at the old number nobody is billed, unless somebody wrote from it later. */
async function largarNumero(trx: Trx, contatoId: number, em: Date, agora: Date) {
  const { janela_ate } = await trx
    .selectFrom('contato')
    .select('janela_ate')
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (janela_ate && Date.parse(janela_ate) - DIA_MS > em.getTime()) return
  await invalidarContato(trx, contatoId, em, agora)
  await sql`update contato set deixado_em = greatest(deixado_em, ${em}) where id = ${contatoId}`.execute(trx)
}

/** The person of this contact has another id now; what they wrote under it as a stranger is theirs. Everyone concerned is locked. */
async function trocarBsuid(trx: Trx, contatoId: number, bsuid: string, clientes: readonly number[], agora: Date) {
  if (await ligarBsuid(trx, contatoId, bsuid)) await acolherEstranho(trx, { contatoId, clientes }, agora)
}

/** Meta's id of a person is another now: of whom it was, else of whose phone it is. */
export async function trocarIdentificacao(
  trx: Trx,
  { telefone, antes, depois }: { telefone: string | null; antes: string | null; depois: string },
  agora: Date,
): Promise<void> {
  const numero = telefone && canonico(telefone)
  await travarBsuids(
    trx,
    [antes, depois].map((bsuid) => ({ telefone: null, bsuid })),
  )
  const travados = await travarClientesDosTelefones(trx, numero ? [numero] : [], antes ? [antes] : [])
  const [deAntes] = antes === null ? [] : await procurarContatos(trx, null, antes)
  const contatoId = deAntes ?? (await procurarContatos(trx, numero, null))[0]
  if (contatoId === undefined) return
  const clientes = travados.flatMap(({ id, contato_id }) => (contato_id === contatoId ? id : []))
  await trocarBsuid(trx, contatoId, depois, clientes, agora)
}

/**
 * The old number may be somebody else's tomorrow, so debts, message preferences and Meta's id of the person move along. What was
 * written from the new one since (`em`) is theirs.
 */
async function trocarNumero(
  trx: Trx,
  chaveSecreta: Buffer,
  { antigo: antigoId, clientes, em }: { antigo: number; clientes: readonly number[]; em: Date },
  { e164, ...remetente }: { telefone: string; bsuid: string | null; e164: string },
  agora: Date,
) {
  const [novo] = await contatosDosRemetentes(trx, chaveSecreta, [remetente], agora)
  if (!novo || novo.id === antigoId) return
  const antigo = await trx
    .selectFrom('contato')
    .selectAll()
    .where('id', '=', antigoId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await trx.updateTable('contato').set(herdar(antigo, novo)).where('id', '=', novo.id).execute()
  if (antigo.bsuid !== null && novo.bsuid === null) {
    await trx.updateTable('contato').set({ bsuid: null }).where('id', '=', antigoId).execute()
    await ligarBsuid(trx, novo.id, antigo.bsuid)
  }
  await trocarTelefones(trx, clientes, { telefone: e164, contatoId: novo.id }, agora)
  await acolherEstranho(trx, { contatoId: novo.id, clientes, desde: em }, agora)
  const numero = canonico(remetente.telefone)
  // Another node may be at work on that change: it is waited for.
  await sql`select pg_advisory_xact_lock(hashtextextended('entrada:' || ${numero}, 0))`.execute(trx)
  await ouvirDeNovo(trx, numero, em)
}

/** A later change from this number that was told before, when they were not there yet: it is processed again. */
const ouvirDeNovo = (trx: Trx, numero: string, em: Date) =>
  sql`
    update evento_recebido set processado_em = null where ordem = ${numero} and origem = 'whatsapp' and tipo = 'mensagem'
      and processado_em is not null and meta_em > ${em} and payload #>> '{mensagem,system,type}' = 'user_changed_number'`.execute(
    trx,
  )

async function avisarTroca(trx: Trx, clientes: readonly number[], agora: Date) {
  await registrar(
    trx,
    ...clientes.map(
      (id): Registro => ({
        agora,
        nivel: 'aviso',
        acao: 'cliente.trocar_numero',
        descricao: frase`O WhatsApp avisou que ${oCliente(id)} trocou de número. Confirme o telefone novo e corrija o cadastro.`,
        entidade: 'cliente',
        entidadeId: id,
      }),
    ),
  )
}
