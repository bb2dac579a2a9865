import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, type TestContext } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { lugarAnotado } from '#server/db/identidade.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from './aplicacao.mjs'
import { bancoNovo, noServidor, urlDe } from './bancos.ts'
import { esperarAte } from './espera.ts'
import { violada } from './invariantes.ts'
import { levarWebhooks, type Processo, saidaVazia, test } from './processo.ts'
import type { Pessoa, World } from './world.ts'

/** The test's own cleanup: with concurrent tests, the global one would run when any of them ends. */
type AoFim = TestContext['onTestFinished']

describe.concurrent('a started program survives', () => {
  test('an API that accepts requests and never answers: one at a time is sent, until one is answered', async ({
    world,
    palco,
    iniciar,
    onTestFinished,
  }) => {
    const quantas = 60
    await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
    const admin = await world.criarAdmin()
    const porta = await abrirPorta(world.conta.apiUrl, onTestFinished)
    const programa = await iniciar({ WHATSAPP_API_URL: porta.url })
    const status = () => ver(programa, admin, '/api/admin/configuracoes/whatsapp/status')
    porta.emudecer()
    await executar(world.servicos, {})
    await esperarAte('it says that nobody answers', async () => (await status()).erro?.codigo === 'sem_resposta')
    await esperarAte('those that went before it was known are given up, and a probe waits alone', () => porta.sonda())
    expect(porta.antesDeSondar()).toBeLessThanOrEqual(12)

    porta.responder()
    await saidaVazia(world)
    await levarWebhooks(world, palco, [programa])
    expect(await status()).toMatchObject({ conectado: true, erro: null })
    const { rows } = await sql<{ envio: string; n: number }>`
      select envio, count(*)::int as n from mensagem group by envio order by envio`.execute(world.db)
    // The probe was answered after all; requests abandoned before it wait for proof.
    const perdidas = porta.desistidas()
    expect(perdidas).toBeGreaterThanOrEqual(3)
    expect(rows).toEqual([
      { envio: 'aceita', n: quantas - perdidas },
      { envio: 'desconhecida', n: perdidas },
    ])
    expect(palco.emulador.envios()).toHaveLength(quantas - perdidas)
    expect(await violada(world.db)).toBeNull()
  })

  test('a restored older dump: nothing is sent until an administrator releases it, and then nothing twice', async ({
    world,
    palco,
    iniciar,
  }) => {
    const quantas = 200 // at ten a second it is stopped long before the last
    await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
    const admin = await world.criarAdmin()
    await executar(world.servicos, {})
    const copia = await copiar(world)

    const antes = await iniciar({ WHATSAPP_MAX_MPS: '10' })
    await esperarAte('some left', () => palco.emulador.envios().length >= 10)
    const posicao = join(world.pastaDados, 'posicao-do-envio.json')
    await esperarAte(
      'the node knows of it',
      () => existsSync(posicao) && / ?:[1-9]/.test(readFileSync(posicao, 'utf8')),
    )
    await antes.parar()
    const saidas = palco.emulador.envios().length
    expect(saidas).toBeLessThan(quantas)
    await restaurar(world, copia)

    const depois = await iniciar()
    const retencao = () => ver(depois, admin, '/api/admin/whatsapp/retencao')
    const retida = await retencao()
    expect(retida).toMatchObject({ retida: true, porque: 'posicao', total: quantas })
    expect(retida.envios_perdidos).toBeGreaterThan(0)
    await levarWebhooks(world, palco, [depois]) // Meta reports what left
    expect(await retencao()).toMatchObject({ retida: true, total: quantas - saidas })
    expect(palco.emulador.envios()).toHaveLength(saidas)
    const liberar = { decisao: 'enviar_menos_confirmadas' }
    const resposta = await depois.chamar(admin, 'POST', '/api/admin/whatsapp/retencao/liberar', liberar)
    expect(await resposta.json()).toEqual({ liberadas: quantas - saidas, canceladas: 0 })

    await saidaVazia(world)
    const telefones = palco.emulador.envios().map(({ telefone }) => telefone)
    expect(telefones).toHaveLength(quantas)
    expect(new Set(telefones).size).toBe(quantas)
    expect(await violada(world.db)).toBeNull()
  })

  test('a folder, a database and a key that are not of each other: it refuses with a sentence, and changes nothing', async ({
    onTestFinished,
  }) => {
    const pasta = pastaNova(onTestFinished)
    const [dela, vazio] = [await bancoNovo(), await bancoNovo()]
    const certo = { DATA_DIR: join(pasta, 'data'), DATABASE_URL: urlDe(dela), SECRET_KEY: chave(7), LOG_LEVEL: 'error' }
    await (await iniciarAplicacao(certo)).parar()
    const deOutra = await bancoNovo(dela)
    await noBanco(deOutra, 'update configuracao set identidade = gen_random_uuid()')

    const [semEmpresa, outraEmpresa, outraChave, semBanco] = await Promise.all([
      recusada({ ...certo, DATABASE_URL: urlDe(vazio) }),
      recusada({ ...certo, DATABASE_URL: urlDe(deOutra) }),
      recusada({ ...certo, SECRET_KEY: chave(8) }),
      recusada({ ...certo, DATABASE_URL: '', SECRET_KEY: '' }),
    ])
    expect(semEmpresa).toMatch(
      /O banco de dados está vazio, e a pasta .* tem o que é de uma empresa .* Nada foi alterado\./,
    )
    expect(outraEmpresa).toMatch(/é de uma empresa, e o banco de dados, de outra.* Nada foi alterado\./)
    expect(outraChave).toMatch(/SECRET_KEY não é a chave com que os segredos deste banco de dados foram gravados/)
    expect(semBanco).toMatch(
      /o banco de dados dela não está em .*postgresql.* defina DATABASE_URL.* Nada foi alterado\./,
    )
    expect(await noBanco(vazio, "select to_regclass('migracao') as feita")).toEqual([{ feita: null }])
    expect(existsSync(join(certo.DATA_DIR, 'postgresql', 'PG_VERSION'))).toBe(false)
    await (await iniciarAplicacao(certo)).parar()
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a copy of a folder whose database is elsewhere: the start had said where, and the copy does not start as an empty company',
    async ({ onTestFinished }) => {
      const fechada = join(pastaNova(onTestFinished), 'fechada')
      mkdirSync(fechada, { mode: 0o700 }) // PostgreSQL, as another user, cannot enter: its data goes to /var/lib
      const ambiente = { DATA_DIR: join(fechada, 'data'), LOG_LEVEL: 'error' }
      const programa = await iniciarAplicacao(ambiente)
      const lugar = lugarAnotado(ambiente.DATA_DIR)!
      onTestFinished(() => rmSync(join(lugar, '..'), { recursive: true, force: true }))
      const frase = `Banco de dados em ${lugar}, fora de ${ambiente.DATA_DIR}: copie as duas pastas.`
      await esperarAte('the start says where', () => programa.saida().includes(frase))
      await programa.parar()

      const copia = join(fechada, 'copia')
      cpSync(ambiente.DATA_DIR, copia, { recursive: true })
      const disse = await recusada({ ...ambiente, DATA_DIR: copia })
      expect(disse).toContain(`Da última vez, ele ficava em ${lugar}.`)
      expect(disse).toMatch(/Copie-o para .* Nada foi alterado\./)
    },
  )
})

// biome-ignore lint/suspicious/noExplicitAny: what came is what the test judges
const ver = async (programa: Processo, quem: Pessoa, caminho: string): Promise<any> =>
  (await programa.chamar(quem, 'GET', caminho)).json()

/** A proxy in front of WhatsApp's API that can go silent: it then takes requests, and answers them when it speaks again. */
async function abrirPorta(apiUrl: string, aoFim: AoFim) {
  let muda = false
  let recebidas = 0
  let desistidas = 0
  let antesDeSondar: number | null = null
  const esperam = new Set<() => void>()
  const servidor = createServer(async (pedido, resposta) => {
    const corpo = Buffer.concat(await pedido.toArray())
    if (muda && pedido.url?.endsWith('/messages')) {
      // Earlier requests were abandoned and none is waiting, so this one is the probe.
      if (desistidas >= 3 && esperam.size === 0) antesDeSondar ??= recebidas
      recebidas += 1
      await new Promise<void>((responder) => {
        esperam.add(responder)
        resposta.once('close', () => {
          if (esperam.delete(responder)) desistidas += 1 // the client abandoned it
        })
      })
    }
    const { status, headers, body } = await fetch(new URL(pedido.url ?? '', apiUrl), {
      method: pedido.method ?? 'GET',
      headers: { authorization: pedido.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(corpo.length > 0 ? { body: corpo } : {}),
    })
    resposta.writeHead(status, { 'content-type': headers.get('content-type') ?? 'application/json' })
    resposta.end(body && Buffer.from(await new Response(body).arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(servidor, 'listening')
  aoFim(() => {
    servidor.closeAllConnections()
    servidor.close()
  })
  const url = new URL(apiUrl)
  url.host = `127.0.0.1:${(servidor.address() as AddressInfo).port}`
  return {
    url: url.href,
    emudecer: () => {
      muda = true
    },
    responder: () => {
      muda = false
      for (const responder of esperam) responder()
      esperam.clear()
    },
    /** Whether the waiting request is a probe. */
    sonda: () => antesDeSondar !== null && esperam.size === 1,
    antesDeSondar: () => antesDeSondar,
    desistidas: () => desistidas,
  }
}

const nomeDe = (world: World) => new URL(world.url).pathname.slice(1)

/** Copies a database, which PostgreSQL does only without connections: they are terminated, and the program reconnects. */
async function trocar(world: World, de: string, para: string, antes: string[] = []): Promise<void> {
  const expulsar = (nome: string) =>
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${nome}' and pid <> pg_backend_pid()`
  await noServidor(
    `alter database ${de} allow_connections off`,
    expulsar(de),
    ...antes,
    `create database ${para} template ${de} strategy file_copy`,
    `alter database ${de} allow_connections on`,
  )
  await esperarAte(
    'the database takes connections',
    async () => (await sql`select`.execute(world.db)).rows.length === 1,
  )
}

async function copiar(world: World): Promise<string> {
  const copia = `${nomeDe(world)}_copia`.slice(-60)
  await trocar(world, nomeDe(world), copia)
  return copia
}

async function restaurar(world: World, copia: string) {
  await trocar(world, copia, nomeDe(world), [`drop database ${nomeDe(world)} with (force)`])
  await noServidor(`drop database ${copia}`)
}

function pastaNova(aoFim: AoFim): string {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-sobreviver-'))
  aoFim(() => rmSync(pasta, { recursive: true, force: true }))
  return pasta
}

const chave = (byte: number) => Buffer.alloc(32, byte).toString('base64')

async function noBanco(nome: string, comando: string) {
  const banco = abrirBanco(urlDe(nome), { conexoes: 1 })
  const { rows } = await sql.raw(comando).execute(banco.db).finally(banco.fechar)
  return rows
}

/** The output of a start that fails. */
async function recusada(ambiente: Record<string, string>): Promise<string> {
  const erro: unknown = await iniciarAplicacao(ambiente).then(
    () => null,
    (motivo: unknown) => motivo,
  )
  expect(erro).toBeInstanceOf(Error)
  return (erro as Error).message
}
