import type { ReadNotice } from './notice.ts'

/**
 * What tells each notice from all others, in their order: the bank's id, or where there is none what it says. The same
 * text again gives the same keys; of two that say the same in one text, the second has a key of its own, since two equal
 * payments of one day are two (docs/back-office §3, Notices).
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
