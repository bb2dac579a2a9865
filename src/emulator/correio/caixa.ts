import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail that came in, as its reader would see it. */
export interface Recebido {
  id: number
  de: string
  para: string[]
  assunto: string
  texto: string
  html: string
  recebido_em: string
}

/** How the server treats the next mail. `lento`: accepts the connection and stays silent. */
export type Comportamento = 'normal' | 'lento' | 'recusa' | 'ocupado'

const GUARDADOS = 100
const MAIOR_BYTES = 1_048_576

/** A mail server that only this machine reaches, with the latest mails. It sends none on. */
export async function abrirCaixa({ agora = () => new Date() }: { agora?: () => Date } = {}) {
  const recebidos: Recebido[] = []
  let comportamento: Comportamento = 'normal'
  let serie = 0

  const servidor = new SMTPServer({
    banner: 'emulador de e-mail',
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAIOR_BYTES,
    logger: false,
    closeTimeout: 100,
    onRcptTo(_endereco, _sessao, responder) {
      if (comportamento === 'lento') return
      if (comportamento === 'normal') return responder()
      const permanente = comportamento === 'recusa'
      const erro = new Error(permanente ? 'Mailbox unavailable' : 'Try again later')
      responder(Object.assign(erro, { responseCode: permanente ? 550 : 451 }))
    },
    onData(fluxo, sessao, responder) {
      buffer(fluxo)
        .then((bytes) => PostalMime.parse(bytes))
        .then((lido) => {
          serie += 1
          recebidos.unshift({
            id: serie,
            de: escrito(lido.from),
            para: sessao.envelope.rcptTo.map(({ address }) => address),
            assunto: lido.subject ?? '',
            texto: lido.text ?? '',
            html: lido.html ?? '',
            recebido_em: agora().toISOString(),
          })
          recebidos.length = Math.min(recebidos.length, GUARDADOS)
          responder()
        })
        .catch(responder)
    },
  })
  // A client that goes away in the middle is no fault of ours.
  servidor.on('error', () => undefined)
  await new Promise<void>((pronto, falhar) => {
    servidor.once('error', falhar)
    servidor.listen(0, '127.0.0.1', pronto)
  })
  const { port } = servidor.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The latest first. */
    recebidos: (): readonly Recebido[] => recebidos,
    comportar(como: Comportamento) {
      comportamento = como
    },
    fechar: () => new Promise<void>((pronto) => servidor.close(pronto)),
  }
}

const escrito = (quem: Address | undefined) =>
  quem?.address ? (quem.name ? `${quem.name} <${quem.address}>` : quem.address) : ''
