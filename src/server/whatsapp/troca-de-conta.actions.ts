import { sql } from 'kysely'
import { type ContaWhatsapp, mesmaOrigem } from '#server/cloud-api/conta-whatsapp.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { esquecerParada } from '#server/despacho/conta-parada.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { esquecerOutraConta } from '#server/modelos/sincronizacao.ts'
import type { Servicos } from '#server/servicos.ts'

/** Which account, and which of its numbers. */
export type Identidade = Pick<ContaWhatsapp, 'provedor' | 'apiUrl' | 'phoneNumberId' | 'businessAccountId'>

/**
 * Makes this the account in use. Templates belong to an account: another one has none approved. Windows and uploaded
 * files belong to a number of ours: with another number no window is open, queued files are uploaded again, and
 * messages to the old number open no window. Another account starts without webhooks, stops or silence, and has ids of its own
 * for people. The emulator's undeliverable phones do not count for a real account. Returns whether any of that changed.
 */
export async function trocarDeConta(trx: Trx, antes: Identidade | null, depois: Identidade, agora: Date) {
  const { provedor, apiUrl, phoneNumberId, businessAccountId } = depois
  const outraConta = antes !== null && ehOutraConta(antes, depois)
  const outroNumero = antes !== null && (outraConta || antes.phoneNumberId !== phoneNumberId)
  if (outraConta) {
    await esquecerOutraConta(trx, agora)
    await esquecerParada(trx, agora)
    await esquecerIds(trx)
  }
  if (antes?.provedor === 'emulador' && provedor !== 'emulador') await esquecerPessoasDoEmulador(trx)
  if (outroNumero) await esquecerOutroNumero(trx, antes.phoneNumberId, agora)
  await sql`
    update configuracao set whatsapp_em_vigor = ${JSON.stringify({ provedor, apiUrl, phoneNumberId, businessAccountId })}::jsonb,
      numeros_anteriores = array_remove(numeros_anteriores, ${phoneNumberId}::text),
      webhook_recebido_em = case when ${outraConta} then null else webhook_recebido_em end,
      status_recebido_em = case when ${outroNumero} then ${agora}::timestamptz else status_recebido_em end`.execute(trx)
  return outroNumero
}

/** The environment may name another account than it did when the program last ran; said once, at start. */
export async function conferirContaEmVigor({
  db,
  relogio,
  whatsapp,
}: Pick<Servicos, 'db' | 'relogio' | 'whatsapp'>): Promise<void> {
  const conta = await whatsapp.conta()
  if (!conta.token || !conta.phoneNumberId || !conta.businessAccountId) return
  const agora = relogio.agora()
  await emTransacao(db, async (trx) => {
    const { whatsapp_em_vigor: antes } = await trx
      .selectFrom('configuracao')
      .select('whatsapp_em_vigor')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!(await trocarDeConta(trx, antes as Identidade | null, conta, agora))) return
    await registrar(trx, {
      agora,
      acao: 'whatsapp.configurar',
      descricao:
        'O servidor iniciou com outra conta ou outro número do WhatsApp, dados pelo ambiente: as janelas abertas com o anterior não valem mais.',
    })
  })
}

/** A new token, number or version of the API is the same account; the emulator's changes address and stays itself. */
function ehOutraConta(antes: Identidade, depois: Identidade): boolean {
  if (antes.provedor !== depois.provedor || antes.businessAccountId !== depois.businessAccountId) return true
  return depois.provedor === 'cloud_api' && !mesmaOrigem(antes.apiUrl, depois.apiUrl)
}

async function esquecerOutroNumero(trx: Trx, antigo: string | null, agora: Date) {
  await sql`update configuracao set numeros_anteriores = numeros_anteriores || ${antigo}::text
    where ${antigo}::text is not null and ${antigo}::text <> all(numeros_anteriores)`.execute(trx)
  await sql`update contato set janela_ate = ${agora} where id in (
    select id from contato where janela_ate > ${agora} order by id for no key update)`.execute(trx)
  await sql`update mensagem set midia = midia - 'id' where envio = 'fila' and midia->>'id' is not null`.execute(trx)
}

/** With each first delivery the new account tells the id that it has for a phone's owner. */
const esquecerIds = (trx: Trx) =>
  sql`update contato set bsuid = null where id in (
    select id from contato where bsuid is not null and canonico is not null order by id for no key update)`.execute(trx)

const esquecerPessoasDoEmulador = (trx: Trx) =>
  sql`update contato set bsuid = null, invalido_em = null where id in (
    select id from contato where bsuid is not null or invalido_em is not null order by id for no key update)`.execute(
    trx,
  )
