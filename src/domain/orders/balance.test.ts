import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents } from '#domain/money/money.ts'
import {
  balanceOf,
  calculateClearedFunds,
  calculateRefundable,
  explainBalance,
  findClearingDate,
  findPaymentState,
  isClearedInFull,
  isPaidInFull,
  type Ledger,
  type LedgerCreditNote,
  type LedgerPayment,
  moneyOf,
  sumBookedRefunds,
} from './balance.ts'

const payment = (id: number, amount: number, input: Partial<LedgerPayment> = {}): LedgerPayment => ({
  id,
  kind: 'received',
  method: 'quickpay',
  amountCents: cents(amount),
  valueDate: '2026-03-02',
  clearedOn: undefined,
  correctsId: undefined,
  creditNoteId: undefined,
  ...input,
})
const correction = (id: number, corrected: LedgerPayment): LedgerPayment => ({
  ...corrected,
  id,
  kind: 'correction',
  amountCents: cents(corrected.kind === 'received' ? 0 - corrected.amountCents : corrected.amountCents),
  correctsId: corrected.id,
})
const note = (id: number, amount: number): LedgerCreditNote => ({
  id,
  number: id,
  kind: amount < 0 ? 'reinstatement' : 'cancellation',
  amountCents: cents(amount),
})
const unnumbered = (id: number, amount: number): LedgerCreditNote => ({ ...note(id, amount), number: undefined })
const ledger = (
  payments: readonly LedgerPayment[],
  creditNotes: readonly LedgerCreditNote[] = [],
  { total = 10_000, tolerance = 0 } = {},
): Ledger => ({ totalCents: cents(total), toleranceCents: cents(tolerance), payments, creditNotes })

const first = payment(1, 10_000)
const refund = (id: number, amount: number, creditNoteId?: number) =>
  payment(id, amount, { kind: 'refunded', creditNoteId })

test.each<[string, Ledger, number, string]>([
  ['no payment', ledger([]), 10_000, 'unpaid'],
  ['a partial payment', ledger([payment(1, 4000)]), 6000, 'partly_paid'],
  ['two payments of the total', ledger([payment(1, 4000), payment(2, 6000)]), 0, 'paid'],
  ['an overpayment', ledger([payment(1, 12_000)]), -2000, 'overpaid'],
  ['a refunded overpayment', ledger([payment(1, 12_000), refund(2, 2000)]), 0, 'paid'],
  ['a cent short', ledger([payment(1, 9999)]), 1, 'partly_paid'],
  ['a cent short, within the tolerance', ledger([payment(1, 9999)], [], { tolerance: 1 }), 1, 'paid'],
  ['no payment, within the tolerance', ledger([], [], { tolerance: 10_000 }), 10_000, 'unpaid'],
  ['a bounced check', ledger([first, correction(2, first)]), 10_000, 'unpaid'],
  ['canceled before any payment', ledger([], [unnumbered(1, 10_000)]), 0, 'unpaid'],
  ['a late payment for a canceled order', ledger([first], [unnumbered(1, 10_000)]), -10_000, 'overpaid'],
  ['a refunded late payment', ledger([first, refund(2, 10_000)], [unnumbered(1, 10_000)]), 0, 'refunded'],
  ['reinstated', ledger([first], [unnumbered(1, 10_000), unnumbered(2, -10_000)]), 0, 'paid'],
  ['returned in part', ledger([first], [note(1, 3000)]), -3000, 'overpaid'],
  ['returned in part and refunded', ledger([first, refund(2, 3000, 1)], [note(1, 3000)]), 0, 'partly_refunded'],
  [
    'refunded, then the check bounced',
    ledger([first, refund(2, 10_000, 1), correction(3, first)], [note(1, 10_000)]),
    10_000,
    'unpaid',
  ],
  [
    'a refund that was corrected',
    ledger([first, refund(2, 3000, 1), correction(3, refund(2, 3000, 1))], [note(1, 3000)]),
    -3000,
    'overpaid',
  ],
  ['a free order', ledger([], [], { total: 0 }), 0, 'paid'],
])('%s', (_, input, balance, state) => {
  expect([balanceOf(moneyOf(input)), findPaymentState(moneyOf(input))]).toEqual([balance, state])
})

test('a corrected refund still counts as booked', () => {
  const wrongRefund = refund(2, 3000, 1)
  const corrected = ledger([first, wrongRefund, correction(3, wrongRefund), refund(4, 2000, 1)], [note(1, 3000)])
  expect(moneyOf(corrected).refundedCents).toBe(2000)
  expect(sumBookedRefunds(corrected)).toBe(5000)
})

test('a check clears automatically after the hold period, or when staff confirm it', () => {
  const check = payment(1, 10_000, { method: 'check' })
  expect(findClearingDate(check, 5)).toBe('2026-03-07')
  expect(isClearedInFull(ledger([check]), '2026-03-06', 5)).toBe(false)
  expect(isClearedInFull(ledger([check]), '2026-03-07', 5)).toBe(true)
  expect(isClearedInFull(ledger([{ ...check, clearedOn: '2026-03-03' }]), '2026-03-03', 5)).toBe(true)
  expect(isClearedInFull(ledger([first]), '2026-03-02', 5)).toBe(true)
  expect(findClearingDate(payment(1, 1, { method: 'check', valueDate: '2026-02-27' }), 28)).toBe('2026-03-27')
})

test('a pending check does not matter if other payments cover the total', () => {
  const check = payment(2, 500, { method: 'check' })
  expect(isClearedInFull(ledger([first, check]), '2026-03-02', 5)).toBe(true)
  expect(isClearedInFull(ledger([payment(1, 9500), check]), '2026-03-02', 5)).toBe(false)
})

test('cleared money is refundable, but not a check that may bounce', () => {
  const check = payment(2, 90_000, { method: 'check' })
  expect(calculateClearedFunds(ledger([check]), '2026-03-02', 5)).toBe(0)
  expect(calculateClearedFunds(ledger([first, check]), '2026-03-02', 5)).toBe(10_000)
  expect(calculateClearedFunds(ledger([first, check, refund(3, 4000, 1)]), '2026-03-02', 5)).toBe(6000)
  expect(calculateClearedFunds(ledger([{ ...check, clearedOn: '2026-03-02' }]), '2026-03-02', 5)).toBe(90_000)
  // It bounced after part of it was refunded.
  expect(calculateClearedFunds(ledger([check, refund(3, 4000, 1), correction(4, check)]), '2026-03-02', 5)).toBe(0)
})

test('refunds are for credit notes first, and for an overpayment with the rest', () => {
  expect(calculateRefundable(ledger([payment(1, 12_000)], [note(1, 3000)]))).toEqual({
    totalCents: 5000,
    overpaymentCents: 2000,
    creditNotes: [{ id: 1, number: 1, refundableCents: 3000 }],
  })
  // For a credit note on an unpaid amount, only the excess.
  expect(calculateRefundable(ledger([payment(1, 8000)], [note(1, 3000)]))).toMatchObject({
    totalCents: 1000,
    overpaymentCents: 0,
    creditNotes: [{ refundableCents: 1000 }],
  })
  expect(calculateRefundable(ledger([first], [unnumbered(1, 10_000)]))).toEqual({
    totalCents: 10_000,
    overpaymentCents: 10_000,
    creditNotes: [],
  })
  expect(calculateRefundable(ledger([payment(1, 4000)]))).toMatchObject({ totalCents: 0, overpaymentCents: 0 })
})

test('the steps explain the balance', () => {
  const steps = explainBalance(cents(10_000), [first, note(1, 3000), refund(2, 3000, 1)])
  expect(steps.map(({ changeCents, balanceCents }) => [changeCents, balanceCents])).toEqual([
    [10_000, 10_000],
    [-10_000, 0],
    [-3000, -3000],
    [3000, 0],
  ])
})

const amount = fc.integer({ min: 1, max: 20_000 })
const anyLedger = fc
  .record({
    total: fc.integer({ min: 0, max: 20_000 }),
    tolerance: fc.constantFrom(0, 0, 100),
    received: fc.array(fc.record({ amount, corrected: fc.boolean() }), { maxLength: 4 }),
    credited: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
    refunds: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
  })
  .map(({ total, tolerance, received, credited, refunds }) => {
    let id = 0
    const payments: LedgerPayment[] = []
    for (const entry of received) {
      const paid = payment(++id, entry.amount)
      payments.push(paid)
      if (entry.corrected) payments.push(correction(++id, paid))
    }
    let remaining = total
    const notes = credited.flatMap((percent, index) => {
      const part = Math.floor((remaining * percent) / 100)
      remaining -= part
      return part > 0 ? [note(index + 1, part)] : []
    })
    const createLedger = () => ledger(payments, notes, { total, tolerance })
    // Follows the use case: the overpayment first, else the first credit note with an open amount.
    for (const percent of refunds) {
      const { overpaymentCents, creditNotes } = calculateRefundable(createLedger())
      const open = creditNotes.find(({ refundableCents }) => refundableCents > 0)
      const refundable = overpaymentCents > 0 ? overpaymentCents : (open?.refundableCents ?? 0)
      const part = Math.ceil((refundable * percent) / 100)
      if (part > 0) payments.push(refund(++id, part, overpaymentCents > 0 ? undefined : open?.id))
    }
    return createLedger()
  })

test('for any ledger, the steps end at the balance, states agree with it, and refunds never create an amount due', () => {
  fc.assert(
    fc.property(anyLedger, (input) => {
      const money = moneyOf(input)
      const balance: Cents = balanceOf(money)
      const steps = explainBalance(input.totalCents, [...input.payments, ...input.creditNotes])
      expect(steps.at(-1)?.balanceCents).toBe(balance)
      const state = findPaymentState(money)
      expect(state === 'overpaid').toBe(balance < 0)
      if (balance > money.toleranceCents) expect(['unpaid', 'partly_paid']).toContain(state)
      if (isPaidInFull(money)) expect(balance).toBeLessThanOrEqual(money.toleranceCents)
      if (money.refundedCents > 0) expect(balance).toBeLessThanOrEqual(0)
      const { totalCents, overpaymentCents, creditNotes } = calculateRefundable(input)
      expect(totalCents).toBe(Math.max(0, -balance))
      expect(overpaymentCents).toBeLessThanOrEqual(totalCents)
      for (const { refundableCents } of creditNotes) expect(refundableCents).toBeLessThanOrEqual(totalCents)
      // Every refundable amount has a purpose.
      const open = creditNotes.reduce((sum, { refundableCents }) => sum + refundableCents, 0)
      expect(overpaymentCents + open).toBeGreaterThanOrEqual(totalCents)
    }),
    { numRuns: 2000 },
  )
})
