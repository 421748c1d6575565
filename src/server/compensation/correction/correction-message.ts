import { MAX_CORRECTED_CENTS } from '#domain/compensation/rules/correction.ts'
import { type Cents, formatCents } from '#domain/money/money.ts'
import type { CorrectionRefusal } from './plan-correction.ts'

/** Message for a refused correction, for the page and the command line. */
export function getCorrectionMessage({ code }: CorrectionRefusal): string {
  switch (code) {
    case 'correction_empty':
      return 'Enter a correction of at least one cent.'
    case 'correction_too_large':
      return `Enter a correction of at most ${formatCents(MAX_CORRECTED_CENTS as Cents)}.`
    case 'month_not_begun':
      return 'That month hasn’t started.'
    case 'not_enrolled':
      return 'The member enrolled after that month.'
    case 'not_found':
      return 'Member not found.'
    case 'counted_order_not_found':
      return 'No order with this number counts in that month.'
    case 'reason_required':
      return 'Enter a reason; the member sees it.'
  }
}
