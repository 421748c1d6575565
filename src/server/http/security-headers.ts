import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Hashes of a page's own inline styles and scripts, in the format of the policy. */
export type Inline = { styles: Iterable<string>; scripts: Iterable<string> }

/**
 * Returns the hash by which a Content-Security-Policy allows exactly this text between `<style>` or `<script>` tags.
 */
export const hashForPolicy = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Builds the policy of what may run and load (docs/security G23). Inline code is limited to what the build itself
 * added, identified by its hash, so injected text cannot run. `upgrade-insecure-requests` and HSTS belong to the proxy
 * that terminates TLS.
 */
export const buildContentPolicy = ({ styles, scripts }: Inline): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every response; pages have their own policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': buildContentPolicy({ styles: [], scripts: [] }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Only for the back office, where clerks scan what they pack (docs/decisions/0041). */
export const CAMERA_ALLOWED = 'camera=(self), microphone=(), geolocation=(), payment=()'

/** Reports whether the URL is as sensitive as a password (an emailed link); such a page sends no referrer. */
export function hasTokenInUrl({ routeOptions, query }: Pick<FastifyRequest, 'routeOptions' | 'query'>): boolean {
  return routeOptions.url?.includes(':token') === true || (query as { key?: unknown } | undefined)?.key !== undefined
}
