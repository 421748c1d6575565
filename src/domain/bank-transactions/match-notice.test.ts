import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { paymentReferenceOf } from '#domain/orders/payment-reference.ts'
import { randomTransactions } from '#test/random-transactions.ts'
import { indexOrders, matchNotice, type OpenOrder } from './match-notice.ts'

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
  matchNotice({ amountCents: cents(amount), payer, memo }, index)
const code = paymentReferenceOf

it('is exact if the payment reference and the balance match one order, regardless of the payer', () => {
  expect(match(12_345, 'Somebody Else', `order ${code(101).toLowerCase()}`)).toMatchObject({
    sort: 'exact',
    candidates: [{ orderId: 101, reason: 'Matches memo code and amount.' }],
  })
  expect(match(12_345, '', `${code(101).slice(0, 3)} ${code(101).slice(3)}`).sort).toBe('exact')
})

it('is probable for a payment reference with another amount, and names both amounts', () => {
  expect(match(12_000, '', code(101))).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 101, reason: 'Matches memo code; $3.45 short of the $123.45 due.' }],
  })
})

it('names the overpaid amount', () => {
  expect(match(13_000, '', code(101)).candidates[0]?.reason).toBe('Matches memo code; $6.55 more than the $123.45 due.')
})

it('finds a payment reference in the payer field, and a name only in the memo', () => {
  expect(match(12_345, `ZELLE FROM SAM ${code(101)}`, '').sort).toBe('exact')
  expect(match(12_345, `REYES ${code(101).slice(0, 3)}-${code(101).slice(3)}`, 'thanks').sort).toBe('exact')
  expect(match(99_99, 'ZELLE', 'ACH JOSE OBRIEN')).toMatchObject({ sort: 'probable', candidates: [{ orderId: 103 }] })
  expect(match(50_00, `SAM ${code(102)}`, `for ${code(101)}`).sort).toBe('unknown')
})

it('is unknown with two payment references, or with one of an order that is not open', () => {
  expect(match(12_345, 'Ana Reyes', `${code(101)} ${code(102)}`).sort).toBe('unknown')
  const paid = [...new Array(300).keys()].find((id) => id > 107 && /\d/.test(code(id))) as number
  expect(match(12_345, 'Ana Reyes', code(paid))).toMatchObject({
    sort: 'unknown',
    candidates: [{ orderId: paid }, { orderId: 101 }, { orderId: 102 }],
  })
})

it('is unknown if the payment reference conflicts with name and amount', () => {
  expect(match(50_00, 'Ana Reyes', code(101)).sort).toBe('unknown')
})

it('finds a damaged payment reference only together with the amount or the name', () => {
  const damaged = `${code(104).slice(0, 2)}${code(104)[3]}${code(104)[2]}${code(104).slice(4)}`
  expect(match(70_00, '', damaged)).toMatchObject({
    sort: 'probable',
    candidates: [{ orderId: 104 }, { orderId: 105 }],
  })
  expect(match(60_00, 'PARK LEE', damaged)).toMatchObject({ sort: 'probable', candidates: [{ orderId: 104 }] })
  expect(match(60_00, 'Viktor Brandt', damaged).sort).toBe('unknown')
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
  const known = indexOrders(orders, latest)
  const faults: string[] = []
  let determinable = 0
  let first = 0
  for (const { truth, cents: amount, payer, memo } of transactions) {
    const { sort, candidates } = matchNotice({ amountCents: cents(amount), payer, memo }, known)
    const [best] = candidates
    if (sort === 'exact' && best?.orderId !== truth.orderId) faults.push(`exact but wrong: ${payer}, ${memo}`)
    if (truth.orderId === undefined) {
      if (sort !== 'unknown') faults.push(`ambiguous, but ${sort}: ${payer}, ${memo}, ${amount}: ${best?.reason}`)
      continue
    }
    determinable++
    if (sort !== 'unknown' && best?.orderId === truth.orderId) first++
  }
  expect(faults).toEqual([])
  expect(first / determinable).toBeGreaterThanOrEqual(0.95)
})
