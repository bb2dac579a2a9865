import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { criarResolver } from './nomes.ts'

/** What the name server says of each name; of a name that is not here, nothing. */
const DITO: Record<string, { codigo: number; a?: number[] }> = {
  'erp.exemplo.com.br': { codigo: 0, a: [8, 8, 4, 4] },
  'so-daqui.exemplo.com.br': { codigo: 3 },
  'quebrado.exemplo.com.br': { codigo: 2 },
}
let servidor: Socket
const sistema = vi.fn(async () => [{ address: '9.9.9.9', family: 4 }])
beforeEach(async () => {
  sistema.mockClear()
  servidor = createSocket('udp4')
  servidor.on('message', (pergunta, quem) => {
    const resposta = responder(pergunta)
    if (resposta) servidor.send(resposta, quem.port, quem.address)
  })
  servidor.bind(0, '127.0.0.1')
  await once(servidor, 'listening')
})
afterEach(() => servidor.close())

/** A header, the question as it came, and an address of version 4 where one was asked for. */
function responder(pergunta: Buffer): Buffer | null {
  const partes: string[] = []
  let i = 12
  for (; pergunta[i]; i += pergunta[i]! + 1) partes.push(pergunta.toString('latin1', i + 1, i + 1 + pergunta[i]!))
  const dito = DITO[partes.join('.').toLowerCase()]
  if (!dito) return null
  const a = pergunta.readUInt16BE(i + 1) === 1 ? dito.a : undefined
  const cabecalho = Buffer.from([pergunta[0]!, pergunta[1]!, 0x81, 0x80 | dito.codigo, 0, 1, 0, a ? 1 : 0, 0, 0, 0, 0])
  const achado = a ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...a] : []
  return Buffer.concat([cabecalho, pergunta.subarray(12, i + 5), Buffer.from(achado)])
}

const procurar = (nome: string, family = 0) =>
  criarResolver({ servidores: [`127.0.0.1:${servidor.address().port}`], prazoMs: 300, sistema })(nome, {
    all: true,
    family,
  })

test('a name is asked of the name servers, and the system is left alone', async () => {
  expect(await procurar('erp.exemplo.com.br')).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(await procurar('erp.exemplo.com.br', 4)).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(sistema).not.toHaveBeenCalled()
})

test('what the name servers do not know is asked of the system', async () => {
  expect(await procurar('so-daqui.exemplo.com.br')).toEqual([{ address: '9.9.9.9', family: 4 }])
})

test.for([
  ['are silent', 'calado.exemplo.com.br', 'ETIMEOUT'],
  ['fail', 'quebrado.exemplo.com.br', 'ESERVFAIL'],
] as const)('a name whose servers %s takes no thread of the system', async ([, nome, code]) => {
  await expect(procurar(nome)).rejects.toMatchObject({ code })
  expect(sistema).not.toHaveBeenCalled()
})
