import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { criarEmulador, type Emulador } from '#emulator/emulador.ts'
import type { ContaEmbutida } from '#server/cloud-api/conta.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import type { Servicos } from '#server/servicos.ts'

const PREFIXO = '/emulador'

interface Opcoes {
  conta: ContaEmbutida
  empresa: string
  /** Origin by which this process reaches itself; asked late, since the port comes with listening. */
  origem: string
  /** Demonstration customers read and answer by themselves now and then. */
  personagens: boolean
}

/** The address of the emulator's Cloud API on this process, the version included. */
export const urlDoEmulador = (origem: string) => `${origem}${PREFIXO}/graph/v23.0`

/**
 * The other side of WhatsApp on our own port. It answers 404 from the moment a real account is saved, so that nobody
 * takes it for the real thing.
 */
export async function embutirEmulador(app: FastifyInstance, servicos: Servicos, opcoes: Opcoes): Promise<Emulador> {
  const { relogio, db, pastaDados, whatsapp, maxPorSegundo } = servicos
  const emulador = criarEmulador({
    relogio,
    conta: { ...opcoes.conta, nomeVerificado: opcoes.empresa },
    webhookUrl: `${opcoes.origem}/api/webhooks/whatsapp`,
    urlBase: `${opcoes.origem}${PREFIXO}`,
    arquivo: join(pastaDados, 'emulador.json'),
    personagens: opcoes.personagens,
    leSozinho: opcoes.personagens,
    vazaoPorSegundo: Math.max(80, maxPorSegundo),
    nomes: (telefones) => nomesDe(db, telefones),
    procurar: (texto, limite) => procurar(db, texto, limite),
  })
  await lembrarJanelas(emulador, servicos)
  const soSemContaReal: FastifyPluginAsync = async (escopo) => {
    escopo.addHook('onRequest', async (_request, reply) => {
      if ((await whatsapp.conta()).provedor === 'emulador') return
      return reply.status(404).send({ message: 'O emulador está desligado: há uma conta do WhatsApp configurada.' })
    })
    await escopo.register(emulador.plugin)
  }
  await app.register(soSemContaReal, { prefix: PREFIXO })
  return emulador
}

/** Windows that the register knows to be open are open to the emulator too: the demonstration's, or those of a lost file. */
async function lembrarJanelas(emulador: Emulador, { db, relogio }: Servicos) {
  const abertas = await db
    .selectFrom('cliente')
    .innerJoin('contato', 'contato.id', 'cliente.contato_id')
    .select(['cliente.telefone', 'contato.janela_ate'])
    .where('contato.janela_ate', '>', relogio.agora().toISOString())
    .execute()
  for (const { telefone, janela_ate } of abertas) {
    if (telefone && janela_ate) emulador.lembrarJanela(telefone, Date.parse(janela_ate))
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
