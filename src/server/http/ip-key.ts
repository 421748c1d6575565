import ipaddr from 'ipaddr.js'

/**
 * Returns the key under which an IP address is counted. For IPv6 that is the /64 network: a caller with one of its
 * addresses has all 2⁶⁴ of them and could otherwise restart every count.
 */
export function ipKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
