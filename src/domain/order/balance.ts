import { addCents, type Cents, cents } from '../money.ts'

/** How far an order is paid (docs/back-office §3). */
export const paymentStates = ['unpaid', 'partly_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentMethods = ['quickpay', 'check', 'cash', 'card', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The sums of an order's ledger. */
export type Money = {
  totalCents: Cents
  /** All credit notes, less what a reinstatement reversed. */
  creditedCents: Cents
  /** Less what was corrected, as with a bounced check. */
  receivedCents: Cents
  /** Less what was corrected. */
  refundedCents: Cents
  /** Up to which balance the shop calls it paid. */
  toleranceCents: Cents
}

/** What is still to be paid; negative: what the customer has paid too much (docs/back-office §3). */
export const balanceOf = ({ totalCents, creditedCents, receivedCents, refundedCents }: Money): Cents =>
  cents(totalCents - creditedCents - receivedCents + refundedCents)

/** The database's trigger says the same (`payment_state_of`), and `verify` compares the two. */
export function paymentStateOf(money: Money): PaymentState {
  const balance = balanceOf(money)
  const held = money.receivedCents - money.refundedCents
  if (balance < 0) return 'overpaid'
  if (balance > money.toleranceCents) return held > 0 ? 'partly_paid' : 'unpaid'
  if (held > 0) return money.refundedCents > 0 && money.creditedCents > 0 ? 'partly_refunded' : 'paid'
  if (money.refundedCents > 0) return 'refunded'
  return money.totalCents === 0 ? 'paid' : 'unpaid'
}

/** Whether the customer owes nothing for what is not credited. */
export const isPaidInFull = (money: Money): boolean =>
  ['paid', 'overpaid', 'partly_refunded'].includes(paymentStateOf(money))

/** An amount above this many times what is owed is probably mistyped. */
const FAR_ABOVE = 5

/** Whether an amount is so far above what is owed, or above the total where nothing is owed, that somebody has to confirm it. */
export function isFarAboveOwed(amountCents: Cents, money: Money): boolean {
  const balance = balanceOf(money)
  return amountCents > FAR_ABOVE * (balance > 0 ? balance : money.totalCents)
}

/** Whether the customer has to pay something, beyond what the shop calls paid. */
export const isOwed = (money: Money): boolean => balanceOf(money) > money.toleranceCents

export type LedgerPayment = {
  id: number
  kind: 'received' | 'refunded' | 'correction'
  method: PaymentMethod
  /** Of a correction signed, as it changes what was received less what was refunded. */
  amountCents: Cents
  /** `YYYY-MM-DD` in the shop's zone, like the next. */
  valueDate: string
  /** When staff or the bank said that a check cleared. */
  clearedOn: string | undefined
  correctsId: number | undefined
  creditNoteId: number | undefined
}

export type LedgerCreditNote = {
  id: number
  /** Undefined for a cancellation before any money came, and its reversal. */
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
 * All that was ever booked as given back. A correction says that a refund never went out, and is one person's word: what
 * two people approve is counted without it (docs/back-office §1).
 */
export const refundsBookedOf = ({ payments }: Pick<Ledger, 'payments'>): Cents =>
  sum(payments, ({ kind, amountCents }) => (kind === 'refunded' ? amountCents : 0))

/** Payments that no correction has undone. */
export function standingPayments({ payments }: Pick<Ledger, 'payments'>): LedgerPayment[] {
  const corrected = new Set(payments.map(({ correctsId }) => correctsId))
  return payments.filter(({ id, kind }) => kind !== 'correction' && !corrected.has(id))
}

/** The first day on which a payment counts as cleared: a check's own, or so many days after it was received. */
export const clearsOn = (payment: LedgerPayment, holdDays: number): string =>
  payment.clearedOn ?? (payment.method === 'check' ? addDays(payment.valueDate, holdDays) : payment.valueDate)

/** Checks that were received and have not cleared by that day. */
export const unclearedChecks = (ledger: Ledger, today: string, holdDays: number): LedgerPayment[] =>
  standingPayments(ledger).filter(
    (payment) => payment.kind === 'received' && payment.method === 'check' && clearsOn(payment, holdDays) > today,
  )

/** The money without checks that may still bounce. */
function clearedMoneyOf(ledger: Ledger, today: string, holdDays: number): Money {
  const money = moneyOf(ledger)
  const waiting = sum(unclearedChecks(ledger, today, holdDays), ({ amountCents }) => amountCents)
  return { ...money, receivedCents: cents(money.receivedCents - waiting) }
}

/** Whether what is owed was received and has cleared (docs/back-office §3): an order may be completed. */
export const isClearedInFull = (ledger: Ledger, today: string, holdDays: number): boolean =>
  isPaidInFull(clearedMoneyOf(ledger, today, holdDays))

/** The day on which an order that is paid in full has cleared, too; undefined where no check of it is waited for. */
export function clearsInFullOn(ledger: Ledger, today: string, holdDays: number): string | undefined {
  if (!isPaidInFull(moneyOf(ledger)) || isClearedInFull(ledger, today, holdDays)) return undefined
  const days = unclearedChecks(ledger, today, holdDays).map((check) => clearsOn(check, holdDays))
  return days.toSorted().at(-1)
}

/** What has come in, has cleared and was not given back: more than that would be somebody else's money. */
export function clearedToRefund(ledger: Ledger, today: string, holdDays: number): Cents {
  const { receivedCents, refundedCents } = clearedMoneyOf(ledger, today, holdDays)
  return cents(Math.max(0, receivedCents - refundedCents))
}

export type Refundable = {
  totalCents: Cents
  /** What no numbered credit note explains. */
  overpaymentCents: Cents
  creditNotes: { id: number; number: number; refundableCents: Cents }[]
}

/** What may be given back: never more than was paid too much, and of a credit note never more than it credits. */
export function refundableOf(ledger: Ledger): Refundable {
  const totalCents = cents(Math.max(0, 0 - balanceOf(moneyOf(ledger))))
  const refunds = standingPayments(ledger).filter(({ kind }) => kind === 'refunded')
  let rest: number = totalCents
  const creditNotes = ledger.creditNotes.flatMap(({ id, number, amountCents }) => {
    if (number === undefined) return []
    const refunded = sum(refunds, (refund) => (refund.creditNoteId === id ? refund.amountCents : 0))
    const open = Math.max(0, amountCents - refunded)
    rest -= open
    return [{ id, number, refundableCents: cents(Math.min(totalCents, open)) }]
  })
  return { totalCents, overpaymentCents: cents(Math.max(0, rest)), creditNotes }
}

export type BalanceStep = { entry: LedgerPayment | LedgerCreditNote | 'total'; changeCents: Cents; balanceCents: Cents }

/** Why the balance is what it is: each entry in the order given, with the balance after it. */
export function balanceSteps(totalCents: Cents, entries: readonly (LedgerPayment | LedgerCreditNote)[]): BalanceStep[] {
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

/** `days` calendar days after a `YYYY-MM-DD`. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
