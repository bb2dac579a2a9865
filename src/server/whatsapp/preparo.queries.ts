import { sql } from 'kysely'
import type { PreparoWhatsapp } from '#contract/whatsapp.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import type { Servicos } from '#server/servicos.ts'

const SEGREDOS = {
  token: { coluna: 'whatsapp_token_cifrado', campo: 'token' },
  app_secret: { coluna: 'whatsapp_app_secret_cifrado', campo: 'appSecret' },
  verify_token: { coluna: 'whatsapp_verify_token_cifrado', campo: 'verifyToken' },
} as const

/** Log actions that show how far the setup has come. */
const FATOS = {
  configurar: 'whatsapp.configurar',
  confirmado: 'whatsapp.confirmar_webhook',
  recusado: 'whatsapp.recusar_webhook',
  semAssinatura: 'whatsapp.recusar_assinatura',
  teste: 'modelo.testar',
} as const satisfies Record<string, AcaoDoLog>

/** The progress of the account's set-up: which fields are filled (never their values), and the webhook's events. */
export async function verPreparo({ db, whatsapp }: Pick<Servicos, 'db' | 'whatsapp'>): Promise<PreparoWhatsapp> {
  const conta = await whatsapp.conta()
  const { rows } = await sql<{ fato: string; em: string }>`
    select distinct on (fato) fato, created_at as em
    from (
      select coalesce(campo, acao) as fato, created_at
      from log left join lateral jsonb_array_elements_text(dados->'campos') as campo on acao = ${FATOS.configurar}
      where acao = any(${[FATOS.configurar, FATOS.confirmado, FATOS.recusado, FATOS.semAssinatura]})
    ) as fatos
    order by fato, created_at desc`.execute(db)
  const em = new Map(rows.map((linha) => [linha.fato, linha.em]))
  const segredo = ({ coluna, campo }: (typeof SEGREDOS)[keyof typeof SEGREDOS]) => ({
    gravado: conta[campo] !== null,
    em: em.get(coluna) ?? null,
  })
  return {
    segredos: {
      token: segredo(SEGREDOS.token),
      app_secret: segredo(SEGREDOS.app_secret),
      verify_token: segredo(SEGREDOS.verify_token),
    },
    aperto_confirmado_em: em.get(FATOS.confirmado) ?? null,
    aperto_recusado_em: em.get(FATOS.recusado) ?? null,
    assinatura_recusada_em: em.get(FATOS.semAssinatura) ?? null,
    teste: await ultimoTeste(db),
  }
}

/** The last test to somebody's own phone, and when that phone answered. */
async function ultimoTeste(db: Servicos['db']): Promise<PreparoWhatsapp['teste']> {
  const { rows } = await sql<{ enviado_em: string; respondido_em: string | null }>`
    select t.created_at as enviado_em,
      (select max(m.created_at) from mensagem m where m.contato_id = (t.dados->>'contato_id')::bigint
        and m.direcao = 'recebida' and m.created_at >= t.created_at) as respondido_em
    from log t where t.acao = ${FATOS.teste} order by t.created_at desc, t.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
