import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { hashesDosScripts } from '#server/http/web.ts'

/** Where avatars made of initials come from; the app draws them itself when it cannot be reached. */
const AVATARES = 'https://ui-avatars.com'

/** The usual security headers. Of inline scripts, only those of our own pages; styles are inline because MUI writes them as it runs. */
export const protegerPaginas = (app: FastifyInstance) =>
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...hashesDosScripts()],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', AVATARES],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // TLS ends at the proxy, which is where HSTS is decided.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
