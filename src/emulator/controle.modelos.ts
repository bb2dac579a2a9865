import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { QUALIDADES } from './conta.ts'
import type { Envios } from './envios.ts'
import { type ModeloEmulado, StatusModelo } from './modelos.forma.ts'
import type { Nucleo } from './nucleo.ts'

const MudancaDeModelo = z
  .object({
    status: StatusModelo,
    motivo: z.string(),
    qualidade: z.enum(QUALIDADES),
    categoria: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
    ritmo: z.enum(['livre', 'retido', 'descartado']),
  })
  .partial()

/** The stored templates, and what Meta may decide about each, on request. */
export function plugarModelos(app: FastifyInstance, { modelos }: Nucleo, envios: Envios) {
  app.get('/modelos', async () => ({ data: modelos.todos }))
  app.patch('/modelos/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const { status, motivo, qualidade, categoria, ritmo } = MudancaDeModelo.parse(request.body)
    const modelo = modelos.porId(id)
    if (!modelo) return reply.status(404).send({ message: 'Este modelo não existe no emulador.' })
    if (qualidade) modelos.mudarQualidade(modelo, qualidade)
    if (categoria) modelos.mudarCategoria(modelo, categoria)
    if (ritmo) mudarRitmo(modelo, ritmo)
    if (status === 'PAUSED') modelos.pausar(modelo)
    else if (status) modelos.mudarStatus(modelo, status, motivo)
    return modelo
  })

  /** Held messages go, or are dropped with the template that they used. */
  function mudarRitmo(modelo: ModeloEmulado, ritmo: 'livre' | 'retido' | 'descartado') {
    if (ritmo === 'descartado') modelos.pausarPeloRitmo(modelo)
    else modelos.reter(modelo, ritmo === 'retido')
    if (ritmo !== 'retido') envios.soltar(modelo.id, ritmo === 'descartado' ? 132015 : null)
  }
}
