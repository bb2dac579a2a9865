import { createServer } from 'node:net'

/** A loopback port that nobody uses at this moment. */
export const portaLivre = () =>
  new Promise<number>((pronto, falhar) => {
    const servidor = createServer().on('error', falhar)
    servidor.listen(0, '127.0.0.1', () => {
      const endereco = servidor.address()
      servidor.close(() => pronto(typeof endereco === 'object' && endereco ? endereco.port : 0))
    })
  })
