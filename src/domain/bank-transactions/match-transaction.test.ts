import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { randomTransactions } from '#test/random-transactions.ts'
import { indexOrders, matchTransaction, type OpenOrder } from './match-transaction.ts'

const order = (id: number, balance: number, name: string, company?: string): OpenOrder => ({
  id,
  balanceCents: cents(balance),
  names: [name],
  companies: company ? [company] : [],
})
const orders = [
  order(101, 12_345, 'Ana Reyes'),
  order(102, 50_00, 'Ana Reyes'),
  order(103, 99_99, 'José O’Brien', 'Glow Bar LLC'),
  order(104, 70_00, 'Lee Park'),
  order(105, 70_00, 'Linh Nguyen'),
  order(106, 31_00, 'Grace Vega'),
  order(107, 31_00, 'Grace Vega'),
]
const index = indexOrders(orders, 300)
const match = (amount: number, payer: string, memo: string) =>
  matchTransaction({ amountCents: cents(amount), payer, memo }, index)
const referenceFor = encodePaymentReference

it('is exact if the payment reference and the balance match one order, regardless of the payer', () => {
  expect(match(12_345, 'Somebody Else', `order ${referenceFor(101).toLowerCase()}`)).toMatchObject({
    sort: 'exact',
    candidates: [{ orderId: 101, reason: 'Matches memo code and amount.' }],
  })
  expect(match(12_345, '', `${referenceFor(101).slice(0, 3)} ${referenceFor(101).slice(3)}`).sort).toBe('exact')
})

it('is probable for a payment reference with a different amount, and names both amounts', () => {
  expect(match(12_000, '', referenceFor(101))).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 101, reason: 'Matches memo code; $3.45 short of the $123.45 due.' }],
  })
})

it('names the overpaid amount', () => {
  expect(match(13_000, '', referenceFor(101)).candidates[0]?.reason).toBe(
    'Matches memo code; $6.55 more than the $123.45 due.',
  )
})

it('finds a payment reference in the payer field, and a name only in the memo', () => {
  expect(match(12_345, `ZELLE FROM SAM ${referenceFor(101)}`, '').sort).toBe('exact')
  expect(match(12_345, `REYES ${referenceFor(101).slice(0, 3)}-${referenceFor(101).slice(3)}`, 'thanks').sort).toBe(
    'exact',
  )
  expect(match(99_99, 'ZELLE', 'ACH JOSE OBRIEN')).toMatchObject({ sort: 'probable', candidates: [{ orderId: 103 }] })
  expect(match(50_00, `SAM ${referenceFor(102)}`, `for ${referenceFor(101)}`).sort).toBe('unknown')
})

it('is unknown with two payment references, or with one of an order that is not open', () => {
  expect(match(12_345, 'Ana Reyes', `${referenceFor(101)} ${referenceFor(102)}`).sort).toBe('unknown')
  const paidOrderId = [...new Array(300).keys()].find((id) => id > 107 && /\d/.test(referenceFor(id))) as number
  expect(match(12_345, 'Ana Reyes', referenceFor(paidOrderId))).toMatchObject({
    sort: 'unknown',
    candidates: [{ orderId: paidOrderId }, { orderId: 101 }, { orderId: 102 }],
  })
})

it('is unknown if the payment reference conflicts with name and amount', () => {
  expect(match(50_00, 'Ana Reyes', referenceFor(101)).sort).toBe('unknown')
})

it('finds a mistyped payment reference only together with the amount or the name', () => {
  const mistyped = `${referenceFor(104).slice(0, 2)}${referenceFor(104)[3]}${referenceFor(104)[2]}${referenceFor(104).slice(4)}`
  expect(match(70_00, '', mistyped)).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 104 }, { orderId: 105 }],
  })
  expect(match(60_00, 'PARK LEE', mistyped)).toMatchObject({ sort: 'probable', candidates: [{ orderId: 104 }] })
  expect(match(60_00, 'Viktor Brandt', mistyped).sort).toBe('unknown')
})

it('accepts an order number together with its exact amount', () => {
  expect(match(70_00, 'Viktor Brandt', 'order #105')).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 105 }, { orderId: 104 }],
  })
  expect(match(71_00, 'Viktor Brandt', 'order #105').sort).toBe('unknown')
})

it.each(['JOSE OBRIEN', 'O’BRIEN, JOSÉ M', 'J O’Brien', 'GLOW BAR INC', 'Mr José R. O’Brien'])(
  'recognizes the buyer in %s',
  (payer) => {
    const { sort, candidates } = match(99_99, payer, '')
    expect(sort).toBe('probable')
    expect(candidates[0]?.reason).toMatch(/name/)
  },
)

it('is unknown if a buyer has two orders of the amount, or several buyers have one', () => {
  expect(match(31_00, 'Grace Vega', '').sort).toBe('unknown')
  expect(match(70_00, 'Viktor Brandt', '').sort).toBe('unknown')
  expect(match(70_00, 'Linh Nguyen', '')).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 105 }, { orderId: 104 }],
  })
})

it('is unknown for a unique amount if the payer is the buyer of another order', () => {
  expect(match(99_99, 'Grace Vega', '').sort).toBe('unknown')
})

it('is unknown without any evidence', () => {
  expect(match(1, '', '')).toEqual({ sort: 'unknown', candidates: [] })
})

it.each([1, 2, 3])('classifies 1,000 bank transactions with known answers (seed %i)', (seed) => {
  const { orders, latest, transactions } = randomTransactions(seed, 1_000)
  const largeIndex = indexOrders(orders, latest)
  const errors: string[] = []
  let determinable = 0
  let correct = 0
  for (const { truth, cents: amount, payer, memo } of transactions) {
    const { sort, candidates } = matchTransaction({ amountCents: cents(amount), payer, memo }, largeIndex)
    const [best] = candidates
    if (sort === 'exact' && best?.orderId !== truth.orderId) errors.push(`exact but wrong: ${payer}, ${memo}`)
    if (truth.orderId === undefined) {
      if (sort !== 'unknown') errors.push(`ambiguous, but ${sort}: ${payer}, ${memo}, ${amount}: ${best?.reason}`)
      continue
    }
    determinable++
    if (sort !== 'unknown' && best?.orderId === truth.orderId) correct++
  }
  expect(errors).toEqual([])
  expect(correct / determinable).toBeGreaterThanOrEqual(0.95)
})
