import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'

/** Reports whether an `Origin`, or the URL of a page, belongs to this shop. */
export function isOwnOrigin(
  url: string,
  { headers: { host } }: FastifyRequest,
  { publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
): boolean {
  const parsed = URL.parse(url)
  if (publicUrlGiven) return parsed?.origin === new URL(publicUrl).origin
  // Without a PUBLIC_URL, the shop is served under any name of this machine.
  return parsed !== null && parsed.host === host
}
