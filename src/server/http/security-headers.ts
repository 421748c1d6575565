import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The hashes of a page's own inline styles and scripts, as the policy writes them. */
export type Inline = { styles: Iterable<string>; scripts: Iterable<string> }

/** The hash by which a Content-Security-Policy allows one text between `<style>` or `<script>` tags, and no other. */
export const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * What may run and be loaded (docs/security G23). Inline only what the build itself put there, named by its hash:
 * nobody's text can run. `upgrade-insecure-requests` and HSTS belong to the proxy that terminates TLS.
 */
export const contentPolicy = ({ styles, scripts }: Inline): string =>
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

/** On every response; pages have a policy of their own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy({ styles: [], scripts: [] }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Of the back office alone: a clerk scans what is packed (docs/decisions/0054). */
export const CAMERA_ALLOWED = 'camera=(self), microphone=(), geolocation=(), payment=()'

/** Whether the URL is as good as a password (a mailed link); such a page sends no referrer. */
export function carriesToken({ routeOptions, query }: Pick<FastifyRequest, 'routeOptions' | 'query'>): boolean {
  return routeOptions.url?.includes(':token') === true || (query as { key?: unknown } | undefined)?.key !== undefined
}
