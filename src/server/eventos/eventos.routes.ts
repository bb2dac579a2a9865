import { Evento } from '#contract/eventos.ts'
import type { Usuario } from '#contract/sessao.ts'
import { eventos } from '#contract/sessao.ts'
import type { Routes } from '#server/http/tipos.ts'
import type { Servicos } from '#server/servicos.ts'
import { tokenDe } from '#server/sessao/exigir-sessao.ts'
import { CANAL_SESSOES, tokensVivos } from '#server/sessao/sessao.queries.ts'
import { CANAL_EVENTOS } from './notificar.ts'

/** Proxies give up on a silent connection after a minute at most; each beat also looks whether the session lives. */
const HEARTBEAT_MS = 20_000
/** How much a browser that stopped reading may leave unread before it is disconnected; it reconnects and reloads. */
const MAXIMO_NAO_LIDO = 256 * 1024
/** Tabs of one user; the oldest is let go. */
const MAXIMO_POR_USUARIO = 30

interface Assinante {
  usuario: Usuario
  token: string
  escrever(texto: string): void
  encerrar(): void
}

/** Live events: one ear on PostgreSQL for the whole process, and to each screen what its user may see. */
export const eventosRoutes: Routes = async (app, servicos) => {
  const assinantes = new Set<Assinante>()
  const calar = [
    servicos.escuta.ouvir(CANAL_EVENTOS, (carga) => transmitir(assinantes, carga)),
    servicos.escuta.ouvir(CANAL_SESSOES, (carga) => {
      const atingidos = [...assinantes].filter(({ usuario }) => carga === '' || usuario.id === Number(carga))
      void encerrarMortos(servicos, atingidos)
    }),
  ]
  const heartbeat = setInterval(() => {
    for (const assinante of assinantes) assinante.escrever(quantos(assinantes))
    void encerrarMortos(servicos, [...assinantes])
  }, HEARTBEAT_MS).unref()

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const parar of calar) parar()
    for (const assinante of assinantes) assinante.encerrar()
  })

  app.route({
    ...eventos,
    config: { deFundo: true },
    handler: (request, reply) => {
      reply.hijack()
      const { raw } = reply
      const cabecalhos = Object.entries(reply.getHeaders()).filter(([, valor]) => valor !== undefined)
      raw.writeHead(200, {
        ...Object.fromEntries(cabecalhos),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const assinante: Assinante = {
        usuario: request.usuario,
        token: tokenDe(request) ?? '',
        escrever(texto) {
          if (raw.writableLength > MAXIMO_NAO_LIDO) raw.destroy()
          else raw.write(texto)
        },
        encerrar: () => raw.end(),
      }
      raw.once('close', () => assinantes.delete(assinante))
      raw.on('error', () => assinantes.delete(assinante))
      despedirMaisAntigo(assinantes, request.usuario.id)
      assinantes.add(assinante)
      assinante.escrever(`retry: 3000\n\n${quantos(assinantes)}`)
    },
  })
}

/** An SSE comment: browsers that receive the same event reload one after another, the more slowly the more they are. */
const quantos = ({ size }: ReadonlySet<Assinante>) => `:${size}\n\n`

function transmitir(assinantes: Iterable<Assinante>, carga: string) {
  for (const evento of lerCarga(carga)) {
    const texto = `event: ${evento.tipo}\ndata: ${JSON.stringify(evento)}\n\n`
    for (const assinante of assinantes) {
      if (podeVer(assinante.usuario, evento)) assinante.escrever(texto)
    }
  }
}

/** An empty notification means that the connection was lost: screens read again what they show. */
function lerCarga(carga: string): Evento[] {
  const geral = { cliente_id: null, operador_id: null }
  if (carga === '')
    return [
      { tipo: 'mensagem', ...geral },
      { tipo: 'cliente', ...geral },
      { tipo: 'badges', ...geral },
      { tipo: 'mencao', ...geral },
      { tipo: 'movimento', ...geral },
    ]
  return [Evento.parse(JSON.parse(carga))]
}

/**
 * Operators get events of their own customers and of nobody's, also when one just ceased to be so; bank movements only
 * administrators.
 */
function podeVer({ id, role }: Usuario, { tipo, operador_id, operador_anterior_id }: Evento): boolean {
  if (tipo === 'movimento') return role === 'admin'
  const meuOuLivre = (dono: number | null | undefined) => dono === null || dono === id
  return role === 'admin' || meuOuLivre(operador_id) || meuOuLivre(operador_anterior_id)
}

/** All of them in one statement, however many. */
async function encerrarMortos({ db, relogio, log }: Servicos, assinantes: Assinante[]) {
  if (assinantes.length === 0) return
  try {
    const tokens = assinantes.map(({ token }) => token)
    const vivos = await tokensVivos(db, tokens, relogio.agora())
    for (const assinante of assinantes) if (!vivos.has(assinante.token)) assinante.encerrar()
  } catch (erro) {
    log.warn({ err: erro }, 'não foi possível conferir as sessões dos fluxos de eventos')
  }
}

function despedirMaisAntigo(assinantes: Set<Assinante>, usuarioId: number) {
  const dele = [...assinantes].filter(({ usuario }) => usuario.id === usuarioId)
  const [antigo] = dele
  if (!antigo || dele.length < MAXIMO_POR_USUARIO) return
  // Its connection is heard to close only later: the next one to come would choose it again.
  assinantes.delete(antigo)
  antigo.encerrar()
}
