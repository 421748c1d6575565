import type { Signer } from '#server/platform/crypto/signer.ts'

const PURPOSE = 'staff reset stop'
const TOKEN = /^([0-9a-z]{1,6})\.([0-9a-z]{1,6})\.([\w-]{43})$/

type Reset = { id: number; effective_at: Date }
type Recipient = { id: number; email: string }

/**
 * Signs the link with which one recipient stops one reset. It includes the time and the email, so that it is invalid
 * after a restore that reuses the IDs, and after the recipient's email changes.
 */
export const makeResetToken = (signer: Signer, reset: Reset, recipient: Recipient): string =>
  [reset.id.toString(36), recipient.id.toString(36), signer.sign(PURPOSE, toSignedText(reset, recipient))].join('.')

/** Returns the IDs in a token, whether or not the shop has signed it. */
export function readResetToken(token: string): { resetId: number; staffId: number } | undefined {
  const [, reset, staff] = TOKEN.exec(token) ?? []
  if (reset === undefined || staff === undefined) return undefined
  return { resetId: Number.parseInt(reset, 36), staffId: Number.parseInt(staff, 36) }
}

export const isResetToken = (signer: Signer, token: string, reset: Reset, recipient: Recipient): boolean =>
  signer.verify(PURPOSE, toSignedText(reset, recipient), token.split('.').at(-1) ?? '')

const toSignedText = ({ id, effective_at }: Reset, recipient: Recipient): string =>
  `${id} ${effective_at.getTime()} ${recipient.id} ${recipient.email}`
