import type { ReadNotice } from './notice.ts'

/**
 * Keys that identify bank transactions, in order: the bank's id, or the content if there is none. The same text always
 * results in the same keys; if two transactions in one text have the same content, the second gets a different key,
 * since two equal payments on one day are two payments (docs/back-office §3, Notices).
 */
export function noticeKeys(notices: readonly ReadNotice[]): string[] {
  const seen = new Map<string, number>()
  return notices.map((notice) => {
    if (notice.bankId !== undefined) return `bank ${notice.bankId}`
    const { payer, memo } = notice.keyed ?? notice
    const said = JSON.stringify([notice.date ?? '', notice.amountCents, payer.toLowerCase(), memo.toLowerCase()])
    const ordinal = (seen.get(said) ?? 0) + 1
    seen.set(said, ordinal)
    return `said ${said} ${ordinal}`
  })
}
