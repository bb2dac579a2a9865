import type { FastifyInstance } from 'fastify'
import { servirPaginas } from '../pagina.ts'
import type { Recebido } from './caixa.ts'

/** The page with the demonstration's mail, in the same frame as WhatsApp's emulator. */
export function plugarPaginaDoCorreio(app: FastifyInstance, recebidos: () => readonly Recebido[], agora: () => Date) {
  servirPaginas(app, {
    paginas: { '/': 'correio.html' },
    estilos: ['base.css', 'pix.css', 'correio.css'],
    codigo: ['correio.js', 'pix-tela.js', 'estado.js', 'tela.js'],
  })
  app.get('/api/estado', async () => ({ relogio: agora().toISOString(), recebidos: recebidos() }))
}
