import { securityHeaders } from '#server/http/security-headers.ts'

/**
 * Whether the browser may store the page: shared text may be stored and revalidated; personal text may not. The URL of
 * a page with a secret in it is revealed to nobody else either.
 */
export type CacheControl = 'no-cache' | 'no-store' | 'secret'

/** Hot module reload needs Vite's inline styles and its socket, which the policy forbids. */
const liveHeaders = Object.entries(securityHeaders).filter(([name]) => name !== 'content-security-policy')

/** Alternating names and values, as Node's `writeHead` takes them. */
export function pageHeaders(live: boolean, cacheControl: CacheControl): readonly string[] {
  const secret = cacheControl === 'secret'
  return [
    ...(live ? liveHeaders : Object.entries(securityHeaders)).flatMap(([name, value]) => [
      name,
      secret && name === 'referrer-policy' ? 'no-referrer' : value,
    ]),
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    `private, ${secret ? 'no-store' : cacheControl}`,
    'vary',
    'accept-encoding, cookie',
  ]
}

/** For a JSON response. */
export const responseHeaders: readonly string[] = [
  ...Object.entries(securityHeaders).flat(),
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'private, no-store',
  'vary',
  'accept-encoding',
]
