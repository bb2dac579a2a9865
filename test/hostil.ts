import { createServer, type Server, type Socket } from 'node:net'
import { criarCloudApi } from '#server/cloud-api/criar-cloud-api.ts'
import { PRAZO_MS } from './espera.ts'

/** A host that does with each connection what a test wants. */
export async function hostil(aoConectar: (socket: Socket, pedido: Promise<string>) => unknown) {
  const sockets = new Set<Socket>()
  const servidor: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    void aoConectar(socket, new Promise((lido) => socket.once('data', (dados) => lido(dados.toString()))))
  })
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  const { port } = servidor.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/v23.0`,
    async fechar() {
      for (const socket of sockets) socket.destroy()
      await new Promise((fechado) => servidor.close(fechado))
    },
  }
}

export const clienteDe = (apiUrl: string, outros = {}) =>
  criarCloudApi({
    apiUrl,
    token: 'segredo-do-token',
    phoneNumberId: '1',
    businessAccountId: '2',
    timeoutMs: PRAZO_MS,
    ...outros,
  })
export const enviarOi = (cliente: ReturnType<typeof clienteDe>) =>
  cliente.enviarTexto({ para: '+5511987654321', texto: 'Oi', referencia: 'r1' })

/** An HTTP answer as bytes. */
export const resposta = (linha: string, corpo: string, tipo = 'application/json') =>
  `HTTP/1.1 ${linha}\r\ncontent-type: ${tipo}\r\ncontent-length: ${Buffer.byteLength(corpo)}\r\nconnection: close\r\n\r\n${corpo}`
