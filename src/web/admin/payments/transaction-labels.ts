import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'

export type BankTransaction = AdminResponse<'bankTransactions'>['data'][number]
export type MatchKind = NonNullable<BankTransaction['match']>

export const matchKinds = ['exact', 'probable', 'unknown'] as const satisfies readonly MatchKind[]

export const matchKindLabels: Record<MatchKind, { title: string; meaning: string }> = {
  exact: { title: 'Exact', meaning: 'Memo code and amount due match one open order.' },
  probable: { title: 'Probable', meaning: 'One likely order. Check the reason, then record the payment.' },
  unknown: {
    title: 'Unknown',
    meaning: 'No matching order, or several. Find the order, split the payment, or set it aside.',
  },
}

/** Returns `It pays order 100123 $45.00 (Clara Nunez).` */
export function stateMessage({ state, open, paid, set_aside_reason, set_aside_by }: BankTransaction): string {
  if (state === 'set_aside') return `It was set aside by ${set_aside_by}: ${set_aside_reason}`
  const pays = paid.map(
    ({ order_id, amount, created_by }) => `order ${order_id} ${formatDollars(amount)} (${created_by})`,
  )
  const rest = state === 'open' ? ` ${formatDollars(open)} is still open.` : ''
  return pays.length === 0 ? `It is open.` : `It pays ${pays.join(', ')}.${rest}`
}

/** The parts of a transaction that its dialogs depend on, by label, to show what someone else changed. */
export const transactionFacts = (transaction: BankTransaction): Record<string, string> => ({
  Payment: stateMessage(transaction),
  'Open amount': formatDollars(transaction.open),
})

/** Returns `3 payments`, `1 payment`. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
