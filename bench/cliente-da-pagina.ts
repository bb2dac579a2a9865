import { LOGINS_DA_DEMONSTRACAO } from '#server/demonstracao/logins.actions.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { controlarEmulador } from '../test/aplicacao.mjs'

/** Of the queue of the desk. */
interface NaFila {
  id: number
  documento: string
  telefone: string
  janela_ate: string | null
}
const HORA_MS = 3_600_000

/** The address of a page of the demonstration, sent to the customer's phone by an operator (`token`), and the digits that enter it. */
export async function chamarCliente(base: string, token: string, agora: string) {
  const pedir = async (caminho: string, corpo?: object) => {
    const resposta = await fetch(`${base}${caminho}`, {
      method: corpo ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(corpo && { body: JSON.stringify(corpo) }),
    })
    if (!resposta.ok) throw new Error(`${caminho}: ${resposta.status} ${await resposta.text()}`)
    return resposta.json()
  }
  const fila = (await pedir('/api/operador/clientes/aguardando-atendimento?per_page=100')) as { data: NaFila[] }
  const um = fila.data.find(
    ({ documento, janela_ate }) =>
      documento?.length === 11 && Date.parse(janela_ate ?? '') > Date.parse(agora) + HORA_MS,
  )
  if (!um) throw new Error('Nobody of the queue may be written to')
  const telefone = `/telefones/${um.telefone.replace(/\D/g, '')}`
  const { email, senha } = LOGINS_DA_DEMONSTRACAO.find(({ papel }) => papel === 'admin')!
  const enderecos = async (): Promise<string[]> =>
    JSON.stringify(await controlarEmulador(base, 'GET', telefone, undefined, { email, senha })).match(
      /https?:\/\/[^\s"]+\/c\/[\w-]{22}/g,
    ) ?? []
  const antes = await enderecos()
  await pedir(`/api/operador/clientes/${um.id}/mensagens`, { conteudo: 'Veja em {{link}} o que está em aberto.' })
  for (const limite = Date.now() + 30_000; Date.now() < limite; ) {
    const endereco = (await enderecos()).find((um) => !antes.includes(um))
    if (endereco) return { endereco, digitos: um.documento.slice(0, 3) }
    await new Promise((pronto) => setTimeout(pronto, 200))
  }
  throw new Error('The message with the address never came')
}
