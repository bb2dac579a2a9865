import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { criarResolver } from './nomes.ts'

/** What the name server says of each name; of a name that is not here, nothing. */
const DITO: Record<string, { codigo: number; a?: number[]; aaaa?: number[]; calaAaaa?: true; perdem?: number }> = {
  'erp.exemplo.com.br': { codigo: 0, a: [8, 8, 4, 4] },
  'so-ipv4.exemplo.com.br': { codigo: 0, a: [8, 8, 8, 8], calaAaaa: true },
  'ambos.exemplo.com.br': { codigo: 0, a: [8, 8, 8, 8], aaaa: [0x26, 0x07, ...Array(13).fill(0), 1], perdem: 1 },
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

/** A header, the question as it came, and the address that was asked for, where there is one. */
function responder(pergunta: Buffer): Buffer | null {
  const partes: string[] = []
  let i = 12
  for (; pergunta[i]; i += pergunta[i]! + 1) partes.push(pergunta.toString('latin1', i + 1, i + 1 + pergunta[i]!))
  const dito = DITO[partes.join('.').toLowerCase()]
  const ehA = pergunta.readUInt16BE(i + 1) === 1
  if (!dito || (dito.calaAaaa && !ehA) || (ehA && dito.perdem && dito.perdem-- > 0)) return null
  const onde = ehA ? dito.a : dito.aaaa
  const cabecalho = Buffer.from([
    ...[pergunta[0]!, pergunta[1]!, 0x81, 0x80 | dito.codigo],
    ...[0, 1, 0, onde ? 1 : 0, 0, 0, 0, 0],
  ])
  const achado = onde ? [0xc0, 12, 0, ehA ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, onde.length, ...onde] : []
  return Buffer.concat([cabecalho, pergunta.subarray(12, i + 5), Buffer.from(achado)])
}

const procurar = (nome: string, family = 0, opcoes: { prazoMs?: number; hosts?: string } = {}) =>
  criarResolver({
    ...{ servidores: [`127.0.0.1:${servidor.address().port}`], prazoMs: 300, sistema, hosts: '/nada' },
    ...opcoes,
  })(nome, { all: true, family })

test('a name is asked of the name servers, and the system is left alone', async () => {
  expect(await procurar('erp.exemplo.com.br')).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(await procurar('erp.exemplo.com.br', 4)).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(sistema).not.toHaveBeenCalled()
})

test('a name that the hosts file has is as it says, in one family or both', async () => {
  const hosts = join(await mkdtemp(join(tmpdir(), 'hosts-')), 'hosts')
  await writeFile(
    hosts,
    '127.0.0.1 localhost\n# 1.1.1.1 erp.exemplo.com.br\n198.51.100.4\tErp.exemplo.com.br erp # aqui\r\n',
  )
  expect(await procurar('erp.exemplo.com.br', 0, { hosts })).toEqual([{ address: '198.51.100.4', family: 4 }])
  expect(await procurar('so-ipv4.exemplo.com.br', 4, { hosts })).toEqual([{ address: '8.8.8.8', family: 4 }])
  await rm(dirname(hosts), { recursive: true })
})

test('whoever has the addresses of version 4 does not wait for a server that is silent about the others', async () => {
  const semFim = 60_000 // longer than a test may take
  expect(await procurar('so-ipv4.exemplo.com.br', 0, { prazoMs: semFim })).toEqual([{ address: '8.8.8.8', family: 4 }])
})

test('an address of version 4 is waited for where the question about it was lost: there may be no way to the other', async () => {
  expect(await procurar('ambos.exemplo.com.br')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2607::1', family: 6 },
  ])
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
