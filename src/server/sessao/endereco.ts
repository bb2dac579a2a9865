import { isIPv6 } from 'node:net'

/** Some proxies (Azure's, IIS) name the client with its port, which is another for each connection. */
const COM_PORTA = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/

/**
 * The key by which an address is counted: IPv4 as it is, IPv6 by its /64, the network of one line (2^64 addresses). An IPv4
 * written as IPv6 counts as the IPv4, and a port counts for nothing.
 */
export function origemDe(dito: string): string {
  const [, deV4, deV6] = COM_PORTA.exec(dito) ?? []
  const ip = deV4 ?? deV6 ?? dito
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4) return v4
  const semZona = ip.split('%')[0] ?? ip
  if (!isIPv6(semZona)) return ip
  return `${blocosDe(semZona).slice(0, 4).join(':')}::/64`
}

/** The eight groups of a valid IPv6 address, without leading zeros. */
function blocosDe(ip: string): string[] {
  const [antes = '', depois] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const [esquerda, direita] = [antes, depois ?? ''].map((parte) => parte.split(':').filter(Boolean)) as [
    string[],
    string[],
  ]
  return [...esquerda, ...Array<string>(8 - esquerda.length - direita.length).fill('0'), ...direita]
}
