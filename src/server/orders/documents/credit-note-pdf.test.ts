import { expect, it } from 'vitest'
import type { Order } from '#contract/orders/calls.ts'
import { cents } from '#domain/money/money.ts'
import { sampleOrder } from '#server/mail/texts/sample-order.ts'
import { documentSettings, hostileNames } from '#test/documents.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import { writeCreditNote } from './credit-note-pdf.ts'
import type { CreditNote } from './read-credit-note.ts'

const none = cents(0)
const credit: CreditNote = {
  number: 17,
  kind: 'return',
  // Still the previous day in New York.
  createdAt: new Date('2026-11-24T03:00:00.000Z'),
  lines: [{ name: 'Keratin Repair Masque', quantity: 2, goodsCents: cents(7600) }],
  reductionCents: none,
  goodsCents: cents(7600),
  discountCents: cents(760),
  insuranceCents: none,
  shippingCents: none,
  taxCents: cents(453),
  amountCents: cents(7293),
  refunds: [{ method: 'check', day: '2026-11-25', amountCents: cents(5000) }],
  openCents: cents(2000),
  settledCents: cents(293),
}
const pages = async (overrides: Partial<CreditNote> = {}, order: Partial<Order> = {}) =>
  readPdfPages(
    await writeCreditNote({ ...credit, ...overrides }, { ...sampleOrder, ...order }, documentSettings, {
      compress: false,
    }),
  )

it('a credit note names the order, its credited lines and amounts, and the refunds', async () => {
  expect(await pages()).toEqual([
    [
      'Salonfront Credit note',
      '48 Dean Street',
      'Number 17',
      'Englewood, NJ 07631',
      'Date November 23, 2026',
      '(201) 555-0148',
      'Order 100001',
      'hello@example.com',
      'Ordered on March 2, 2026',
      'Credited to Reason',
      'Ana Reyes Returned items',
      'ana@example.com',
      'Delivered to',
      '(201) 555-0100',
      'Ana Reyes',
      'Reyes Beauty Studio',
      '1 Main Street',
      'Englewood, NJ 07631',
      '(201) 555-0100',
      'Item Quantity Amount',
      'Keratin Repair Masque 2 $76.00',
      'Items $76.00',
      'Share of discount –$7.60',
      'Tax (NJ 6.625%) $4.53',
      'Credited $72.93',
      'Check, refunded on November 25, 2026 $50.00',
      'Refund due $20.00',
      'Applied to the balance due $2.93',
      'Salonfront · Credit note 17 Page 1 of 1',
    ],
  ])
})

it('a credit below the price of the goods shows a reduction, and a price adjustment lists no goods', async () => {
  const [reduced] = await pages({ reductionCents: cents(600), goodsCents: cents(7000) })
  expect(reduced).toEqual(expect.arrayContaining(['Items $76.00', 'Reduction –$6.00']))
  const [adjusted] = await pages({ kind: 'adjustment', lines: [] })
  expect(adjusted).toContain('Price adjustment $76.00')
  expect(adjusted).not.toContain('Item Quantity Amount')
})

it('a credit note is byte-for-byte reproducible, and unusual names do not break it', async () => {
  const write = () => writeCreditNote(credit, sampleOrder, documentSettings)
  expect((await write()).equals(await write())).toBe(true)
  for (const name of hostileNames) {
    const allPages = await pages({ lines: [{ name, quantity: 1, goodsCents: cents(1) }] }, { first_name: name })
    expect(allPages.at(-1)).toContain('Credited $72.93')
  }
})

it('a hundred lines span pages, and the last one has the total with its parts', async () => {
  for (const count of [24, 25, 26, 27, 28, 29, 30, 100]) {
    const lines = Array.from({ length: count }, (_, i) => ({
      name: `Item no. ${i}`,
      quantity: 1,
      goodsCents: cents(1),
    }))
    const allPages = await pages({ lines })
    expect(allPages.flat().filter((line) => line.startsWith('Item no.'))).toHaveLength(count)
    const last = allPages.at(-1) ?? []
    expect(last).toEqual(expect.arrayContaining(['Items $76.00', 'Credited $72.93', 'Refund due $20.00']))
  }
})
