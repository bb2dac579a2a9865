import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { criarEmulador, type Emulador } from '#emulator/emulador.ts'
import type { ContaEmbutida } from '#server/cloud-api/conta-whatsapp.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { CANAL_CONTA } from '#server/whatsapp/verificacao.actions.ts'
import { ARQUIVO_DO_BANCO } from './banco.ts'
import { emVigor, exigirEmVigor, exigirQuemControla, PREFIXO_DO_EMULADOR as PREFIXO } from './controles.ts'
import { lerPassado } from './passado.queries.ts'

interface Opcoes {
  conta: ContaEmbutida
  empresa: string
  /** The origin by which this process reaches itself; read late, because the port is known only when listening. */
  origem: string
  /** Nobody is real: customers read and answer by themselves now and then, and the machine's own user turns the controls. */
  demonstracao: boolean
}

export interface EmuladorEmbutido {
  conectar: Emulador['conectar']
  /** Ends the emulator when an account takes its place, whichever node it was saved on. */
  trabalho: Trabalho
  fechar(): Promise<void>
}

const ARQUIVO = 'emulador.json'

/** With a real account the emulator's data cannot be seen, so it is deleted. */
export async function apagarArquivoDoEmulador(pastaDados: string): Promise<void> {
  for (const nome of [ARQUIVO, ARQUIVO_DO_BANCO])
    for (const fim of ['', '.novo', '.ilegivel']) await rm(join(pastaDados, nome + fim), { force: true })
}

/** The address of the emulator's Cloud API on this process, the version included. */
export const urlDoEmulador = (origem: string) => `${origem}${PREFIXO}/graph/v23.0`

/**
 * The other side of WhatsApp on our own port. From the moment a real account is saved it answers 404 and its conversations
 * are gone, so that nobody takes it for the real thing. Its Graph and its files want the account's own token.
 */
export async function embutirEmulador(
  app: FastifyInstance,
  servicos: Servicos,
  { conta, empresa, origem, demonstracao }: Opcoes,
): Promise<EmuladorEmbutido> {
  const { relogio, db, pastaDados, whatsapp, maxPorSegundo } = servicos
  const emulador = criarEmulador({
    relogio,
    conta: { ...conta, nomeVerificado: empresa },
    webhookUrl: `${origem}/api/webhooks/whatsapp`,
    urlBase: `${origem}${PREFIXO}`,
    arquivo: join(pastaDados, ARQUIVO),
    personagens: demonstracao,
    leSozinho: demonstracao,
    vazaoPorSegundo: Math.max(80, maxPorSegundo),
    nomes: (telefones) => nomesDe(db, telefones),
    procurar: (texto, limite) => procurar(db, texto, limite),
  })
  await lembrar(emulador, servicos)
  const guardado: FastifyPluginAsync = async (escopo) => {
    escopo.addHook('onRequest', async (request) => {
      await exigirEmVigor(servicos)
      // By the route's own pattern: a path may be written in many ways.
      if (request.routeOptions.url?.startsWith(`${PREFIXO}/api/`))
        await exigirQuemControla(request, servicos, demonstracao)
    })
    await escopo.register(emulador.plugin)
  }
  await app.register(guardado, { prefix: PREFIXO })

  let fechado: Promise<void> | undefined
  const fechar = () => {
    fechado ??= emulador.fechar()
    return fechado
  }
  return {
    conectar: emulador.conectar,
    fechar,
    trabalho: {
      nome: 'emulador',
      cadaMs: 60_000,
      canal: CANAL_CONTA,
      async executar() {
        whatsapp.esquecer()
        if (await emVigor(servicos)) return undefined
        await fechar()
        await apagarArquivoDoEmulador(pastaDados)
        return undefined
      },
    },
  }
}

/** Loads the register's conversations onto the emulated phones: the demonstration's past, or that of a lost file. */
async function lembrar(emulador: Emulador, { db, relogio }: Servicos) {
  for (const { telefone, mensagens } of await lerPassado(db)) emulador.lembrar(telefone, { mensagens })
  const abertas = await db
    .selectFrom('cliente')
    .innerJoin('contato', 'contato.id', 'cliente.contato_id')
    .select(['cliente.telefone', 'contato.janela_ate'])
    .where('contato.janela_ate', '>', relogio.agora().toISOString())
    .execute()
  for (const { telefone, janela_ate } of abertas) {
    if (telefone && janela_ate) emulador.lembrar(telefone, { janelaAte: Date.parse(janela_ate) })
  }
}

async function nomesDe(db: Servicos['db'], telefones: string[]): Promise<ReadonlyMap<string, string>> {
  if (telefones.length === 0) return new Map()
  const linhas = await db
    .selectFrom('cliente')
    .select(['telefone', 'nome'])
    .where('telefone', 'in', telefones)
    .execute()
  return new Map(linhas.flatMap(({ telefone, nome }) => (telefone ? [[telefone, nome]] : [])))
}

async function procurar(db: Servicos['db'], texto: string, limite: number) {
  const linhas = await db
    .selectFrom('cliente')
    .select(['telefone', 'nome'])
    .where('telefone', 'is not', null)
    .where(sql<SqlBool>`busca like ${padraoDeBusca(texto)}`)
    .orderBy('nome')
    .limit(limite)
    .execute()
  return linhas.flatMap(({ telefone, nome }) => (telefone ? [{ telefone, nome }] : []))
}
