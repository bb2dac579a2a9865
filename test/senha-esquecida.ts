import { sql } from 'kysely'
import { expect } from 'vitest'
import { abrirCaixa } from '#emulator/correio/caixa.ts'
import { criarCorreio } from '#server/correio/correio.ts'
import { enviarLinks } from '#server/recuperacao/enviar.actions.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { test as comMundo, type Pessoa, type World } from '#test/world.ts'

export const DE = 'Modelo <cobranca@exemplo.com.br>'
export const SENHA = 'Jacaranda-4417'
export const NOVA = 'Umbuzeiro-3391'
export const HASH = hashDaSenha(SENHA)
type Caixa = Awaited<ReturnType<typeof abrirCaixa>>

export const test = comMundo.extend<{ caixa: Caixa }>({
  caixa: async ({ world }, usar) => {
    const caixa = await abrirCaixa()
    world.servicos.correio = criarCorreio({ url: caixa.url, de: DE })
    await usar(caixa)
    await caixa.fechar()
  },
})

export const pedir = (world: World, email: string) => world.chamar(null, 'POST', '/api/senha/esqueci', { email })
export const enviar = (world: World) =>
  enviarLinks(world.servicos, world.servicos.correio!, new AbortController().signal)
export const definir = (world: World, token: string, campos: object = {}) =>
  world.chamar(null, 'POST', '/api/senha/nova', {
    token,
    password: NOVA,
    password_confirmation: NOVA,
    ...campos,
  })
export const entrar = (world: World, { email }: Pessoa, password: string) =>
  world.chamar(null, 'POST', '/api/login', { email, password })
export const tokenDe = (texto: string | undefined) => /\/senha\/nova#token=([\w-]{43})$/m.exec(texto ?? '')?.[1] ?? ''
/** Requests a link and returns the token from the mail. */
export async function receber(world: World, caixa: Caixa, { email }: Pessoa): Promise<string> {
  expect((await pedir(world, email)).statusCode).toBe(204)
  await enviar(world)
  return tokenDe(caixa.recebidos()[0]?.texto)
}
export const acoes = async (world: World) =>
  (await sql<{ acao: string }>`select acao from log where acao like 'sessao.%' order by id`.execute(world.db)).rows.map(
    ({ acao }) => acao,
  )
