import { resolve } from 'node:path'
import { DEMONSTRACAO_RECUSADA } from '#domain/empresa.ts'
import { buildApp } from '#server/app.ts'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { lerDiscos } from '#server/armazem/disco.ts'
import {
  type ContaEmbutida,
  contaRealConfigurada,
  criarProvedorWhatsapp,
  ehDaMeta,
  garantirContaEmbutida,
} from '#server/cloud-api/conta-whatsapp.ts'
import { type Config, ConfiguracaoInvalida, lerConfig, RELOGIO_RECUSADO } from '#server/config.ts'
import { semEnvio } from '#server/dashboard/avisos.queries.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { avisosDeTls } from '#server/db/enderecos.ts'
import { esperarBanco } from '#server/db/espera.ts'
import { fraseDaFalha, naoAtende } from '#server/db/falha-ao-iniciar.ts'
import { exigirMesmaEmpresa, firmarIdentidade, receberPasta } from '#server/db/identidade.ts'
import { migrar } from '#server/db/migrar.ts'
import { ehDonoDasTabelas, separarPapeis } from '#server/db/papeis.ts'
import { chaveDaPasta, prepararPasta } from '#server/db/pasta-de-dados.ts'
import { portaLivre } from '#server/db/porta.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { trabalhoDaPagina } from '#server/demonstracao/clientes-na-pagina.actions.ts'
import { trabalhoDoExtrato } from '#server/demonstracao/extrato-do-dia.actions.ts'
import { conferirRestauracao } from '#server/despacho/posicao.actions.ts'
import { embutirBanco } from '#server/emulador/banco.ts'
import { abrirCorreioEmulado } from '#server/emulador/correio.ts'
import { apagarArquivoDoEmulador, embutirEmulador, urlDoEmulador } from '#server/emulador/embutir.ts'
import { criarLogger, nivelNaDemonstracao } from '#server/http/logger.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { prepararDados, seraInventada } from '#server/primeiros-dados.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { criarSaidaSegura, destinoDe } from '#server/rede/saida-segura.ts'
import { criarRelogio } from '#server/relogio.ts'
import { prepararChaves } from '#server/segredos/preparar.actions.ts'
import { aprenderTroca } from '#server/segredos/troca.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { trabalhosDe } from '#server/trabalhos.ts'
import { conferirContaEmVigor } from '#server/whatsapp/troca-de-conta.actions.ts'

const SAIR_EM_MS = 10_000
const SEGREDOS_PERDIDOS =
  'Atenção: o que a SECRET_KEY perdida guardava foi apagado. Informe de novo o acesso em Config. WhatsApp, e tire SECRET_KEY_ANTERIOR do ambiente.'
const UM_PAPEL_SO =
  'Atenção: o programa usa o PostgreSQL como dono das tabelas, e poderia até apagar o log. Dê a ele um papel só dele: DATABASE_OWNER_URL, no README.'
/** The exit code that says that restarting does not help (EX_CONFIG; `scripts/lancar.mjs`). */
const SAIDA_DE_CONFIGURACAO = 78

/** Whether it was told to stop: a start in progress then loses its database, and that is no failure. */
let parando = false

try {
  await iniciar(lerConfig(process.env))
} catch (erro) {
  if (!parando) desistir(erro)
}

function desistir(erro: unknown): never {
  const frase = fraseDaFalha(erro)
  console.error(frase ? `\n${frase}\n` : erro)
  process.exit(erro instanceof ConfiguracaoInvalida ? SAIDA_DE_CONFIGURACAO : 1)
}

/** Opens everything in order, listens, and takes it down in the opposite order when told to stop. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is opened, in its order; each line needs those before it
async function iniciar(config: Config) {
  const log = criarLogger(config.nivelDeLog)
  const pastaDados = resolve(config.pastaDados)
  const desfazer: (() => Promise<unknown>)[] = []
  const parar = aoParar(desfazer, log)

  await prepararPasta(pastaDados)
  await receberPasta(pastaDados)
  const { url, urlDoDono, lugarDeFora } = config.databaseUrl
    ? { url: config.databaseUrl, urlDoDono: config.databaseOwnerUrl, lugarDeFora: null }
    : await bancoDaPasta(pastaDados, log, desfazer, parar)
  const chaveSecreta = config.chaveSecreta ?? (await chaveDaPasta(pastaDados))
  const avisar = (frase: string) => log.warn(frase)
  const avisosDoBanco = config.databaseUrl ? avisosDeTls(config.databaseUrl) : []
  avisosDoBanco.forEach(avisar)
  if (config.databaseUrl) await esperarBanco(urlDoDono ?? url, avisar)
  await exigirMesmaEmpresa(urlDoDono ?? url, pastaDados, config.bancoRestaurado)
  await migrar(urlDoDono ?? url, { avisar })
  if (urlDoDono) {
    await separarPapeis(urlDoDono, url)
    if (config.databaseUrl) await esperarBanco(url, avisar)
  }
  const banco = abrirBanco(url, {
    conexoes: config.conexoesComOBanco,
    aoFalhar: (erro) => log.warn({ err: erro }, 'uma conexão com o banco caiu'),
  })
  desfazer.unshift(banco.fechar)
  await aprenderTroca(banco.db, chaveSecreta)
  const { perdidos } = await prepararChaves(banco.db, chaveSecreta, config.chaveAnterior)
  await firmarIdentidade(banco.db, pastaDados)
  const escuta = abrirEscuta(url, log)
  desfazer.unshift(escuta.fechar)

  const contaReal = await contaRealConfigurada(banco.db, config.whatsapp)
  // Only the database says whether this is a demonstration, in which the emulator runs.
  let contaEmbutida: ContaEmbutida | null = null
  const porta = config.porta || (await portaLivre())
  // What listens everywhere is reached by this process itself through loopback.
  const origemLocal = `http://${['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host}:${porta}`
  const saida = criarSaidaSegura({
    nomeados: () => [
      ...config.hostsPrivados,
      ...[config.whatsapp.apiUrl, contaEmbutida && origemLocal].flatMap((um) => (um && destinoDe(um)) || []),
    ],
  })
  const whatsapp = criarProvedorWhatsapp({
    db: banco.db,
    log,
    chaveSecreta,
    ambiente: config.whatsapp,
    saida,
    emuladorUrl: () => (contaEmbutida ? urlDoEmulador(origemLocal) : null),
  })
  desfazer.unshift(whatsapp.fechar)
  const pix = criarProvedorPix({ db: banco.db, log, chaveSecreta, saida })
  desfazer.unshift(pix.fechar)
  // Wherever the account was set, in the environment or on the screen.
  if (contaReal && ehDaMeta((await whatsapp.conta()).apiUrl)) {
    if (config.relogioComecaEm) throw new ConfiguracaoInvalida(RELOGIO_RECUSADO)
    if (await seraInventada(banco.db, config)) throw new ConfiguracaoInvalida(DEMONSTRACAO_RECUSADA)
  }
  const armazem = abrirArmazem(pastaDados, config.s3)
  desfazer.unshift(armazem.fechar)
  const servicos: Servicos = {
    db: banco.db,
    relogio: criarRelogio(config.relogioComecaEm),
    log,
    chaveSecreta,
    pastaDados,
    discos: () => lerDiscos(pastaDados),
    armazem,
    origem: config.urlPublica ?? origemLocal,
    proxies: config.proxies,
    metricsToken: config.metricsToken,
    escuta,
    saida,
    whatsapp,
    pix,
    // Read by whoever has one: 39 modules.
    correio: config.correio && (await import('#server/correio/correio.ts')).criarCorreio(config.correio),
    operacao: { copia: config.copia, chaveAnterior: config.chaveAnterior, contaDoAmbiente: config.whatsapp },
    maxPorSegundo: config.whatsapp.maxPorSegundo,
  }
  const { avisos, soAgora, demonstracao, empresa } = await prepararDados(servicos, config)
  // At once too: a start that fails from here on, at a port in use, say, would take them along.
  if (soAgora.length > 0) console.log(soAgora.join('\n'))
  if (demonstracao) log.level = nivelNaDemonstracao(config.nivelDeLog, process.stdout.isTTY === true)
  if (contaReal) await apagarArquivoDoEmulador(pastaDados)
  else if (config.emulador ?? demonstracao) contaEmbutida = await garantirContaEmbutida(banco.db)
  await conferirContaEmVigor(servicos)
  await conferirRestauracao(servicos, config.bancoRestaurado)
  const caixa = demonstracao && !servicos.correio ? await abrirCorreioEmulado(servicos) : null
  if (caixa) {
    servicos.correio = caixa.correio
    desfazer.unshift(caixa.fechar)
  }
  const app = await buildApp(servicos)
  desfazer.unshift(() => app.close())
  const emulador =
    contaEmbutida &&
    (await embutirEmulador(app, servicos, {
      conta: contaEmbutida,
      empresa,
      origem: origemLocal,
      demonstracao,
    }))
  const doBanco = contaEmbutida && (await embutirBanco(app, servicos, { origem: origemLocal, demonstracao }))
  if (doBanco) desfazer.unshift(doBanco.fechar)
  await caixa?.embutir(app, servicos)
  await app.ready() // what fails there is not the address's fault
  await app.listen({ port: porta, host: config.host }).catch(naoAtende)
  const trabalhos = [
    ...trabalhosDe(servicos, config),
    ...(emulador ? [emulador.trabalho] : []),
    ...(demonstracao ? [trabalhoDoExtrato(servicos)] : []),
    ...(demonstracao && doBanco ? [trabalhoDaPagina(servicos, doBanco.pagar)] : []),
  ]
  desfazer.unshift(iniciarTrabalhos(trabalhos, escuta, log))
  if (emulador) {
    desfazer.unshift(emulador.fechar)
    await emulador.conectar()
  }
  const silencio = await semEnvio(banco.db, servicos.relogio.agora())
  console.log(
    [
      '',
      `Sistema de Cobrança Automática em ${servicos.origem}`,
      ...avisosDoBanco,
      ...(lugarDeFora ? [`Banco de dados em ${lugarDeFora}, fora de ${pastaDados}: copie as duas pastas.`] : []),
      ...(perdidos > 0 ? [SEGREDOS_PERDIDOS] : []),
      ...((await ehDonoDasTabelas(banco.db)) ? [UM_PAPEL_SO] : []),
      ...avisosDoWhatsapp(contaReal, emulador ? origemLocal : null, config.databaseUrl !== null),
      ...(demonstracao && silencio ? [silencio.mensagem] : []),
      // The logins come last, to be seen.
      ...avisos,
      '',
    ].join('\n'),
  )
  process.send?.('pronto')
}

/** Where messages go, when that is not simply to Meta. `emuladorEm`: origin of the embedded emulator. */
function avisosDoWhatsapp(contaReal: boolean, emuladorEm: string | null, bancoDeVarios: boolean): string[] {
  if (contaReal) return []
  if (emuladorEm === null)
    return [
      'WhatsApp não configurado: nada é enviado, e o que for escrito espera na fila. Entre como administrador e informe a',
      'conta em Config. WhatsApp, ou defina as variáveis WHATSAPP_…; para experimentar sem enviar, WHATSAPP_EMULATOR=1.',
    ]
  return [
    `Emulador do WhatsApp em ${emuladorEm}/emulador: nada sai para clientes de verdade.`,
    ...(bancoDeVarios
      ? ['As conversas dele vivem só neste processo: com mais de um nó, inicie-o à parte (npm run emulator).']
      : []),
  ]
}

async function bancoDaPasta(
  pasta: string,
  log: Servicos['log'],
  desfazer: (() => Promise<unknown>)[],
  parar: (codigo: number) => void,
) {
  desfazer.unshift(travarPasta(pasta))
  const embutido = await iniciarBancoEmbutido(pasta, log, (erro) => {
    log.fatal({ err: erro }, 'o banco de dados não volta; encerrando')
    parar(1)
  })
  desfazer.unshift(embutido.parar)
  return embutido
}

/** SIGTERM: stop taking requests, finish what is in flight, exit 0 within 10 s; after an unforeseen error the same, with 1. */
function aoParar(desfazer: (() => Promise<unknown>)[], log: Servicos['log']) {
  const parar = (codigo: number) => {
    if (parando) return
    parando = true
    setTimeout(() => process.exit(codigo), SAIR_EM_MS - 500).unref()
    void (async () => {
      // Taken one by one, so that what a start in progress adds meanwhile is stopped too.
      for (let passo = desfazer.shift(); passo; passo = desfazer.shift()) {
        await passo().catch((erro) => log.error({ err: erro }, 'falha ao encerrar'))
      }
      process.exit(codigo)
    })()
  }
  // After an unforeseen error the process is in an unknown state: it ends, and its supervisor starts it again.
  for (const evento of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(evento, (motivo: unknown) => {
      const err = motivo instanceof Error ? motivo : new Error(String(motivo))
      log.fatal({ err }, 'um erro que o programa não previu; encerrando, para ser iniciado de novo')
      parar(1)
    })
  }
  for (const sinal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(sinal, () => parar(0))
  // Its parent, npm start, was killed: nobody else would stop this process.
  process.once('disconnect', () => parar(0))
  return parar
}
