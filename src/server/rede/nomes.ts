import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as pausa } from 'node:timers/promises'

export type Resolver = (nome: string, opcoes: LookupOptions & { all: true }) => Promise<LookupAddress[]>

interface Opcoes {
  /** Those of the machine unless a test says otherwise. */
  servidores?: readonly string[]
  /** For the first try; the second, and the last, takes as long again or twice as long. */
  prazoMs?: number
  sistema?: Resolver
  hosts?: string
}

/** Where IPv4 addresses are known, IPv6 ones are awaited only this long (RFC 8305): some servers never answer AAAA. */
const IPV6_MS = 250

/** The servers answered that there is no such name, or there is no server: the machine may know the name by other means. */
const NAO_HA = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Reads the machine's hosts file, as the system would, and asks the name servers without Node's lookup threads, of which there are
 * two: receivers whose name servers are silent would hold up everybody's lookups, the database's too. What the servers do not know,
 * the system is asked for.
 */
export const criarResolver =
  ({ servidores, prazoMs = 2_000, sistema = dns.lookup, hosts = HOSTS }: Opcoes = {}): Resolver =>
  async (nome, opcoes) => {
    const daMaquina = (await doArquivo(hosts, nome)).filter(({ family }) => !opcoes.family || opcoes.family === family)
    if (daMaquina.length > 0) return daMaquina
    const deles = new dns.Resolver({ timeout: prazoMs, tries: 2 }) // a new one each time: the machine's servers may change
    if (servidores) deles.setServers(servidores)
    const familias = ([4, 6] as const).filter((uma) => !opcoes.family || opcoes.family === uma)
    const perguntas = familias.map(async (family) =>
      (await (family === 4 ? deles.resolve4(nome) : deles.resolve6(nome))).map((address) => ({ address, family })),
    )
    const todas = Promise.allSettled(perguntas)
    // Not the other way round: an A whose first question was lost still comes, and this machine may reach no IPv6 address.
    const bastou = perguntas[0]!.then(() => pausa(IPV6_MS))
    await Promise.race([todas, bastou.catch(() => todas)])
    deles.cancel()
    const ditos = await todas
    const achados = ditos.flatMap((um) => (um.status === 'fulfilled' ? um.value : []))
    if (achados.length > 0) return achados
    const falhas = ditos.flatMap((um) => (um.status === 'rejected' ? [um.reason as NodeJS.ErrnoException] : []))
    const calada = falhas.find(({ code }) => !NAO_HA.has(code ?? ''))
    if (calada) throw calada
    return sistema(nome, opcoes)
  }

const HOSTS = process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts'

/** What the hosts file says of a name; nothing where it cannot be read. */
async function doArquivo(arquivo: string, nome: string): Promise<LookupAddress[]> {
  const linhas = (await readFile(arquivo, 'utf8').catch(() => '')).split('\n')
  return linhas.flatMap((linha) => {
    const [address = '', ...nomes] = linha.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    return family && nomes.some((um) => um.toLowerCase() === nome.toLowerCase()) ? [{ address, family }] : []
  })
}
