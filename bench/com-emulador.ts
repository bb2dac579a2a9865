import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as esperar } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { armazemEmPasta } from '#server/armazem/armazem.ts'
import { criarProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { COPIAS_DE_FABRICA } from '#server/config.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { portaLivre } from '#server/db/porta.ts'
import { despachante } from '#server/despacho/despachante.jobs.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { sincronizar } from '#server/modelos/sincronizacao.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'
import type { Servicos } from '#server/servicos.ts'
import { trabalhosDoWhatsapp } from '#server/whatsapp/whatsapp.jobs.ts'
import { CONTA_PADRAO, VERSAO } from '../src/emulator/conta.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/** One node on a database, and the emulator in a separate process; sends what is in the outbox. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is opened, in its order; each line needs those before it
export async function abrirComEmulador(url: string, agora: () => Date, maxPorSegundo: number) {
  const { db, fechar } = abrirBanco(url)
  const log = pino({ level: 'error' })
  const porta = await portaLivre()
  const emulador = `http://127.0.0.1:${porta}/emulador`
  const escuta = abrirEscuta(url, log)
  const { numero: _, nomeVerificado: __, appId: ___, ...conta } = CONTA_PADRAO
  const saida = criarSaidaSegura({ nomeados: () => [`127.0.0.1:${porta}`] })
  const ambiente = { ...conta, apiUrl: `${emulador}/graph/${VERSAO}` }
  const chaveSecreta = Buffer.alloc(32)
  const whatsapp = criarProvedorWhatsapp({ db, log, chaveSecreta, ambiente, saida, emuladorUrl: () => null })
  const servicos: Servicos = {
    db,
    relogio: { agora, deFora: agora },
    log,
    chaveSecreta,
    pastaDados: '/tmp',
    discos: async () => [],
    armazem: armazemEmPasta('/tmp'),
    origem: 'http://127.0.0.1',
    proxies: [],
    metricsToken: null,
    escuta,
    saida,
    whatsapp,
    pix: criarProvedorPix({ db, log, chaveSecreta, saida }),
    correio: null,
    operacao: { copia: COPIAS_DE_FABRICA, chaveAnterior: null, contaDoAmbiente: ambiente },
    maxPorSegundo,
  }
  const app = await buildApp(servicos)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const filho = spawn(process.execPath, [join(import.meta.dirname, '../src/emulator/main.ts')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(porta),
      WEBHOOK_URL: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/webhooks/whatsapp`,
      EMULATOR_MPS: '1000000',
      EMULATOR_TIER: 'TIER_UNLIMITED',
      EMULATOR_HURRY: '1',
    },
  })
  const parar = iniciarTrabalhos([despachante(servicos), ...trabalhosDoWhatsapp(servicos)], escuta, log)
  const perguntar = async (caminho: string) => {
    const resposta = await fetch(`${emulador}/api${caminho}`).catch(() => null) // not listening yet
    return resposta ? ((await resposta.json()) as Record<string, unknown>) : null
  }
  return {
    servicos,
    db,
    perguntar,
    processadores: async () => ({
      node: segundosDe('self'),
      postgresql: await segundosDoBanco(db),
      emulator: segundosDe(filho.pid!),
    }),
    /** Waits for the emulator, and for its approval of the templates. */
    async prepararModelos() {
      await ate('the emulator knows where webhooks go', async () => (await perguntar('/estado'))?.webhook != null)
      await garantirModelos(db, agora())
      await ate('the templates are approved', async () => {
        await sincronizar(servicos)
        const { rows } =
          await sql`select from modelo_versao where situacao <> 'aprovado' and nome_meta is not null`.execute(db)
        return rows.length === 0
      })
    },
    async fechar() {
      await parar()
      filho.kill()
      await app.close()
      await whatsapp.fechar()
      await escuta.fechar()
      await fechar()
    },
  }
}

/** Polls four times a second. */
export async function ate(oQue: string, assim: () => Promise<boolean>, segundos = 300) {
  const limite = performance.now() + segundos * 1_000
  while (!(await assim())) {
    if (performance.now() > limite) throw new Error(`in ${segundos} s it did not come to be that ${oQue}`)
    await esperar(250)
  }
}
