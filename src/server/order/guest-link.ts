import { fillPath, pagePatterns } from '#contract/paths.ts'
import { guestLinkEnd, guestLinkLastDay, lastDayOf } from '#domain/order/guest-link.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'

/** The purpose of older links, which had no last day. */
const ENDLESS = 'guest order'
const UNTIL = 'guest order until'

/** An order, and how often its contact was corrected: each time the links of before end. */
export type LinkedOrder = { id: number; corrections: number }

/** The path that lets a guest read their order, and nobody who merely counts numbers up (docs/product §11.5). */
export function guestOrderPath(signer: Signer, order: LinkedOrder, now = Date.now()): string {
  const lastDay = guestLinkLastDay(now)
  const key = `${lastDay}.${signer.sign(UNTIL, signedText(order, lastDay))}`
  return `${fillPath(pagePatterns.guestOrder, { order_id: order.id })}?key=${key}`
}

/** Whether the shop made this key for this order, however long ago, and its contact is still the one it was made for. */
export function isGuestKey(signer: Signer, order: LinkedOrder, key: string): boolean {
  const lastDay = lastDayOf(key)
  if (lastDay === undefined) return order.corrections === 0 && signer.verify(ENDLESS, String(order.id), key)
  return signer.verify(UNTIL, signedText(order, lastDay), key.slice(key.indexOf('.') + 1))
}

/** By the count and not by the email: links that ended stay so when an email of before comes back. */
const signedText = ({ id, corrections }: LinkedOrder, lastDay: number): string =>
  [id, lastDay, ...(corrections === 0 ? [] : [corrections])].join(' ')

export const hasEnded = (key: string, placedAt: Date): boolean => guestLinkEnd(key, placedAt.getTime()) <= Date.now()
