import { sql } from 'kysely'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { canonico } from '#domain/telefone.ts'
import { clientesDosContatos } from '#server/clientes/destinatario.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import { travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { contatosDosRemetentes, procurarContatos } from '#server/mensagens/remetente.actions.ts'

/**
 * WhatsApp's own setting: a person stops or resumes this company's marketing. Utility templates and the conversation continue, so
 * it matters only once Meta moves one of our templates to marketing. The latest setting counts. For an unknown person it is
 * stored, and applies when a customer with that phone is created.
 */
export async function aplicarPreferencia(
  trx: Trx,
  chaveSecreta: Buffer,
  quem: { telefone: string | null; bsuid: string | null },
  preferencia: { aceita: boolean; em: Date },
  agora: Date,
): Promise<void> {
  const conhecidos = await procurarContatos(trx, quem.telefone && canonico(quem.telefone), quem.bsuid)
  if (conhecidos.length > 0) return mudarMarketing(trx, conhecidos, preferencia, agora)
  if (!quem.telefone && !quem.bsuid) return
  await travarBsuids(trx, [quem])
  const [novo] = await contatosDosRemetentes(trx, chaveSecreta, [quem], agora, 'preferência dita no WhatsApp')
  await mudarMarketing(trx, [novo!.id], preferencia, agora)
}

/** As `aplicarPreferencia`, for known contacts: Meta refused a marketing message to them. On a tie the stop wins. */
export async function mudarMarketing(
  trx: Trx,
  contatoIds: readonly number[],
  { aceita, em }: { aceita: boolean; em: Date },
  agora: Date,
): Promise<void> {
  const { rows: mudados } = await sql<{ id: number }>`
    with antes as (select id, aceita_marketing from contato where id = any(${contatoIds}::bigint[]) for no key update),
    ditos as (
      update contato set aceita_marketing = ${aceita}, marketing_em = ${em}
      where id = any(${contatoIds}::bigint[])
        and (marketing_em is null or marketing_em < ${em} or (marketing_em = ${em} and not ${aceita}::boolean))
      returning id
    )
    select id from antes join ditos using (id) where antes.aceita_marketing <> ${aceita}`.execute(trx)
  const clientes = await clientesDosContatos(
    trx,
    mudados.map(({ id }) => id),
  )
  await registrar(
    trx,
    ...clientes.map(
      (id): Registro => ({
        agora,
        acao: aceita ? 'cliente.aceitar_marketing' : 'cliente.recusar_marketing',
        descricao: aceita
          ? frase`${oCliente(id)} voltou a aceitar no WhatsApp as mensagens de marketing da empresa.`
          : frase`${oCliente(id)} desligou no WhatsApp as mensagens de marketing da empresa. Modelos de utilidade continuam.`,
        entidade: 'cliente',
        entidadeId: id,
      }),
    ),
  )
}
