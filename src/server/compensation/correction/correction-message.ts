import { MAX_CORRECTED_CENTS } from '#domain/compensation/rules/correction.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { CorrectionRefusal } from './plan-correction.ts'

/** Message for a refused correction, for the page and the command line. */
export function correctionSentence({ code }: CorrectionRefusal): string {
  switch (code) {
    case 'no_amount':
      return 'Enter a correction of at least one cent.'
    case 'too_much':
      return `Enter a correction of at most ${formatCents(MAX_CORRECTED_CENTS as Cents)}.`
    case 'month_not_begun':
      return 'That month hasn’t started.'
    case 'not_enrolled':
      return 'The member enrolled after that month.'
    case 'no_member':
      return 'Member not found.'
    case 'no_order':
      return 'No order with this number counts in that month.'
    case 'no_reason':
      return 'Enter a reason; the member sees it.'
  }
}
