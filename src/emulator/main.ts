import Fastify from 'fastify'
import { CONTA_PADRAO, type ContaEmulada, NIVEIS, type Nivel, VERSAO } from './conta.ts'
import { criarEmulador } from './emulador.ts'

/*
 * The emulator alone, for running the application against it in another process:
 *   WEBHOOK_URL=http://127.0.0.1:3000/api/webhooks/whatsapp npm run emulator
 * The account's variables are the application's own, so that both read the same .env.
 */
const env = process.env
const host = env.HOST ?? '127.0.0.1'
const port = Number(env.PORT ?? 3999)
const origem = `http://${host}:${port}`
const webhookUrl = env.WEBHOOK_URL ?? 'http://127.0.0.1:3000/api/webhooks/whatsapp'

const doAmbiente: Partial<Record<keyof ContaEmulada, string | undefined>> = {
  token: env.WHATSAPP_TOKEN,
  phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
  businessAccountId: env.WHATSAPP_BUSINESS_ACCOUNT_ID,
  appSecret: env.WHATSAPP_APP_SECRET,
  verifyToken: env.WHATSAPP_VERIFY_TOKEN,
  nomeVerificado: env.COMPANY_NAME,
}
const conta = Object.fromEntries(Object.entries(doAmbiente).filter(([, valor]) => valor)) as Partial<ContaEmulada>

function nivelDe(texto: string): Nivel {
  const nivel = (Object.keys(NIVEIS) as Nivel[]).find((um) => um === texto)
  if (!nivel) throw new Error(`EMULATOR_TIER is one of ${Object.keys(NIVEIS).join(', ')}.`)
  return nivel
}

const emulador = criarEmulador({
  relogio: { agora: () => new Date() },
  conta,
  webhookUrl,
  urlBase: `${origem}/emulador`,
  personagens: env.EMULATOR_PEOPLE === '1',
  vazaoPorSegundo: Number(env.EMULATOR_MPS ?? 80),
  // Statuses right after each other, to measure how many the application can take.
  ...(env.EMULATOR_HURRY === '1' ? { atrasos: { enviada: [0, 50], entregue: [0, 50], lida: [0, 50] } } : {}),
  ...(env.EMULATOR_TIER ? { nivel: nivelDe(env.EMULATOR_TIER) } : {}),
  ...(env.EMULATOR_SEED ? { semente: Number(env.EMULATOR_SEED) } : {}),
  ...(env.EMULATOR_FILE ? { arquivo: env.EMULATOR_FILE } : {}),
})

const app = Fastify({ logger: { level: 'warn' } })
await app.register(emulador.plugin, { prefix: '/emulador' })
app.get('/', async (_request, reply) => reply.redirect('/emulador'))
await app.listen({ host, port })
const emUso = { ...CONTA_PADRAO, ...conta }
/** A value from the environment may be a real secret; the default is public. */
const mostrar = (campo: 'token' | 'appSecret' | 'verifyToken') => (conta[campo] ? '(do ambiente)' : emUso[campo])
console.log(`Emulador do WhatsApp: ${origem}/emulador
  WHATSAPP_API_URL=${origem}/emulador/graph/${VERSAO}
  WHATSAPP_TOKEN=${mostrar('token')}
  WHATSAPP_PHONE_NUMBER_ID=${emUso.phoneNumberId}
  WHATSAPP_BUSINESS_ACCOUNT_ID=${emUso.businessAccountId}
  WHATSAPP_APP_SECRET=${mostrar('appSecret')}
  WHATSAPP_VERIFY_TOKEN=${mostrar('verifyToken')}
Esperando ${webhookUrl} responder ao aperto de mão…`)

let fim = false
async function parar() {
  if (fim) return
  fim = true
  await app.close()
  await emulador.fechar()
  process.exit(0)
}
for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.once(sinal, parar)
// The parent process is gone; started by hand, there is no channel to close.
process.once('disconnect', parar)
while (!fim && !(await emulador.conectar()));
if (!fim) console.log('O aplicativo respondeu: os webhooks vão para ele.')
