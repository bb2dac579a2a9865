import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MuitasTentativas } from '#domain/erros.ts'
import { plural } from '#domain/plural.ts'
import type { Servicos } from '#server/servicos.ts'

interface Limite {
  vezes: number
  emSegundos: number
  frase: string
}

/** Far above what a person does; what a program that copies everything, or searches for everybody, soon meets. */
const LIMITES = {
  exportar: { vezes: 60, emSegundos: 600, frase: 'Você baixou muitas planilhas em pouco tempo.' },
  buscar: { vezes: 300, emSegundos: 60, frase: 'Você fez muitas buscas em pouco tempo.' },
} satisfies Record<string, Limite>

/** One user's remaining requests of one kind at an instant; they refill evenly. */
interface Folga {
  restam: number
  em: number
}

/** Bounds what each user exports and searches (429 with `Retry-After`), on this node: it is its processor that is kept free. */
export function limitarUso(app: FastifyInstance, { relogio }: Pick<Servicos, 'relogio'>) {
  const folgas = new Map<string, Folga>()
  app.addHook('preHandler', (request, _reply, seguir) => {
    const tipo = tipoDe(request)
    if (!tipo || !request.usuario) return seguir()
    const limite = LIMITES[tipo]
    const porMs = limite.vezes / (limite.emSegundos * 1000)
    const agora = relogio.agora().getTime()
    const chave = `${request.usuario.id} ${tipo}`
    const { restam, em } = folgas.get(chave) ?? { restam: limite.vezes, em: agora }
    const ha = Math.min(limite.vezes, restam + Math.max(0, agora - em) * porMs)
    const cabe = ha >= 1
    // Refused too: counted from a clock that is set back later, nothing would be left until it gets there again.
    folgas.set(chave, { restam: cabe ? ha - 1 : ha, em: agora })
    if (!cabe) throw excesso(limite, Math.ceil((1 - ha) / porMs / 1000))
    seguir()
  })
}

function tipoDe({ routeOptions, query }: FastifyRequest): keyof typeof LIMITES | null {
  const { schema, config, url = '' } = routeOptions
  const { produces } = (schema ?? {}) as { produces?: readonly string[] }
  if ((produces?.includes('text/csv') && !config.semDados) || url.endsWith('/dados')) return 'exportar'
  return (query as { busca?: string } | undefined)?.busca ? 'buscar' : null
}

const excesso = ({ frase }: Limite, segundos: number) =>
  new MuitasTentativas(segundos, `${frase} Espere ${plural(segundos, 'segundo', 'segundos')} e tente de novo.`)
