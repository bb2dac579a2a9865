import { sql } from 'kysely'
import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import { corrigirTelefones } from '#server/clientes/telefone.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { juntar } from './juntar-contatos.actions.ts'

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
