import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import type { Servicos } from '#server/servicos.ts'
import { CAMINHO_WEBHOOK_PIX, lerLinha } from './recebimento.queries.ts'

/**
 * Registers our webhook address with the PSP at each start (the address may have changed), after each change of
 * settings, and once a day, since the PSP may have dropped it. Not called when the address is unreachable from outside;
 * a refusal is shown, so that a person enters the address at the PSP.
 */
export async function enderecarWebhook(
  { db, pix, relogio, origem }: Pick<Servicos, 'db' | 'pix' | 'relogio' | 'origem'>,
  agoraMesmo = false,
): Promise<void> {
  const { psp_webhook_conferido_em: conferido, psp_emulado, ...psp } = await lerLinha(db)
  const [api, { segredo }] = [await pix.api(), await pix.meios()]
  if (!api || segredo === null) return
  const agora = relogio.agora()
  const haMs = conferido === null ? -1 : agora.getTime() - Date.parse(conferido)
  // Later than now it was told by a clock that has been put back since.
  if (!agoraMesmo && haMs >= 0 && haMs < DIA_MS) return
  const url = `${origem}${CAMINHO_WEBHOOK_PIX}/${segredo}`
  // The emulator beside us hears http, too.
  const aoLado = psp_emulado || psp.psp_base_url?.startsWith(`${origem}/`)
  const erro = aoLado || url.startsWith('https://') ? await registrar(api, url) : SO_HTTPS
  // Another PSP or key, set meanwhile, was told nothing.
  await sql`
    update recebimento set psp_webhook_erro = ${erro}, psp_webhook_conferido_em = ${agora}
    where psp_webhook_segredo_cifrado = ${psp.psp_webhook_segredo_cifrado} and psp_client_id = ${psp.psp_client_id}
      and chaves_anteriores = ${psp.chaves_anteriores}::text[]`.execute(db)
}

type Api = NonNullable<Awaited<ReturnType<Servicos['pix']['api']>>>

/** Some PSPs refuse the address that they have already: it is looked at first. */
async function registrar(api: Api, url: string): Promise<string | null> {
  const atual = await api.webhook()
  if (atual.tipo === 'ok' && atual.valor.webhookUrl === url) return null
  const feito = await api.registrarWebhook(url)
  return feito.tipo === 'ok' ? null : `${feito.mensagem} ${A_MAO}`
}

const A_MAO =
  'Cadastre o endereço de avisos no painel do PSP. Até lá, os pagamentos chegam pela conferência a cada 5 minutos.'
const SO_HTTPS = `O PSP só avisa um endereço https://, e este servidor não tem um (PUBLIC_URL). ${A_MAO}`
