import { isIPv6 } from 'node:net'

/**
 * The key under which an IP address is counted. For IPv6 it is the /64 network: whoever has one of its addresses has all
 * 2⁶⁴ of them and could otherwise restart every count.
 */
export function ipKey(ip: string): string {
  const [bare = ''] = ip.split('%', 1)
  if (!isIPv6(bare)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = bare.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
