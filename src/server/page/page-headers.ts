import { securityHeaders } from '#server/plugins/security-headers.ts'

/**
 * Whether a store of the browser may keep the page: shared text may, to be asked about again; personal text not. Of a
 * page with a secret in its URL nobody else learns the URL either.
 */
export type Keeping = 'no-cache' | 'no-store' | 'secret'

/** Hot module reload needs Vite's inline styles and its socket, which the policy forbids. */
const liveHeaders = Object.entries(securityHeaders).filter(([name]) => name !== 'content-security-policy')

/** Names and values in turns, as Node's `writeHead` takes them. */
export function pageHeaders(live: boolean, keeping: Keeping): readonly string[] {
  const secret = keeping === 'secret'
  return [
    ...(live ? liveHeaders : Object.entries(securityHeaders)).flatMap(([name, value]) => [
      name,
      secret && name === 'referrer-policy' ? 'no-referrer' : value,
    ]),
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    `private, ${secret ? 'no-store' : keeping}`,
    'vary',
    'accept-encoding, cookie',
  ]
}

/** Of an answer in JSON. */
export const answerHeaders: readonly string[] = [
  ...Object.entries(securityHeaders).flat(),
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'private, no-store',
  'vary',
  'accept-encoding',
]
