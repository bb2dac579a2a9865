import type { FastifyRequest } from 'fastify'

/** Whoever asks, as actions write it in the log. */
export const quem = ({ usuario, ip }: FastifyRequest) => ({ usuarioId: usuario.id, ip })
