import type { BonusLine } from '#contract/compensation/sales.ts'
import { formatDollars } from '#domain/money/money.ts'
import { depthLabel, formatRate, monthName } from '../figures.ts'

/**
 * Formats a term of a sum, such as `88.21`; negative numbers are in parentheses, so that two signs are never adjacent.
 */
const formatTerm = (value: number, isFirst = false): string => {
  const text = formatDollars(value).replace('$', '')
  return value < 0 && !isFirst ? `(${text})` : text
}

/** Order and its credited member: `Order O5 by Dana Reed`. */
export function lineTitle({
  order_no,
  credited,
  customer,
}: Pick<BonusLine, 'order_no' | 'credited' | 'customer'>): string {
  const buyer = credited.depth === 0 ? 'you' : credited.name
  if (!customer) return `Order ${order_no} by ${buyer}`
  return `Order ${order_no} by a customer of ${credited.depth === 0 ? 'yours' : buyer}`
}

/** Depth of the order below the member; undefined for personal orders. */
export const lineDepth = ({ credited: { depth } }: BonusLine): string | undefined =>
  depth === 0 ? undefined : depthLabel(depth)

/** Explains the amount (docs/plan §12.1); the sum follows. */
export function lineReason(line: BonusLine): string {
  const reason = line.reason ? zeroReason(line) : paidReason(line)
  if (!line.reversal_of) return reason
  return `${reversalLabel(line.reversal_of)}: what it paid is reversed at that month’s rates. ${reason}${remainderLabel(line)}`
}

/** Terms of a reversal's sum. */
function remainderLabel({ reversal_of, reason }: BonusLine): string {
  if (!reversal_of || reason) return ''
  const { remaining_cv } = reversal_of
  return remaining_cv === 0
    ? ' None of it remains. Amount due minus what it had paid:'
    : ` ${formatDollars(remaining_cv)} of it remains. Amount due on that minus what it had paid:`
}

type ReversedLine = NonNullable<BonusLine['reversal_of']>

const reversalEndings: Record<ReversedLine['by'], string> = {
  returned: ' and was returned',
  canceled: ' and was canceled',
  payment_taken_back: ', and its payment was reversed',
}

/** Describes the reversal of an earlier month's order: `This order counted in March 2026 and was returned`. */
export const reversalLabel = ({ by, ...month }: Pick<ReversedLine, 'by' | 'year' | 'month'>): string =>
  `This order counted in ${monthName(month)}${reversalEndings[by]}`

function paidReason(line: BonusLine): string {
  const rate = formatRate(line.rate_bp)
  if (line.covered_bp > 0)
    return endSentence(`Your rate is ${rate}; ${formatRate(line.covered_bp)} already went to ${covererName(line)}`)
  if (line.reversal_of) return `The rate was ${rate}.`
  if (line.kind === 'direct_line') return 'A fixed share of sales in your direct line:'
  return line.kind === 'own_sale' ? 'At your rate:' : 'No one below you was paid on it, so you get your full rate:'
}

/** Explains why the order paid nothing (docs/plan §12.2). */
function zeroReason(line: BonusLine): string {
  const rate = formatRate(line.rate_bp)
  switch (line.reason) {
    case 'not_active':
      return 'Your account was not active, so you had no rate.'
    case 'credited_not_active':
      return `${line.credited.name} was not active. The direct line pays only when both of you are.`
    case 'no_sponsor':
      return 'The seller has no sponsor to be paid for the direct line.'
    case 'equal_rate':
      return endSentence(`Your rate is ${rate}, and the same rate already went to ${covererName(line)}`)
    case 'lower_rate':
      return endSentence(
        `Your rate is ${rate}, and ${formatRate(line.covered_bp)} already went to ${covererName(line)}`,
      )
    case 'no_value':
      return 'The order has no value that earns bonuses.'
    case 'rounds_to_nothing':
      return 'Your share is less than half a cent.'
    case 'canceled':
      return 'The order was canceled.'
    case 'returned':
      return 'The entire order was returned.'
    case 'not_completed':
      return 'The payment was reversed, so the order is no longer completed.'
    case 'closed_externally':
      return 'Its month was closed in our previous system, so what it paid isn’t reversed here.'
    case null:
      return ''
  }
}

const covererName = ({ covered_by }: BonusLine): string => covered_by?.name ?? 'others'

/** An abbreviated name already ends with a period. */
const endSentence = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`)

/**
 * Returns the sum behind the amount: `88.21 − 58.81 = 29.40`. Returns are rounded as part of the whole order, so a
 * reversal is the amount due minus the amount posted. Omits a sum that would be a cent off.
 */
export function lineSum(line: BonusLine): string | undefined {
  const { amount, total, covered, covered_bp, rate_bp, cv, reason } = line
  if (reason) return undefined
  if (line.reversal_of) return formatDifference(line.reversal_of.due, line.reversal_of.posted, amount)
  if (covered_bp > 0) return formatDifference(total, covered, amount)
  if (Math.round((total - amount) * 100) !== 0) return undefined
  return `${formatRate(rate_bp)} of ${formatTerm(cv, true)} = ${formatTerm(amount, true)}`
}

const formatDifference = (whole: number, part: number, result: number): string | undefined =>
  Math.round((whole - part - result) * 100) === 0
    ? `${formatTerm(whole, true)} − ${formatTerm(part)} = ${formatTerm(result, true)}`
    : undefined

const passedOverReasons: Partial<Record<NonNullable<BonusLine['reason']>, string>> = {
  not_active: 'not active',
  equal_rate: 'no higher rate',
  lower_rate: 'a lower rate',
  rounds_to_nothing: 'less than half a cent',
}

/** Members in between who earned nothing: `E. was passed over: not active.` */
export const passedOverLabels = ({ passed_over }: BonusLine): string[] =>
  passed_over.map(({ name, reason }) => `${name} was passed over: ${passedOverReasons[reason] ?? 'nothing to pay'}.`)
