import type { Signer } from '#server/platform/crypto/signer.ts'

const PURPOSE = 'newsletter unsubscribe'
const TOKEN = /^([0-9a-z]{1,7})\.([0-9a-z]{1,7})\.([0-9a-z]{1,11})\.([\w-]{43})$/

/**
 * Subscriber and newsletter of an unsubscribe link. `made` is in microseconds since 1970, and guards against ids reused
 * after a restore.
 */
export type UnsubscribeTarget = { subscriberId: number; newsletterId: number; made: number }

/** Signs the token of a newsletter's unsubscribe link; it needs no sign-in and never expires. */
export function makeUnsubscribeToken(signer: Signer, { subscriberId, newsletterId, made }: UnsubscribeTarget): string {
  const payload = [subscriberId, newsletterId, made].map((part) => part.toString(36)).join('.')
  return `${payload}.${signer.sign(PURPOSE, payload)}`
}

/** Returns undefined unless the shop has signed it. */
export function readUnsubscribeToken(signer: Signer, token: string): UnsubscribeTarget | undefined {
  const [, subscriber = '', newsletter = '', made = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!signer.verify(PURPOSE, `${subscriber}.${newsletter}.${made}`, signature)) return undefined
  return {
    subscriberId: Number.parseInt(subscriber, 36),
    newsletterId: Number.parseInt(newsletter, 36),
    made: Number.parseInt(made, 36),
  }
}
