import { buildContentPolicy, CAMERA_ALLOWED, hashForPolicy, securityHeaders } from '#server/http/security-headers.ts'
import type { Renderer } from './renderer.ts'

/**
 * Browser caching of a page: shared text may be stored and revalidated; personal text may not. The URL of a `secret`
 * page is not revealed to other sites either.
 */
export type CacheControl = 'no-cache' | 'no-store' | 'secret'

/**
 * Returns the content security policy of the renderer's pages; `style` is the brand's. There is none in development:
 * hot module reload needs Vite's inline styles and its socket, which any policy of ours forbids.
 */
export const pagePolicy = ({ inline }: Pick<Renderer, 'inline'>, style = ''): Record<string, string> => {
  if (!inline) return {}
  const styles = style === '' ? inline.styles : [...inline.styles, hashForPolicy(style)]
  return { 'content-security-policy': buildContentPolicy({ ...inline, styles }) }
}

/** Returns alternating names and values, as Node's `writeHead` expects them. */
export function pageHeaders(
  renderer: Pick<Renderer, 'inline'>,
  cacheControl: CacheControl,
  { camera = false, style = '' }: { camera?: boolean; style?: string } = {},
): readonly string[] {
  const secret = cacheControl === 'secret'
  const { 'content-security-policy': _, ...headers } = securityHeaders
  return Object.entries({
    ...headers,
    ...pagePolicy(renderer, style),
    ...(camera && { 'permissions-policy': CAMERA_ALLOWED }),
    ...(secret && { 'referrer-policy': 'no-referrer' }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `private, ${secret ? 'no-store' : cacheControl}`,
    vary: 'accept-encoding, cookie',
  }).flat()
}

/** Returns the headers of a page with another caching in browsers. */
export const withCacheControl = (
  headers: readonly string[],
  cacheControl: 'no-cache' | 'no-store',
): readonly string[] =>
  headers.map((value, i) => (headers[i - 1] === 'cache-control' ? `private, ${cacheControl}` : value))

/** Reads the content security policy among the headers of a page. */
export const findPolicy = (headers: readonly string[]): string | undefined =>
  headers.find((_, i) => headers[i - 1] === 'content-security-policy')

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
