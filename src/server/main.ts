import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { type Config, ConfiguracaoInvalida, lerConfig } from '#server/config.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { FalhaAoIniciar, porqueFalhou } from '#server/db/falha-ao-iniciar.ts'
import { BancoIncompativel, migrar } from '#server/db/migrar.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { trabalhosDeModelos } from '#server/modelos/modelos.jobs.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { criarRelogio } from '#server/relogio.ts'
import type { Servicos } from '#server/servicos.ts'
import { criarProvedorWhatsapp } from '#server/whatsapp/conta.ts'

const SAIR_EM_MS = 10_000

try {
  await iniciar(lerConfig(process.env))
} catch (erro) {
  const deGente =
    erro instanceof FalhaAoIniciar || erro instanceof ConfiguracaoInvalida || erro instanceof BancoIncompativel
  console.error(deGente ? `\n${erro.message}\n` : erro)
  process.exit(1)
}

/** Opens everything in order, listens, and takes it down in the opposite order when told to stop. */
async function iniciar(config: Config) {
  const log = pino({ level: config.nivelDeLog, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  const pastaDados = resolve(config.pastaDados)
  const desfazer: (() => Promise<unknown>)[] = []
  const parar = aoParar(desfazer, log)

  await prepararPasta(pastaDados)
  const chaveSecreta = config.chaveSecreta ?? (await chaveDaPasta(pastaDados))
  const url = config.databaseUrl ?? (await bancoDaPasta(pastaDados, log, desfazer, parar))
  await migrar(url)
  const banco = abrirBanco(url, { aoFalhar: (erro) => log.warn({ err: erro }, 'uma conexão com o banco caiu') })
  desfazer.unshift(banco.fechar)
  const escuta = abrirEscuta(url, log)
  desfazer.unshift(escuta.fechar)

  const emulador: { url: string | null } = { url: null }
  const whatsapp = criarProvedorWhatsapp({
    db: banco.db,
    log,
    chaveSecreta,
    ambiente: config.whatsapp,
    emuladorUrl: () => emulador.url,
  })
  desfazer.unshift(whatsapp.fechar)
  const servicos: Servicos = {
    db: banco.db,
    relogio: criarRelogio(config.relogioComecaEm),
    log,
    chaveSecreta,
    pastaDados,
    origem: config.urlPublica ?? `http://${config.host}:${config.porta}`,
    metricsToken: config.metricsToken,
    escuta,
    whatsapp,
    maxPorSegundo: config.whatsapp.maxPorSegundo,
  }
  await garantirModelos(banco.db, servicos.relogio.agora())
  const app = await buildApp(servicos)
  desfazer.unshift(() => app.close())
  await app.listen({ port: config.porta, host: config.host })
  const { port } = app.server.address() as AddressInfo
  desfazer.unshift(iniciarTrabalhos([...trabalhosDeModelos(servicos)], escuta, log))
  console.log(`\nSistema de Cobrança Automática em http://${config.host}:${port}\n`)
}

async function prepararPasta(pasta: string) {
  try {
    await mkdir(join(pasta, 'uploads'), { recursive: true, mode: 0o711 })
  } catch (erro) {
    throw porqueFalhou(erro, pasta)
  }
}

async function chaveDaPasta(pasta: string): Promise<Buffer> {
  const arquivo = join(pasta, 'chave-secreta')
  try {
    if (!existsSync(arquivo)) await writeFile(arquivo, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
    return Buffer.from(await readFile(arquivo, 'utf8'), 'base64')
  } catch (erro) {
    throw porqueFalhou(erro, pasta)
  }
}

async function bancoDaPasta(
  pasta: string,
  log: Servicos['log'],
  desfazer: (() => Promise<unknown>)[],
  parar: (codigo: number) => void,
) {
  desfazer.unshift(await travarPasta(pasta))
  const embutido = await iniciarBancoEmbutido(pasta, log, (erro) => {
    log.fatal({ err: erro }, 'o banco de dados não volta; encerrando')
    parar(1)
  })
  desfazer.unshift(embutido.parar)
  return embutido.url
}

/** SIGTERM: stop taking requests, finish what is in flight, exit 0 within 10 s. */
function aoParar(desfazer: (() => Promise<unknown>)[], log: Servicos['log']) {
  let parando = false
  const parar = (codigo: number) => {
    if (parando) return
    parando = true
    setTimeout(() => process.exit(codigo), SAIR_EM_MS - 500).unref()
    void (async () => {
      for (const passo of desfazer) await passo().catch((erro) => log.error({ err: erro }, 'falha ao encerrar'))
      process.exit(codigo)
    })()
  }
  process.on('SIGTERM', () => parar(0))
  process.on('SIGINT', () => parar(0))
  return parar
}
