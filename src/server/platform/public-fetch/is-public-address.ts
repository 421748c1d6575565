import ipaddr from 'ipaddr.js'

/** Addresses that IANA has assigned to the public Internet; everything else in IPv6 is reserved or translated. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public Internet: not private, loopback, link-local, multicast or reserved, nor an
 * IPv6 form that carries an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}
