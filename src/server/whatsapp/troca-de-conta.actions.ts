import { sql } from 'kysely'
import { type ContaWhatsapp, mesmaOrigem } from '#server/cloud-api/conta-whatsapp.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { esquecerParada } from '#server/despacho/conta-parada.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { esquecerOutraConta } from '#server/modelos/sincronizacao.ts'
import { desligarBancoEmulado } from '#server/recebimento/recebimento.actions.ts'
import type { Servicos } from '#server/servicos.ts'

/** Which account, and which of its numbers. */
export type Identidade = Pick<ContaWhatsapp, 'provedor' | 'apiUrl' | 'phoneNumberId' | 'businessAccountId'>

/**
 * Makes this the account in use. Templates belong to an account: another one has none approved. Windows and uploaded
 * files belong to a number of ours: with another number no window is open, queued files are uploaded again, and
 * messages to the old number open no window. Another account starts without webhooks, stops or silence, and has ids of
 * its own for people (`continuarAEsquecer` forgets most of the former ones). For a real account the emulator's undeliverable
 * phones do not count, and the emulated bank goes. Returns whether any of that changed.
 */
export async function trocarDeConta(trx: Trx, antes: Identidade | null, depois: Identidade, agora: Date) {
  const { provedor, apiUrl, phoneNumberId, businessAccountId } = depois
  const outraConta = antes !== null && ehOutraConta(antes, depois)
  const outroNumero = antes !== null && (outraConta || antes.phoneNumberId !== phoneNumberId)
  if (outraConta) {
    await esquecerOutraConta(trx, agora)
    await esquecerParada(trx, agora)
  }
  const esquecer = outraConta ? await comecarAEsquecer(trx) : null
  if (antes?.provedor === 'emulador' && provedor !== 'emulador') {
    await esquecerPessoasDoEmulador(trx)
    await desligarBancoEmulado(trx, agora)
  }
  if (outroNumero) await esquecerOutroNumero(trx, antes.phoneNumberId, agora)
  await sql`
    update configuracao set whatsapp_em_vigor = ${JSON.stringify({ provedor, apiUrl, phoneNumberId, businessAccountId })}::jsonb
        || jsonb_build_object('esquecer', case when ${outraConta} then ${JSON.stringify(esquecer)}::jsonb else whatsapp_em_vigor->'esquecer' end),
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

/** Contacts after `depoisDe`, up to `ate`, still have ids of people that another account told. */
interface AEsquecer {
  depoisDe: number
  ate: number
}

/** With each first delivery the new account tells the id that it has for a phone's owner. A million are not forgotten at one go. */
async function comecarAEsquecer(trx: Trx): Promise<AEsquecer | null> {
  const { ate } = await trx
    .selectFrom('contato')
    .select(({ fn }) => fn.max<number | null>('id').as('ate'))
    .executeTakeFirstOrThrow()
  return ate === null ? null : esquecerIds(trx, { depoisDe: 0, ate: Number(ate) })
}

/** Some more of what `trocarDeConta` left, in a transaction of its own. Gives whether there is more. */
export function continuarAEsquecer(db: Db): Promise<boolean> {
  return emTransacao(db, async (trx) => {
    const { rows } = await sql<{ esquecer: AEsquecer | null }>`
      select whatsapp_em_vigor->'esquecer' as esquecer from configuracao`.execute(trx)
    const esquecer = rows[0]?.esquecer ?? null
    if (esquecer === null) return false
    const resto = await esquecerIds(trx, esquecer)
    // Contacts are locked before the account's row, as everywhere; of another account, set meanwhile, this says nothing.
    await sql`
      update configuracao set whatsapp_em_vigor = whatsapp_em_vigor || jsonb_build_object('esquecer', ${JSON.stringify(resto)}::jsonb)
      where whatsapp_em_vigor->'esquecer' = ${JSON.stringify(esquecer)}::jsonb`.execute(trx)
    return resto !== null
  })
}

const DE_UMA_VEZ = 2_000

/** Gives what is left. */
async function esquecerIds(trx: Trx, { depoisDe, ate }: AEsquecer): Promise<AEsquecer | null> {
  const { rows } = await sql<{ ultimo: number | null; quantos: number }>`
    with fatia as materialized (
      select id from contato where id > ${depoisDe} and id <= ${ate} and bsuid is not null and canonico is not null
      order by id limit ${DE_UMA_VEZ}
    ),
    travados as (select id from contato where id in (select id from fatia) order by id for no key update),
    esquecidos as (update contato set bsuid = null where id in (select id from travados))
    select max(id) as ultimo, count(*) as quantos from fatia`.execute(trx)
  const { ultimo = null, quantos = 0 } = rows[0] ?? {}
  return ultimo === null || Number(quantos) < DE_UMA_VEZ ? null : { depoisDe: Number(ultimo), ate }
}

const esquecerPessoasDoEmulador = (trx: Trx) =>
  sql`update contato set bsuid = null, invalido_em = null where id in (
    select id from contato where bsuid is not null or invalido_em is not null order by id for no key update)`.execute(
    trx,
  )
