import type { Warning } from '#contract/compensation/network.ts'
import { reviewFlagKinds } from '#contract/compensation/review-flag-kinds.ts'
import type { Month } from '#domain/calendar/month.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import { type ReviewFlagServices, reviewFlagFinders } from './list-review-flags.ts'

/**
 * Counts the review flags of a month before it is closed (docs/back-office §5), each kind with the list that shows its
 * rows: exact up to 1,000. Runs in slices, so that other work continues; a large month takes a few seconds.
 */
export async function countWarnings(services: ReviewFlagServices, month: Month): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const kind of reviewFlagKinds) {
    let count = 0
    let after: string | undefined
    do {
      const page = await reviewFlagFinders[kind](services, month, after)
      count += page.flags.length
      after = page.next
    } while (after !== undefined && count <= MAX_COUNTED)
    warnings.push({ kind, count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED })
  }
  return warnings
}
