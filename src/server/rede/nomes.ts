import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns'

export type Resolver = (nome: string, opcoes: LookupOptions & { all: true }) => Promise<LookupAddress[]>

interface Opcoes {
  /** Those of the machine unless a test says otherwise. */
  servidores?: readonly string[]
  /** For the first try; the second, and the last, takes as long again or twice as long. */
  prazoMs?: number
  sistema?: Resolver
}

/** The servers answered that there is no such name, or there is no server: the machine may know the name by other means. */
const NAO_HA = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Asks the name servers without Node's lookup threads, of which there are two: receivers whose name servers are silent would hold
 * up everybody's lookups, the database's too. What the servers do not know, the system is asked for (its hosts file).
 */
export const criarResolver =
  ({ servidores, prazoMs = 2_000, sistema = dns.lookup }: Opcoes = {}): Resolver =>
  async (nome, opcoes) => {
    const deles = new dns.Resolver({ timeout: prazoMs, tries: 2 }) // a new one each time: the machine's servers may change
    if (servidores) deles.setServers(servidores)
    const familias = ([4, 6] as const).filter((uma) => !opcoes.family || opcoes.family === uma)
    const ditos = await Promise.allSettled(
      familias.map(async (family) =>
        (await (family === 4 ? deles.resolve4(nome) : deles.resolve6(nome))).map((address) => ({ address, family })),
      ),
    )
    const achados = ditos.flatMap((um) => (um.status === 'fulfilled' ? um.value : []))
    if (achados.length > 0) return achados
    const falhas = ditos.flatMap((um) => (um.status === 'rejected' ? [um.reason as NodeJS.ErrnoException] : []))
    const calada = falhas.find(({ code }) => !NAO_HA.has(code ?? ''))
    if (calada) throw calada
    return sistema(nome, opcoes)
  }
