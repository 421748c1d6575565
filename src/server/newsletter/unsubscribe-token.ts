import type { Signer } from '#server/platform/crypto/signer.ts'

const PURPOSE = 'newsletter unsubscribe'
const TOKEN = /^([0-9a-z]{1,7})\.([0-9a-z]{1,7})\.([0-9a-z]{1,11})\.([\w-]{43})$/

/** Who ends it, by which newsletter. `made`: microseconds since 1970, since an id may be somebody else's after a restore. */
export type Unsubscribing = { subscriberId: number; newsletterId: number; made: number }

/** What a newsletter's link to unsubscribe carries: it is signed, needs no sign-in and is good for as long as the mail lies there. */
export function unsubscribeToken(signer: Signer, { subscriberId, newsletterId, made }: Unsubscribing): string {
  const named = [subscriberId, newsletterId, made].map((part) => part.toString(36)).join('.')
  return `${named}.${signer.sign(PURPOSE, named)}`
}

/** Undefined unless the shop has made it. */
export function readUnsubscribeToken(signer: Signer, token: string): Unsubscribing | undefined {
  const [, subscriber = '', newsletter = '', made = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!signer.verify(PURPOSE, `${subscriber}.${newsletter}.${made}`, signature)) return undefined
  return {
    subscriberId: Number.parseInt(subscriber, 36),
    newsletterId: Number.parseInt(newsletter, 36),
    made: Number.parseInt(made, 36),
  }
}
