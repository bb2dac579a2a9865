import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can go silent, like a server that loses power: nothing is refused and nothing comes back. */
export class Canal {
  readonly #servidor: Server
  readonly #pontas = new Set<Socket>()
  /** Sockets that have sent `listen` (both ends), and those that were silenced. */
  readonly #escutas = new Set<Socket>()
  #surdas: ReadonlySet<Socket> = new Set()
  #mudo = false
  #troca: [string, string] | undefined

  private constructor(servidor: Server) {
    this.#servidor = servidor
  }

  /** Opens a channel to the server of this URL; returns the URL of the channel. */
  static async abrir(url: string): Promise<{ canal: Canal; url: string }> {
    const destino = new URL(url)
    const { port, hostname } = destino
    const servidor = createServer()
    const canal = new Canal(servidor)
    servidor.on('connection', (cliente) => canal.#ligar(cliente, Number(port), hostname))
    servidor.listen(0, '127.0.0.1')
    await once(servidor, 'listening')
    destino.host = `127.0.0.1:${(servidor.address() as AddressInfo).port}`
    return { canal, url: destino.href }
  }

  #ligar(cliente: Socket, porta: number, host: string) {
    const servidor = connect(porta, host)
    cliente.on('data', (dados) => {
      if (dados.includes('listen "')) this.#escutas.add(cliente).add(servidor)
    })
    for (const [de, para] of [
      [cliente, servidor],
      [servidor, cliente],
    ] as const) {
      this.#pontas.add(de)
      de.on('data', (dados) => this.#mudo || this.#surdas.has(de) || para.write(this.#trocado(dados)))
      de.on('error', () => undefined)
      de.on('close', () => {
        this.#pontas.delete(de)
        if (!this.#mudo) para.destroy()
      })
    }
  }

  /** The next message that says `isto` says `aquilo` instead, which is as long: PostgreSQL may refuse it. */
  trocarUma(isto: string, aquilo: string) {
    this.#troca = [isto, aquilo]
  }

  #trocado(dados: Buffer): Buffer {
    if (!this.#troca || !dados.includes(this.#troca[0])) return dados
    const [isto, aquilo] = this.#troca
    this.#troca = undefined
    return Buffer.from(dados.toString('latin1').replace(isto, aquilo), 'latin1')
  }

  /** Silences every connection; `voltar` lets new ones work, while the existing ones stay silent. */
  emudecer() {
    this.#mudo = true
  }
  voltar() {
    for (const ponta of this.#pontas) ponta.removeAllListeners('data').on('data', () => undefined)
    this.#mudo = false
  }

  /** Silences only the connections that use `listen`, as if only those had failed. */
  ensurdecer() {
    this.#surdas = new Set(this.#escutas)
  }

  async fechar() {
    for (const ponta of this.#pontas) ponta.destroy()
    this.#servidor.close()
    await once(this.#servidor, 'close')
  }
}
