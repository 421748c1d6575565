import { buildContentPolicy, CAMERA_ALLOWED, securityHeaders } from '#server/http/security-headers.ts'
import type { Renderer } from './renderer.ts'

/**
 * Browser caching of a page: shared text may be stored and revalidated; personal text may not. The URL of a `secret`
 * page is not revealed to other sites either.
 */
export type CacheControl = 'no-cache' | 'no-store' | 'secret'

/**
 * Returns the content security policy of the renderer's pages. There is none in development: hot module reload needs
 * Vite's inline styles and its socket, which any policy of ours forbids.
 */
export const pagePolicy = ({ inline }: Pick<Renderer, 'inline'>): Record<string, string> =>
  inline ? { 'content-security-policy': buildContentPolicy(inline) } : {}

/** Returns alternating names and values, as Node's `writeHead` expects them. */
export function pageHeaders(
  renderer: Pick<Renderer, 'inline'>,
  cacheControl: CacheControl,
  { camera = false }: { camera?: boolean } = {},
): readonly string[] {
  const secret = cacheControl === 'secret'
  const { 'content-security-policy': _, ...headers } = securityHeaders
  return Object.entries({
    ...headers,
    ...pagePolicy(renderer),
    ...(camera && { 'permissions-policy': CAMERA_ALLOWED }),
    ...(secret && { 'referrer-policy': 'no-referrer' }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `private, ${secret ? 'no-store' : cacheControl}`,
    vary: 'accept-encoding, cookie',
  }).flat()
}

/** Headers of a JSON response. */
export const responseHeaders: readonly string[] = [
  ...Object.entries(securityHeaders).flat(),
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'private, no-store',
  'vary',
  'accept-encoding',
]
