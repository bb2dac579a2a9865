import type { IncomingMessage } from 'node:http'

/** An upload refused by its form alone (malformed, too large, of another kind): the sentence is shown as it is. */
export class EnvioRecusado extends Error {
  readonly statusCode: 400 | 413 | 415
  constructor(statusCode: 400 | 413 | 415, mensagem: string) {
    super(mensagem)
    this.name = 'EnvioRecusado'
    this.statusCode = statusCode
  }
}

export class CorpoMalformado extends EnvioRecusado {
  constructor(mensagem: string) {
    super(400, mensagem)
  }
}

/** More than is taken. */
export class ArquivoGrande extends EnvioRecusado {
  constructor(mensagem: string) {
    super(413, mensagem)
  }
}

export class TipoNaoAceito extends EnvioRecusado {
  constructor(mensagem: string) {
    super(415, mensagem)
  }
}

const ESCOAR_BYTES = 64 * 1_048_576
const ESCOAR_MS = 10_000

/**
 * Reads and throws away what is left of a refused body: whoever is still sending reads the answer only after, and sees
 * a broken pipe when the connection is closed first. Bounded in time and size.
 */
export async function drain(pedido: IncomingMessage): Promise<void> {
  const { headers } = pedido
  const temCorpo = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!temCorpo || pedido.complete || pedido.readableEnded || pedido.destroyed) return
  const fim = AbortSignal.timeout(ESCOAR_MS)
  let bytes = 0
  await new Promise<void>((pronto) => {
    const contar = (pedaco: Buffer) => {
      bytes += pedaco.length
      if (bytes > ESCOAR_BYTES) pronto()
    }
    for (const evento of ['end', 'close', 'error']) pedido.once(evento, () => pronto())
    fim.addEventListener('abort', () => pronto())
    pedido.on('data', contar)
    // The reader that stopped halfway left the stream paused.
    pedido.unpipe()
    pedido.resume()
  })
}
