import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses that count as public by range, but lead inside: Azure's metadata host, and the newer documentation range. */
const DE_DENTRO = [ipaddr.parseCIDR('168.63.129.16/32'), ipaddr.parseCIDR('3fff::/20')] as const
const DA_INTERNET = ipaddr.parseCIDR('2000::/3')

/**
 * Is this address, as a resolver gives it, one of the public internet? Not one of a private network, of this machine, of
 * the link, of a carrier, nor one that carries another inside it (mapped, NAT64, 6to4, Teredo). Anything but a plain
 * address is not.
 */
export function ehPublico(endereco: string): boolean {
  if (!isIP(endereco)) return false
  const ip = ipaddr.process(endereco)
  if (ip.range() !== 'unicast') return false
  if (DE_DENTRO.some(([rede, bits]) => ip.kind() === rede.kind() && ip.match(rede, bits))) return false
  return ip.kind() === 'ipv4' || ip.match(DA_INTERNET)
}
