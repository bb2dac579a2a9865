import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses that count as public by range, but lead inside: Azure's metadata host, and the newer documentation range. */
const DE_DENTRO = [ipaddr.parseCIDR('168.63.129.16/32'), ipaddr.parseCIDR('3fff::/20')] as const
const DA_INTERNET = ipaddr.parseCIDR('2000::/3')

/**
 * Whether this resolved address is on the public internet: not private, loopback, link-local or carrier-grade NAT, and without an
 * embedded address (mapped, NAT64, 6to4, Teredo). False for anything but a plain address.
 */
export function ehPublico(endereco: string): boolean {
  if (!isIP(endereco)) return false
  const ip = ipaddr.process(endereco)
  if (ip.range() !== 'unicast') return false
  if (DE_DENTRO.some(([rede, bits]) => ip.kind() === rede.kind() && ip.match(rede, bits))) return false
  return ip.kind() === 'ipv4' || ip.match(DA_INTERNET)
}
