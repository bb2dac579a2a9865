import { sql } from 'kysely'
import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { fimDaJanela } from '#domain/conversa.ts'
import { chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import { corrigirTelefones } from '#server/clientes/telefone.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

export type Contato = Linha<'contato'> & {
  /** The contacts that turned out to be the same person, and are this one now. */
  juntados: number[]
}

/** Who wrote, as Meta says: the phone in WhatsApp's own form, the business-scoped id, or both. */
export interface Remetente {
  /** Digits; null when the person hides the number. */
  telefone: string | null
  bsuid: string | null
}

/** The contact ids that the phone and the BSUID lead to, without a lock. */
export async function procurarContatos(trx: Trx, canonico: string | null, bsuid: string | null): Promise<number[]> {
  const achados = await trx
    .selectFrom('contato')
    .select('id')
    .where((eb) =>
      eb.or([...(canonico ? [eb('canonico', '=', canonico)] : []), ...(bsuid ? [eb('bsuid', '=', bsuid)] : [])]),
    )
    .orderBy('id')
    .execute()
  return achados.map(({ id }) => id)
}

/**
 * A sender who hides the number but quotes a message of ours (tapping its button does) is its recipient, since nobody
 * else has that message. Otherwise their PARAR would count as a stranger's.
 */
export async function reconhecerPelaCitada<
  T extends Remetente & { mensagem: { context?: MensagemRecebida['context'] } },
>(trx: Trx, chegadas: readonly T[]): Promise<readonly T[]> {
  const citadas = chegadas.flatMap(({ telefone, mensagem }) => (telefone === null ? (mensagem.context?.id ?? []) : []))
  if (citadas.length === 0) return chegadas
  const donos = await trx
    .selectFrom('mensagem')
    .innerJoin('contato', 'contato.id', 'mensagem.contato_id')
    .select(['mensagem.wamid', 'contato.wa_id'])
    .where('mensagem.wamid', 'in', citadas)
    .where('mensagem.direcao', '=', 'enviada')
    .where('contato.wa_id', 'is not', null)
    .where('contato.bsuid', 'is', null)
    .execute()
  const telefones = new Map(donos.map(({ wamid, wa_id }) => [wamid, wa_id]))
  return chegadas.map((chegada) => {
    const telefone = chegada.telefone ?? telefones.get(chegada.mensagem.context?.id ?? '') ?? null
    return telefone === chegada.telefone ? chegada : { ...chegada, telefone }
  })
}

/** Beside a phone, the id told to a former number of ours is not believed: it may be another portfolio's. */
export async function semIdsDeOutrora<T extends Remetente & { numero?: string | null }>(
  trx: Trx,
  chegadas: readonly T[],
): Promise<readonly T[]> {
  if (!chegadas.some(({ telefone, bsuid, numero }) => telefone && bsuid && numero)) return chegadas
  const { numeros_anteriores } = await trx
    .selectFrom('configuracao')
    .select('numeros_anteriores')
    .executeTakeFirstOrThrow()
  return chegadas.map((uma) =>
    uma.telefone && numeros_anteriores.includes(uma.numero ?? '') ? { ...uma, bsuid: null } : uma,
  )
}

/**
 * The same person may be writing by phone and by BSUID at once: one transaction waits here for the other, and finds the
 * contact that it linked. Called before any customer is looked up.
 */
export async function travarBsuids(trx: Trx, remetentes: readonly Remetente[]): Promise<void> {
  const bsuids = [...new Set(remetentes.flatMap(({ bsuid }) => bsuid ?? []))].sort()
  if (bsuids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('bsuid:' || b, 0)) from unnest(${bsuids}::text[]) as b`.execute(
    trx,
  )
}

/**
 * The locked contact of each sender, in their order: found by phone or BSUID, created when unknown, and linked to both
 * when both appear. The caller has locked the BSUIDs and the customers of these contacts.
 */
export async function contatosDosRemetentes(
  trx: Trx,
  chaveSecreta: Buffer,
  remetentes: readonly Remetente[],
  agora: Date,
  origem = 'escreveu para a empresa',
): Promise<Contato[]> {
  const porBsuid = await pelosBsuids(trx, chaveSecreta, remetentes, origem, agora)
  const telefones = remetentes.flatMap(({ telefone }) => (telefone ? [`+${telefone}`] : []))
  const porTelefone = await contatosDe(trx, chaveSecreta, telefones, origem, agora)
  const contatos = await travar(trx, [...porBsuid.values(), ...porTelefone.values()])
  const escolhidos: Contato[] = []
  for (const { telefone, bsuid } of remetentes) {
    const doBsuid = bsuid === null ? undefined : contatos.get(porBsuid.get(bsuid) ?? 0)
    const principal = (telefone ? contatos.get(porTelefone.get(`+${telefone}`) ?? 0) : undefined) ?? doBsuid!
    if (doBsuid && doBsuid !== principal && (await juntar(trx, principal, doBsuid))) {
      principal.juntados.push(doBsuid.id, ...doBsuid.juntados)
      for (const [id, contato] of contatos) if (contato === doBsuid) contatos.set(id, principal)
      escolhidos.forEach((contato, i) => {
        if (contato === doBsuid) escolhidos[i] = principal
      })
    }
    escolhidos.push(principal)
  }
  await gravarFormas(trx, remetentes, escolhidos, agora)
  return escolhidos
}

/** The contact of each BSUID; created only for a sender without a phone. */
async function pelosBsuids(
  trx: Trx,
  chaveSecreta: Buffer,
  remetentes: readonly Remetente[],
  origem: string,
  agora: Date,
) {
  const bsuids = [...new Set(remetentes.flatMap(({ bsuid }) => bsuid ?? []))].sort()
  if (bsuids.length === 0) return new Map<string, number>()
  const semTelefone = new Set(remetentes.flatMap(({ telefone, bsuid }) => (telefone === null ? (bsuid ?? []) : [])))
  const [chave] = await chavesDeHash(trx, chaveSecreta)
  const novos = [...semTelefone].map((bsuid) => ({
    bsuid,
    hash: hashDe(chave!, { bsuid }),
    hash_chave: chave!.id,
    consentimento_origem: origem,
    consentimento_em: agora,
  }))
  if (novos.length > 0) {
    await trx
      .insertInto('contato')
      .values(novos)
      .onConflict((conflito) => conflito.doNothing())
      .execute()
  }
  const linhas = await trx.selectFrom('contato').select(['id', 'bsuid']).where('bsuid', 'in', bsuids).execute()
  return new Map(linhas.map(({ id, bsuid }) => [bsuid!, id]))
}

async function travar(trx: Trx, ids: readonly number[]): Promise<Map<number, Contato>> {
  const linhas = await trx
    .selectFrom('contato')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(linhas.map((linha) => [linha.id, { ...linha, juntados: [] }]))
}

/** WhatsApp's own form of the phone and the BSUID, where they are new. */
async function gravarFormas(trx: Trx, remetentes: readonly Remetente[], contatos: readonly Contato[], agora: Date) {
  const mudados = new Set<Contato>()
  remetentes.forEach(({ telefone, bsuid }, i) => {
    const contato = contatos[i]!
    const novo = { wa_id: telefone ?? contato.wa_id, bsuid: bsuid ?? contato.bsuid }
    if (novo.wa_id === contato.wa_id && novo.bsuid === contato.bsuid) return
    Object.assign(contato, novo)
    mudados.add(contato)
  })
  if (mudados.size === 0) return
  const linhas = [...mudados].map(({ id, wa_id, bsuid }) => ({ id, wa_id, bsuid }))
  await sql`
    update contato t set wa_id = n.wa_id, bsuid = n.bsuid
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, wa_id text, bsuid text)
    where t.id = n.id`.execute(trx)
  await corrigirTelefones(
    trx,
    linhas.map(({ id }) => id),
    agora,
  )
}

/**
 * The person known only by BSUID turns out to have this phone: merges both into one contact, with the later opt-out word. Returns
 * whether the other one was deleted.
 */
async function juntar(trx: Trx, principal: Linha<'contato'>, outro: Linha<'contato'>): Promise<boolean> {
  if (outro.canonico !== null) {
    // Another phone had this BSUID: the person changed numbers, and the phones stay two.
    await trx.updateTable('contato').set({ bsuid: null }).where('id', '=', outro.id).execute()
    outro.bsuid = null
    return false
  }
  await trx.updateTable('mensagem').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx
    .updateTable('evento_recebido')
    .set({ contato_id: principal.id })
    .where('contato_id', '=', outro.id)
    .execute()
  await trx.updateTable('cliente').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx.deleteFrom('contato').where('id', '=', outro.id).execute()
  const herdado = {
    ...herdar(outro, principal),
    janela_ate: (outro.janela_ate ?? '') > (principal.janela_ate ?? '') ? outro.janela_ate : principal.janela_ate,
  }
  await trx.updateTable('contato').set(herdado).where('id', '=', principal.id).execute()
  Object.assign(principal, herdado)
  return true
}

/**
 * Meta told whose these phones are: each that had no BSUID has this one, unless another contact has it. Gives those of people who
 * wrote as strangers, to be merged with `ligarBsuid`. `numero`: the number of ours that it was told of; what is told of a former one
 * may be another portfolio's. The caller has locked the BSUIDs and the contacts.
 */
export async function aprenderBsuids(
  trx: Trx,
  ditos: readonly { contatoId: number; bsuid: string; numero: string | null }[],
): Promise<Set<string>> {
  if (ditos.length === 0) return new Set()
  const n = sql`(select d."contatoId", d.bsuid
    from jsonb_to_recordset(${JSON.stringify(ditos)}::jsonb) as d("contatoId" bigint, bsuid text, numero text), configuracao c
    where d.numero is null or d.numero <> all(c.numeros_anteriores)) as n`
  await sql`
    update contato t set bsuid = n.bsuid from (select distinct on (bsuid) * from ${n} order by bsuid, "contatoId") n
    where t.id = n."contatoId" and t.bsuid is null and t.canonico is not null
      and not exists (select from contato o where o.bsuid = n.bsuid)`.execute(trx)
  const { rows } = await sql<{ bsuid: string }>`
    select o.bsuid from contato o join ${n} on n.bsuid = o.bsuid where o.canonico is null`.execute(trx)
  return new Set(rows.map(({ bsuid }) => bsuid))
}

/**
 * This phone's owner has this BSUID now. Somebody who wrote under it as a stranger is merged into the phone; another phone that
 * has it keeps it. Returns whether a stranger was merged. The caller has locked the BSUID, and the customers and contact of the phone.
 */
export async function ligarBsuid(trx: Trx, contatoId: number, bsuid: string): Promise<boolean> {
  const { rows } = await sql<Linha<'contato'>>`
    select * from contato where id = ${contatoId} or bsuid = ${bsuid} order by id for no key update`.execute(trx)
  const [dele, outro] = [rows.find(({ id }) => id === contatoId), rows.find((um) => um.bsuid === bsuid)]
  if (!dele || dele === outro || (outro && outro.canonico !== null)) return false
  if (outro) await juntar(trx, dele, outro)
  await trx.updateTable('contato').set({ bsuid }).where('id', '=', contatoId).execute()
  return outro !== undefined
}

/**
 * Merges two contacts of one person: the later opt-out word with its consent, or, without a word, the earlier consent.
 * The day's message counts for both.
 */
export function herdar(de: Linha<'contato'>, para: Linha<'contato'>) {
  const maior = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)
  const palavra = (de.palavra_em ?? '') > (para.palavra_em ?? '') ? de : para
  const marketing = (de.marketing_em ?? '') > (para.marketing_em ?? '') ? de : para
  const primeiro = (de.consentimento_em ?? '~') < (para.consentimento_em ?? '~') ? de : para
  const consentimento = palavra.palavra_em === null ? primeiro : palavra
  return {
    consentimento_origem: consentimento.consentimento_origem,
    consentimento_em: consentimento.consentimento_em,
    aceita_mensagens: palavra.aceita_mensagens,
    palavra_em: palavra.palavra_em,
    aceita_marketing: marketing.aceita_marketing,
    marketing_em: marketing.marketing_em,
    ultimo_modelo_dia: maior(de.ultimo_modelo_dia, para.ultimo_modelo_dia),
    ultima_cobranca_dia: maior(de.ultima_cobranca_dia, para.ultima_cobranca_dia),
    ultimo_contato_em: maior(de.ultimo_contato_em, para.ultimo_contato_em),
  }
}

/**
 * Messages arrived: each window runs from Meta's own timestamp and only ever moves forward; the number works. One
 * written to a number that is no longer ours opens none: Meta would refuse an answer from the new one. A timestamp from
 * tomorrow opens none for longer than a day from now.
 */
export async function abrirJanelas(
  trx: Trx,
  recebidas: readonly { contato: { id: number }; em: Date; chegada: { numero?: string | null } }[],
  agora: Date,
) {
  const linhas = recebidas.map(({ contato, em, chegada: { numero = null } }) => ({
    id: contato.id,
    ate: fimDaJanela(em < agora ? em : agora),
    numero,
  }))
  await sql`
    update contato t set invalido_em = null,
      janela_ate = case when n.numero = any(c.numeros_anteriores) then t.janela_ate else greatest(t.janela_ate, n.ate) end
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, ate timestamptz, numero text),
      configuracao c
    where t.id = n.id`.execute(trx)
}
