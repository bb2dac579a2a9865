import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const CONSTRUIDA = join(import.meta.dirname, '..', '..', '..', 'build')
/** Signing in, and a forgotten password, are pages of their own, which need nothing of the application's. */
const ENTRADA = 'entrar.html'
const SENHA = 'senha.html'
const APLICACAO = 'index.html'
const UM_ANO_S = 31_536_000
/** Headers that matter only for a document or worker. On every script, style and font they would add a kilobyte. */
const DE_DOCUMENTO = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
const PARTE = /(?<!\.worker-[\w-]+)\.(js|css|woff2)(\.br|\.gz)?$/

/**
 * The web app: its assets under /build/ (named by their content, so kept for a year), and its page for every address
 * that is not the API's; it shows its own "not found".
 */
export async function servirWeb(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: CONSTRUIDA,
    prefix: '/build/',
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page itself names this version's assets: it is asked for again each time.
    setHeaders: (reply, caminho) => {
      const pagina = /\.html(\.br|\.gz)?$/.test(caminho)
      reply.header('cache-control', pagina ? 'no-cache' : `public, max-age=${UM_ANO_S}, immutable`)
      if (PARTE.test(caminho)) for (const nome of DE_DOCUMENTO) reply.removeHeader(nome).raw.removeHeader(nome)
    },
  })
  app.setNotFoundHandler(responderDesconhecido)
}

function responderDesconhecido(request: FastifyRequest, reply: FastifyReply) {
  const caminho = request.url.split('?')[0] ?? '/'
  const pagina =
    ['GET', 'HEAD'].includes(request.method) && !/^\/+(api|build|health|metrics|emulador)(\/|$)/i.test(caminho)
  if (!pagina) return reply.status(404).send({ message: 'Este endereço não existe.' })
  const arquivo = paginaDe(caminho)
  if (!existsSync(join(CONSTRUIDA, arquivo))) {
    return reply.status(503).send({ message: 'A interface ainda não foi construída. Inicie com npm start.' })
  }
  return reply.sendFile(arquivo, CONSTRUIDA)
}

function paginaDe(caminho: string): string {
  if (/^\/+login\/?$/.test(caminho)) return ENTRADA
  return /^\/+senha\/(esqueci|nova)\/?$/.test(caminho) ? SENHA : APLICACAO
}

/** The CSP hashes of the inline scripts in our own pages. */
export const hashesDosScripts = () =>
  [ENTRADA, SENHA, APLICACAO]
    .map((arquivo) => join(CONSTRUIDA, arquivo))
    .filter((caminho) => existsSync(caminho))
    .flatMap((caminho) => [...readFileSync(caminho, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)])
    .map(([, texto = '']) => `'sha256-${createHash('sha256').update(texto).digest('base64')}'`)
