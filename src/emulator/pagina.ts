import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TIPOS: Record<string, string> = {
  'emulador.css': 'text/css; charset=utf-8',
  'emulador.js': 'text/javascript; charset=utf-8',
  'tela.js': 'text/javascript; charset=utf-8',
}
const ler = (nome: string) => readFileSync(new URL(`./page/${nome}`, import.meta.url), 'utf8')

/** The page, as it lies in its folder: no build, no inline script. */
export function plugarPagina(app: FastifyInstance) {
  const politica =
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
  const html = ler('index.html').replaceAll('{{raiz}}', `${app.prefix}/`)
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', politica)
      .header('cache-control', 'no-cache')
      .send(html),
  )
  for (const [nome, tipo] of Object.entries(TIPOS)) {
    const texto = ler(nome)
    app.get(`/page/${nome}`, async (_request, reply) =>
      reply.type(tipo).header('cache-control', 'no-cache').send(texto),
    )
  }
}
