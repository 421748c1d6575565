import type { FastifyRequest } from 'fastify'

/**
 * On every response (docs/security G23). There is no inline script at all, so that pages can be cached and nobody's
 * text can run. `upgrade-insecure-requests` and HSTS belong to the proxy that terminates TLS.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Whether the URL is as good as a password (a mailed link); such a page sends no referrer. */
export function carriesToken({ routeOptions, query }: Pick<FastifyRequest, 'routeOptions' | 'query'>): boolean {
  return routeOptions.url?.includes(':token') === true || (query as { key?: unknown } | undefined)?.key !== undefined
}
