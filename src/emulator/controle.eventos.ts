import type { FastifyInstance } from 'fastify'
import type { Abertas } from './abertas.ts'

type Ouvir = (aoMudar: (aparelho: string | null) => void) => () => void

/** Server-sent events: which phones changed. */
export function plugarEventos(app: FastifyInstance, abertas: Abertas, ouvir: Ouvir) {
  app.get('/eventos', (request, reply) => {
    const resposta = abertas.guardar(reply)
    resposta.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    resposta.write('retry: 2000\n\n')
    const parar = juntar(ouvir, (aparelhos) => resposta.write(`event: mudou\ndata: ${JSON.stringify(aparelhos)}\n\n`))
    request.raw.once('close', parar)
  })
}

const RESPIRO_MS = 150

/** Groups the changes, a few times a second at most; `null` stands for everything. */
function juntar(ouvir: Ouvir, contar: (aparelhos: string[] | null) => void): () => void {
  let marcado: NodeJS.Timeout | null = null
  let mudados = new Set<string>()
  let tudo = false
  const parar = ouvir((aparelho) => {
    if (aparelho === null) tudo = true
    else mudados.add(aparelho)
    marcado ??= setTimeout(() => {
      marcado = null
      contar(tudo || mudados.size > 50 ? null : [...mudados])
      mudados = new Set()
      tudo = false
    }, RESPIRO_MS)
  })
  return () => {
    parar()
    if (marcado) clearTimeout(marcado)
  }
}
