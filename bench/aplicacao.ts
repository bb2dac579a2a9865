import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { armazemEmPasta } from '#server/armazem/armazem.ts'
import { criarProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { COPIAS_DE_FABRICA } from '#server/config.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'

const SEM_CONTA = {
  apiUrl: null,
  token: null,
  phoneNumberId: null,
  businessAccountId: null,
  appSecret: null,
  verifyToken: null,
}

/** The whole application on a database, not listening on a port, with the clock fixed at an instant. */
export async function abrirAplicacao(url: string, agora: Date) {
  const { db, fechar } = abrirBanco(url)
  const log = pino({ level: 'silent' })
  const escuta = abrirEscuta(url, log)
  const chaveSecreta = randomBytes(32)
  const saida = criarSaidaSegura({ nomeados: () => [] })
  const whatsapp = criarProvedorWhatsapp({ db, log, chaveSecreta, ambiente: SEM_CONTA, saida, emuladorUrl: () => null })
  const pix = criarProvedorPix({ db, log, chaveSecreta, saida })
  const app = await buildApp({
    db,
    relogio: { agora: () => agora, deFora: () => agora },
    log,
    chaveSecreta,
    pastaDados: '.',
    discos: async () => [],
    armazem: armazemEmPasta('.'),
    origem: 'http://127.0.0.1:3000',
    proxies: ['loopback'],
    metricsToken: null,
    escuta,
    saida,
    whatsapp,
    pix,
    correio: null,
    operacao: { copia: COPIAS_DE_FABRICA, chaveAnterior: null, contaDoAmbiente: SEM_CONTA },
    maxPorSegundo: 80,
  })
  return {
    app,
    db,
    chaveSecreta,
    fechar: async () => {
      await app.close()
      await whatsapp.fechar()
      await pix.fechar()
      await escuta.fechar()
      await fechar()
    },
  }
}

type Aplicacao = Awaited<ReturnType<typeof abrirAplicacao>>['app']

const PACIENCIA_MS = 5_000

/**
 * Milliseconds of each request, sorted; the tokens take turns. Throws when an answer is not 200. Stops after `PACIENCIA_MS`.
 */
export async function cronometrar(
  app: Aplicacao,
  tokens: string | string[],
  pedidos: number,
  url: (i: number) => string,
) {
  const tempos: number[] = []
  const de = [tokens].flat()
  const limite = performance.now() + PACIENCIA_MS
  for (let i = 0; i < pedidos && (i === 0 || performance.now() < limite); i += 1) {
    const inicio = performance.now()
    const { statusCode, body } = await app.inject({
      url: url(i),
      headers: { authorization: `Bearer ${de[i % de.length]}` },
    })
    if (statusCode !== 200) throw new Error(`${url(i)}: ${statusCode} ${body.slice(0, 200)}`)
    tempos.push(performance.now() - inicio)
  }
  return tempos.sort((a, b) => a - b)
}

/** The percentile (0 to 1) of these times. */
export const percentil = (tempos: readonly number[], parte: number) =>
  tempos[Math.min(tempos.length - 1, Math.floor(tempos.length * parte))]!
