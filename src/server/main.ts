import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { type Config, ConfiguracaoInvalida, lerConfig } from '#server/config.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { FalhaAoIniciar, porqueFalhou } from '#server/db/falha-ao-iniciar.ts'
import { BancoIncompativel, migrar } from '#server/db/migrar.ts'
import { portaLivre } from '#server/db/porta.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { embutirEmulador, urlDoEmulador } from '#server/emulador/embutir.ts'
import { criarDiario } from '#server/http/diario.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { prepararDados } from '#server/primeiros-dados.ts'
import { criarRelogio } from '#server/relogio.ts'
import type { Servicos } from '#server/servicos.ts'
import { trabalhosDe } from '#server/trabalhos.ts'
import { contaRealConfigurada, criarProvedorWhatsapp, garantirContaEmbutida } from '#server/whatsapp/conta.ts'

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
  const log = criarDiario(config.nivelDeLog)
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

  const contaEmbutida = (await contaRealConfigurada(banco.db, config.whatsapp))
    ? null
    : await garantirContaEmbutida(banco.db)
  const porta = config.porta || (await portaLivre())
  // What listens everywhere is reached by this process itself through loopback.
  const origemLocal = `http://${['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host}:${porta}`
  const whatsapp = criarProvedorWhatsapp({
    db: banco.db,
    log,
    chaveSecreta,
    ambiente: config.whatsapp,
    emuladorUrl: () => (contaEmbutida ? urlDoEmulador(origemLocal) : null),
  })
  desfazer.unshift(whatsapp.fechar)
  const servicos: Servicos = {
    db: banco.db,
    relogio: criarRelogio(config.relogioComecaEm),
    log,
    chaveSecreta,
    pastaDados,
    origem: config.urlPublica ?? origemLocal,
    metricsToken: config.metricsToken,
    escuta,
    whatsapp,
    maxPorSegundo: config.whatsapp.maxPorSegundo,
  }
  const { avisos, demonstracao, empresa } = await prepararDados(servicos, config)
  const app = await buildApp(servicos)
  desfazer.unshift(() => app.close())
  const emulador =
    contaEmbutida &&
    (await embutirEmulador(app, servicos, {
      conta: contaEmbutida,
      empresa,
      origem: origemLocal,
      personagens: demonstracao,
    }))
  await app.listen({ port: porta, host: config.host })
  desfazer.unshift(iniciarTrabalhos(trabalhosDe(servicos, config), escuta, log))
  if (emulador) {
    desfazer.unshift(emulador.fechar)
    await emulador.conectar()
  }
  console.log(
    [
      '',
      `Sistema de Cobrança Automática em ${servicos.origem}`,
      ...avisos,
      ...(emulador ? [`Emulador do WhatsApp em ${origemLocal}/emulador`] : []),
      '',
    ].join('\n'),
  )
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
