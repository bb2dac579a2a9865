import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const ler = (nome: string) => readFileSync(new URL(`./page/${nome}`, import.meta.url), 'utf8')

export const plugarPagina = (app: FastifyInstance) =>
  servirPaginas(app, {
    paginas: { '/': 'index.html', '/intencoes': 'intencoes.html' },
    estilos: ['base.css', 'lista.css', 'aparelho.css', 'ajustes.css', 'larguras.css', 'intencoes.css'],
    codigo: ['emulador.js', 'estado.js', 'aparelho.js', 'ajustes.js', 'modelos.js', 'tela.js', 'intencoes.js'],
  })

interface Arquivos {
  /** Each address with its file. */
  paginas: Readonly<Record<string, string>>
  estilos: readonly string[]
  codigo: readonly string[]
}

/** Pages with their styles and scripts, as they lie in their folder: no build, no inline script. */
export function servirPaginas(app: FastifyInstance, { paginas, estilos, codigo }: Arquivos) {
  const politica =
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
  for (const [endereco, arquivo] of Object.entries(paginas)) {
    const html = ler(arquivo).replaceAll('{{raiz}}', `${app.prefix}/`)
    app.get(endereco, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', politica)
        .header('cache-control', 'no-cache')
        .send(html),
    )
  }
  const servir = (nome: string, tipo: string, texto = ler(nome)) => {
    app.get(`/page/${nome}`, async (_request, reply) =>
      reply.type(tipo).header('cache-control', 'no-cache').send(texto),
    )
  }
  for (const nome of estilos) servir(nome, 'text/css; charset=utf-8')
  servir(
    'tokens.css',
    'text/css; charset=utf-8',
    readFileSync(new URL('../web/ui/tokens.css', import.meta.url), 'utf8'),
  )
  for (const nome of codigo) servir(nome, 'text/javascript; charset=utf-8')

  const fonte = readFileSync(new URL('../web/fonts/roboto.woff2', import.meta.url)) // the font and the colours are the product's own
  app.get('/page/roboto.woff2', async (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(fonte),
  )
}
