import type { FastifyInstance } from 'fastify'
import { servirPaginas } from '../pagina.ts'

/** Where the emulator's customers pay: beside WhatsApp's, on the same frame. */
export const plugarPaginaDoPix = (app: FastifyInstance) =>
  servirPaginas(app, {
    paginas: { '/': 'pix.html' },
    estilos: ['base.css', 'pix.css'],
    codigo: ['pix.js', 'pix-tela.js'],
  })
