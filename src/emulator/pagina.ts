import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const ESTILOS = ['base.css', 'lista.css', 'aparelho.css', 'ajustes.css', 'larguras.css', 'intencoes.css']
const CODIGO = ['emulador.js', 'estado.js', 'aparelho.js', 'ajustes.js', 'modelos.js', 'tela.js', 'intencoes.js']
const ler = (nome: string) => readFileSync(new URL(`./page/${nome}`, import.meta.url), 'utf8')

/** The pages, as they lie in their folder: no build, no inline script. */
export function plugarPagina(app: FastifyInstance) {
  const politica =
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
  const mostrar = (endereco: string, arquivo: string) => {
    const html = ler(arquivo).replaceAll('{{raiz}}', `${app.prefix}/`)
    app.get(endereco, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', politica)
        .header('cache-control', 'no-cache')
        .send(html),
    )
  }
  mostrar('/', 'index.html')
  mostrar('/intencoes', 'intencoes.html')
  const servir = (nome: string, tipo: string) => {
    const texto = ler(nome)
    app.get(`/page/${nome}`, async (_request, reply) =>
      reply.type(tipo).header('cache-control', 'no-cache').send(texto),
    )
  }
  for (const nome of ESTILOS) servir(nome, 'text/css; charset=utf-8')
  for (const nome of CODIGO) servir(nome, 'text/javascript; charset=utf-8')

  const fonte = readFileSync(new URL('../web/fonts/roboto.woff2', import.meta.url)) // the font of the product's own screens
  app.get('/page/roboto.woff2', async (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(fonte),
  )
}
