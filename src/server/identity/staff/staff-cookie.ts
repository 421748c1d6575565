import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '#server/http/visitors.ts'
import type { Config } from '#server/platform/config.ts'
import { STAFF_SESSION_SECONDS } from './staff-sessions.ts'

/** Cookie of a back-office session; nothing in the storefront reads it (docs/back-office §1). */
export function makeStaffCookie({ secureCookies }: Pick<Config, 'secureCookies'>) {
  const name = `${secureCookies ? '__Host-' : ''}staff`
  const formatCookie = (value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secureCookies ? '; Secure' : ''}`
  return {
    read({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
      const token = readCookie(headers.cookie, name)
      return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
    },
    keep: (token: string): string => formatCookie(token, STAFF_SESSION_SECONDS),
    forget: (): string => formatCookie('', 0),
  }
}
