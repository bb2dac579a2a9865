import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { AppAssinado, NumeroDaConta, NumeroMeta, TokenInspecionado } from '#contract/cloud-api.ts'
import type { Assinatura, CloudApi, ConfigCloudApi, NumeroConta } from './cloud-api.ts'
import { caminho, converter, feito, type Graph, ler, percorrer } from './respostas.ts'

type Cadastro = Pick<
  CloudApi,
  'numero' | 'numerosDaConta' | 'inspecionarToken' | 'conferirSegredo' | 'assinaturas' | 'assinar'
>

/** The account's data at Meta: its numbers, the token, and the apps subscribed to its webhooks. */
export function cadastro(graph: Graph, { phoneNumberId, businessAccountId, token }: ConfigCloudApi): Cadastro {
  return {
    numero: async () =>
      converter(
        ler(await graph.chamar('GET', caminho`/${phoneNumberId}?fields=${CAMPOS_NUMERO}`), NumeroMeta),
        numeroDe,
      ),

    numerosDaConta: async () =>
      converter(
        await percorrer(graph, caminho`/${businessAccountId}/phone_numbers?fields=id&limit=100`, NumeroDaConta),
        (itens) => itens.map(({ id }) => id),
      ),

    inspecionarToken: async () =>
      converter(
        ler(await graph.chamar('GET', caminho`/debug_token?input_token=${token}`), TokenInspecionado),
        ({ data }) => ({
          valido: data.is_valid,
          expiraEm: data.expires_at > 0 ? new Date(data.expires_at * 1_000) : null,
          escopos: data.scopes,
          appId: data.app_id ?? null,
          contas:
            data.granular_scopes.find(({ scope }) => scope === 'whatsapp_business_management')?.target_ids ?? null,
        }),
      ),

    conferirSegredo: async (appSecret) => {
      const prova = createHmac('sha256', appSecret).update(token).digest('hex')
      const onde = caminho`/${phoneNumberId}?fields=id&appsecret_proof=${prova}`
      return converter(ler(await graph.chamar('GET', onde), NumeroDaConta), () => true as const)
    },

    assinaturas: async () =>
      converter(
        await percorrer(graph, caminho`/${businessAccountId}/subscribed_apps?limit=100`, AppAssinado),
        (itens) => itens.map(assinaturaDe),
      ),

    assinar: async (webhook) =>
      feito(
        await graph.chamar(
          'POST',
          caminho`/${businessAccountId}/subscribed_apps`,
          webhook ? { override_callback_uri: webhook.url, verify_token: webhook.verifyToken } : {},
        ),
      ),
  }
}

const CAMPOS_NUMERO =
  'id,display_phone_number,verified_name,quality_rating,status,name_status,throughput,' +
  'whatsapp_business_manager_messaging_limit,webhook_configuration,health_status'

const ENVIO = { AVAILABLE: 'AVAILABLE', LIMITED: 'LIMITED', BLOCKED: 'BLOCKED' } as const

function numeroDe(meta: z.infer<typeof NumeroMeta>): NumeroConta {
  const { health_status: saude, webhook_configuration: webhook } = meta
  const erros = saude?.entities.flatMap((entidade) => entidade.errors ?? []) ?? []
  return {
    numero: meta.display_phone_number ?? '',
    nomeVerificado: meta.verified_name ?? null,
    qualidade: meta.quality_rating ?? null,
    limite: meta.whatsapp_business_manager_messaging_limit ?? meta.messaging_limit_tier ?? null,
    situacao: meta.status ?? null,
    podeEnviar: ENVIO[saude?.can_send_message as keyof typeof ENVIO] ?? null,
    problemas: erros.map((erro) => ({ codigo: erro.error_code, descricao: erro.error_description ?? '' })),
    vazao: meta.throughput?.level ?? null,
    webhook: webhook?.phone_number ?? webhook?.whatsapp_business_account ?? webhook?.application ?? null,
  }
}

const assinaturaDe = (meta: z.infer<typeof AppAssinado>): Assinatura => ({
  appId: meta.whatsapp_business_api_data.id,
  nome: meta.whatsapp_business_api_data.name ?? null,
  url: meta.override_callback_uri ?? null,
})
