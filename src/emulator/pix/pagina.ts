import type { FastifyInstance } from 'fastify'
import { servirPaginas } from '../pagina.ts'

/** The page where the emulator's customers pay, in the same frame as WhatsApp's emulator. */
export const plugarPaginaDoPix = (app: FastifyInstance) =>
  servirPaginas(app, {
    paginas: { '/': 'pix.html' },
    estilos: ['base.css', 'pix.css'],
    codigo: ['pix.js', 'pix-tela.js', 'estado.js', 'tela.js'],
  })
