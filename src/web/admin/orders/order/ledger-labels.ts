import { formatCalendarDay, paymentNames } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { LedgerEntry } from './order-record.ts'

/** Title of a ledger entry for staff. */
export function ledgerTitle({ entry, kind, method, number, bounced, predates_ledger, change }: LedgerEntry): string {
  if (entry === 'total') return 'Order total'
  const methodName = method === null ? '' : paymentNames[method]
  switch (kind) {
    case 'received':
      return predates_ledger ? `Paid before the ledger, ${methodName}` : `Received, ${methodName}`
    case 'refunded':
      return `Refunded, ${methodName}`
    case 'correction':
      if (bounced) return 'Check bounced'
      return change > 0 ? 'Payment reversed' : 'Refund reversed'
    case 'return':
      return `Credit note ${number}, return`
    case 'cancellation':
      return number === null ? 'Canceled before payment' : `Credit note ${number}, canceled`
    case 'adjustment':
      return `Credit note ${number}, without a return`
    case 'reinstatement':
      return 'Reinstated'
    case null:
      return ''
  }
}

/** Further details: the reference, the reason, and whether a check may still bounce. */
export function ledgerNotes(entry: LedgerEntry, today: string): string[] {
  const { kind, method, reference, reason, clears_on, cleared_on } = entry
  const checkNote =
    kind !== 'received' || method !== 'check'
      ? ''
      : cleared_on !== null
        ? `cleared ${formatCalendarDay(cleared_on)}`
        : clears_on !== null && clears_on > today
          ? `clears ${formatCalendarDay(clears_on)}`
          : ''
  return [reference && `No. ${reference}`, reason, checkNote].filter((note) => note !== '')
}

/** Summary below the ledger. */
export function balanceLabel(balance: number): string {
  if (balance > 0) return 'Balance due'
  return balance < 0 ? 'Overpaid' : 'Paid in full'
}

/** Returns `−$40.00`, `+$99.00`: the effect of an entry on the balance. */
export const formatSigned = (change: number): string =>
  change > 0 ? `+${formatDollars(change)}` : formatDollars(change)
