import type { AdminBody } from '#contract/admin-calls.ts'

export type ReturnRequest = Omit<AdminBody<'previewReturn'>, 'reason'>

/** By line; a quantity of 0 or nothing is not taken back. */
export type ReturnedLines = Record<number, { quantity: number; restock: boolean }>

/** What is asked for; undefined as long as nothing is chosen, or it is not credited fully and nobody says why. */
export function returnRequest(
  orderId: number,
  lines: ReturnedLines,
  less: { amount: string; reason: string },
): ReturnRequest | undefined {
  const chosen = Object.entries(lines).flatMap(([line, { quantity, restock }]) =>
    quantity > 0 ? [{ line: Number(line), quantity, restock }] : [],
  )
  if (chosen.length === 0) return undefined
  const amount = less.amount.replace(/[$,\s]/g, '')
  if (amount === '') return { order_id: orderId, lines: chosen }
  if (less.reason.trim() === '' || !Number.isFinite(Number(amount))) return undefined
  return { order_id: orderId, lines: chosen, credit: { amount: Number(amount), reason: less.reason.trim() } }
}

/** The reason changes nothing of what is booked, so that nobody has to enter it before the preview. */
export const previewInput = (request: ReturnRequest | undefined) =>
  request && { body: { ...request, reason: 'Preview' } }
