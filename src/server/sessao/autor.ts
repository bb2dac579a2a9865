import type { FastifyRequest } from 'fastify'
import { type Autor, peloUsuario } from '#domain/causa.ts'
import type { Servicos } from '#server/servicos.ts'

/** Whoever is signed in, as the cause of what this request changes now. */
export const autorDe = (
  { usuario, ip }: Pick<FastifyRequest, 'usuario' | 'ip'>,
  { relogio }: Pick<Servicos, 'relogio'>,
): Autor => peloUsuario(usuario.id, ip, relogio.agora())
