import { addCents, type Cents, cents } from '#domain/money/money.ts'

/** Payment state of an order (docs/back-office §3). */
export const paymentStates = ['unpaid', 'partly_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentMethods = ['quickpay', 'check', 'cash', 'card', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The sums of an order's ledger. */
export type Money = {
  totalCents: Cents
  /** All credit notes, less reinstatements. */
  creditedCents: Cents
  /** Less corrections, such as for a bounced check. */
  receivedCents: Cents
  /** Less corrections. */
  refundedCents: Cents
  /** The largest balance that still counts as paid. */
  toleranceCents: Cents
}

/** The amount due; negative if the customer has overpaid (docs/back-office §3). */
export const balanceOf = ({ totalCents, creditedCents, receivedCents, refundedCents }: Money): Cents =>
  cents(totalCents - creditedCents - receivedCents + refundedCents)

/** The database's trigger implements the same rule (`calculate_payment_state`), and `verify` compares the two. */
export function findPaymentState(money: Money): PaymentState {
  const balance = balanceOf(money)
  const netReceived = money.receivedCents - money.refundedCents
  if (balance < 0) return 'overpaid'
  if (balance > money.toleranceCents) return netReceived > 0 ? 'partly_paid' : 'unpaid'
  if (netReceived > 0) return money.refundedCents > 0 && money.creditedCents > 0 ? 'partly_refunded' : 'paid'
  if (money.refundedCents > 0) return 'refunded'
  return money.totalCents === 0 ? 'paid' : 'unpaid'
}

/** Returns whether nothing is due for the part that was not credited. */
export const isPaidInFull = (money: Money): boolean =>
  ['paid', 'overpaid', 'partly_refunded'].includes(findPaymentState(money))

/** An amount above this multiple of the amount due is probably mistyped. */
const TYPO_FACTOR = 5

/**
 * Returns whether an amount is so far above the amount due, or above the total if nothing is due, that staff must
 * confirm it.
 */
export function isFarAboveAmountDue(amountCents: Cents, money: Money): boolean {
  const balance = balanceOf(money)
  return amountCents > TYPO_FACTOR * (balance > 0 ? balance : money.totalCents)
}

/** Returns whether an amount is due, beyond the tolerance. */
export const hasAmountDue = (money: Money): boolean => balanceOf(money) > money.toleranceCents

export type LedgerPayment = {
  id: number
  kind: 'received' | 'refunded' | 'correction'
  method: PaymentMethod
  /** Signed for a correction: the change of received less refunded amounts. */
  amountCents: Cents
  /** `YYYY-MM-DD` in the shop's time zone, like the next. */
  valueDate: string
  /** When staff or the bank confirmed that a check cleared. */
  clearedOn: string | undefined
  correctsId: number | undefined
  creditNoteId: number | undefined
}

export type LedgerCreditNote = {
  id: number
  /** Undefined for a cancellation before any payment, and its reversal. */
  number: number | undefined
  kind: 'return' | 'cancellation' | 'adjustment' | 'reinstatement'
  /** Negative for a reinstatement. */
  amountCents: Cents
}

export type Ledger = {
  totalCents: Cents
  toleranceCents: Cents
  payments: readonly LedgerPayment[]
  creditNotes: readonly LedgerCreditNote[]
}

const sum = <Entry>(entries: readonly Entry[], amount: (entry: Entry) => number): Cents =>
  cents(entries.reduce((total, entry) => total + amount(entry), 0))

export function moneyOf({ totalCents, toleranceCents, payments, creditNotes }: Ledger): Money {
  return {
    totalCents,
    toleranceCents,
    creditedCents: sum(creditNotes, ({ amountCents }) => amountCents),
    receivedCents: sum(payments, ({ kind, amountCents }) =>
      kind === 'received' || (kind === 'correction' && amountCents < 0) ? amountCents : 0,
    ),
    refundedCents: sum(payments, ({ kind, amountCents }) =>
      kind === 'refunded' ? amountCents : kind === 'correction' && amountCents > 0 ? -amountCents : 0,
    ),
  }
}

/**
 * The sum of all refunds ever booked. A correction that claims a refund was never sent is made by one person, so it
 * does not reduce the amount that needs two approvers (docs/back-office §1).
 */
export const sumBookedRefunds = ({ payments }: Pick<Ledger, 'payments'>): Cents =>
  sum(payments, ({ kind, amountCents }) => (kind === 'refunded' ? amountCents : 0))

/** Payments that no correction has reversed. */
export function listUnreversedPayments({ payments }: Pick<Ledger, 'payments'>): LedgerPayment[] {
  const corrected = new Set(payments.map(({ correctsId }) => correctsId))
  return payments.filter(({ id, kind }) => kind !== 'correction' && !corrected.has(id))
}

/** The first day on which a payment counts as cleared: a check's confirmed day, or `holdDays` after it was received. */
export const findClearingDate = (payment: LedgerPayment, holdDays: number): string =>
  payment.clearedOn ?? (payment.method === 'check' ? addDays(payment.valueDate, holdDays) : payment.valueDate)

/** Checks that were received and have not cleared by that day. */
export const listUnclearedChecks = (ledger: Ledger, today: string, holdDays: number): LedgerPayment[] =>
  listUnreversedPayments(ledger).filter(
    (payment) =>
      payment.kind === 'received' && payment.method === 'check' && findClearingDate(payment, holdDays) > today,
  )

/** The sums without checks that may still bounce. */
function calculateClearedMoney(ledger: Ledger, today: string, holdDays: number): Money {
  const money = moneyOf(ledger)
  const unclearedCents = sum(listUnclearedChecks(ledger, today, holdDays), ({ amountCents }) => amountCents)
  return { ...money, receivedCents: cents(money.receivedCents - unclearedCents) }
}

/**
 * Returns whether the amount due was received and has cleared (docs/back-office §3), so that an order may be completed.
 */
export const isClearedInFull = (ledger: Ledger, today: string, holdDays: number): boolean =>
  isPaidInFull(calculateClearedMoney(ledger, today, holdDays))

/** The day on which a fully paid order has also cleared; undefined if no check of it is pending. */
export function findFullClearingDate(ledger: Ledger, today: string, holdDays: number): string | undefined {
  if (!isPaidInFull(moneyOf(ledger)) || isClearedInFull(ledger, today, holdDays)) return undefined
  const days = listUnclearedChecks(ledger, today, holdDays).map((check) => findClearingDate(check, holdDays))
  return days.toSorted().at(-1)
}

/** Money that was received, has cleared and was not refunded: a larger refund would use other customers' money. */
export function calculateClearedFunds(ledger: Ledger, today: string, holdDays: number): Cents {
  const { receivedCents, refundedCents } = calculateClearedMoney(ledger, today, holdDays)
  return cents(Math.max(0, receivedCents - refundedCents))
}

export type Refundable = {
  totalCents: Cents
  /** The part that no numbered credit note explains. */
  overpaymentCents: Cents
  creditNotes: { id: number; number: number; refundableCents: Cents }[]
}

/** The refundable amounts: never more than the overpayment, and for a credit note never more than its amount. */
export function calculateRefundable(ledger: Ledger): Refundable {
  const totalCents = cents(Math.max(0, 0 - balanceOf(moneyOf(ledger))))
  const refunds = listUnreversedPayments(ledger).filter(({ kind }) => kind === 'refunded')
  let overpayment: number = totalCents
  const creditNotes = ledger.creditNotes.flatMap(({ id, number, amountCents }) => {
    if (number === undefined) return []
    const refunded = sum(refunds, (refund) => (refund.creditNoteId === id ? refund.amountCents : 0))
    const open = Math.max(0, amountCents - refunded)
    overpayment -= open
    return [{ id, number, refundableCents: cents(Math.min(totalCents, open)) }]
  })
  return { totalCents, overpaymentCents: cents(Math.max(0, overpayment)), creditNotes }
}

export type BalanceStep = { entry: LedgerPayment | LedgerCreditNote | 'total'; changeCents: Cents; balanceCents: Cents }

/** Explains the balance: each entry in the given order, with the balance after it. */
export function explainBalance(
  totalCents: Cents,
  entries: readonly (LedgerPayment | LedgerCreditNote)[],
): BalanceStep[] {
  const steps: BalanceStep[] = [{ entry: 'total', changeCents: totalCents, balanceCents: totalCents }]
  let balance = totalCents
  for (const entry of entries) {
    const changeCents = cents(entry.kind === 'refunded' ? entry.amountCents : 0 - entry.amountCents)
    balance = addCents(balance, changeCents)
    steps.push({ entry, changeCents, balanceCents: balance })
  }
  return steps
}

const DAY_MS = 86_400_000

/** Returns the day `days` calendar days after a `YYYY-MM-DD`. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
