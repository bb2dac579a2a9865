// Shared by the tests of a customer's own page.
import { expect, status, until } from '../conformance/support.mjs'
import { escrever } from './mundo.mjs'

export const publico = (token) => `/api/publico/c/${token}`

/** Tokens of earlier messages. */
const dados = new Set()

/** The link in an operator's message as the phone shows it; the conversation does not. */
export async function pedirPagina(mundo, cliente) {
  await escrever(mundo, cliente, 'Oi')
  const caminho = `/api/operador/clientes/${cliente.id}/mensagens`
  status(await mundo.operador.post(caminho, { conteudo: 'Veja em {{link}} o que está em aberto.' }), 201)
  const aparelho = `/emulador/api/telefones/${encodeURIComponent(cliente.telefone)}`
  const token = await until(async () => {
    const achados = (await mundo.admin.get(aparelho)).text.matchAll(/\/c\/([\w-]{22})(?![\w-])/g)
    return [...achados].map(([, um]) => um).find((um) => !dados.has(um))
  })
  dados.add(token)
  expect(token, 'an address in the message that went', 'none')
  const conversa = status(await mundo.operador.get(caminho), 200).text
  expect(!conversa.includes(token), 'no token in the conversation', conversa)
  return { token, documento: cliente.documento.replace(/\D/g, ''), cookie: '' }
}

export const chamar = (mundo, { token, cookie }, metodo, caminho, json, headers = {}) =>
  mundo.anonimo.call(metodo, publico(token) + caminho, {
    ...(json === undefined ? {} : { json }),
    headers: { ...(cookie ? { cookie } : {}), ...headers },
  })

/** A customer's page, signed in with the digits. */
export async function entrarNaPagina(mundo, cliente) {
  const pagina = await pedirPagina(mundo, cliente)
  const digitos = pagina.documento.slice(0, pagina.documento.length === 11 ? 3 : 4)
  const certo = status(await chamar(mundo, pagina, 'POST', '/entrar', { digitos }), 204)
  pagina.cookie = /(pagina=[^;]+)/.exec([certo.header('set-cookie') ?? ''].flat().join(' '))?.[1] ?? ''
  return pagina
}
