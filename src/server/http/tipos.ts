import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Usuario } from '#contract/sessao.ts'
import type { Escopo } from '#domain/integracao.ts'
import type { Servicos } from '#server/servicos.ts'

/** A program of the company, by its token: a user of its own, that no password lets in, and what it may do. */
export interface Programa {
  id: number
  name: string
  escopos: readonly Escopo[]
}

/** Rate limits for routes without a session: the customer's page, and signing in. */
export type LimiteDeFora = 'pagina' | 'entrada'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; set by the session hook for every route that is not `publica` nor a program's. */
    usuario: Usuario
    /** The program whose token it is, in /api/integracao. */
    programa?: Programa
    /** The id of the user's session. */
    sessaoId: number
    /** The session was looked at while the body was still on its way. */
    faltaCorpo: boolean
    /** For whoever read a body that took its time: 401 where the session or token ended meanwhile. */
    exigirAinda(): Promise<void>
    /** The link by which a customer's own page was opened; set by that page's routes alone. */
    linkId?: number
  }
  interface FastifyContextConfig {
    /** No token needed: sign-in and Meta's webhook. */
    publica?: boolean
    /** The rate limit of a `publica` route. */
    limite?: LimiteDeFora
    /** Polled by a client: it never keeps a session alive. */
    deFundo?: boolean
    /** A file without anybody's data, such as an empty template: its download is not logged. */
    semDados?: boolean
    /** What a program's token must allow; only in /api/integracao. */
    escopo?: Escopo
    /** Dangerous: wants the password typed within 15 minutes (403 `confirme_a_senha`). */
    perigosa?: boolean
    /** The role it belongs to, where the path does not say it. */
    papel?: Usuario['role']
  }
}

/** A slice's routes: the contract's objects spread into handlers. */
export type Routes = FastifyPluginAsyncZod<Servicos>
