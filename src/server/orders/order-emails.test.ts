import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/calls.ts'
import { sampleOrder } from '#server/mail/texts/sample-order.ts'
import { canceledUnpaidMail } from '#server/orders/overdue/unpaid-emails.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { orderChangedMail, orderPlacedMail, orderReceivedMail } from './order-emails.ts'

const settings = { get: (key: SettingKey) => registry[key].default } as Settings
const order = (overrides: Partial<Order>, payment: Partial<Order['payment']> = {}) => ({
  ...sampleOrder,
  ...overrides,
  payment: { ...sampleOrder.payment, ...payment },
})
/** Booked a day after the money arrived. */
const paidFields = { paid_at: '2026-03-05T14:30:00.000Z', paid_on: '2026-03-04' }
const PAID = 'Paid on March 4, 2026 by Quick Pay'

test('the email of a new order states the amount due and how to pay', () => {
  const { text } = composeMail(orderPlacedMail(order({}), settings, 'https://shop.test'))
  expect(text).toContain(`Send $255.51 by Quick Pay with ${sampleOrder.payment_reference} in the memo field`)
  expect(text).toContain('Tax (NJ 6.625%): $15.11')
  expect(text).toContain('Shipping (Ground, Arrives 2-4 Days): ')
  expect(text).toContain(
    'Due by March 11, 2026. If we haven’t received payment by then, we’ll cancel the order at noon on March 12, 2026.',
  )
  expect(text).not.toContain('Paid on')
})

test('a paid order names the methods of its payments, not the method chosen at checkout', () => {
  const entry = { credit_note: null, on: '2026-03-04', balance: 0, received: null }
  const ledger = [
    { ...entry, kind: 'received', method: 'quickpay', change: -10 },
    { ...entry, kind: 'correction', method: 'quickpay', change: 10 },
    { ...entry, kind: 'received', method: 'check', change: -200 },
    { ...entry, kind: 'received', method: 'cash', change: -55.51 },
  ] as unknown as Order['ledger']
  const { text } = composeMail(orderPlacedMail(order({ ledger }, paidFields), settings, 'https://shop.test'))
  expect(text).toContain('Paid on March 4, 2026 by check and in cash.')
})

test('the email to a buyer who pays by check states the amount, the memo and the address', () => {
  const counter = '48 Dean Street, Unit 3\nEnglewood, NJ 07631'
  const pickupSettings = {
    get: (key: SettingKey) => (key === 'pickup_address' ? counter : settings.get(key)),
  } as Settings
  const checkOrder = order({}, { payment_type: 'check' })
  const instructions = `Make your check for $255.51 payable to Salonfront and write ${sampleOrder.payment_reference} on the memo line.`
  const { text } = composeMail(orderPlacedMail(checkOrder, pickupSettings, 'https://shop.test'))
  expect(text).toContain(`${instructions} Mail or bring it to\n${counter}`)
  expect(composeMail(orderPlacedMail(checkOrder, settings, 'https://shop.test')).text).toContain(`${instructions}\n`)
})

test('the email of a new order shows the discount and the tax exemption', () => {
  const discountedOrder = order({
    discount: 22.8,
    discount_percent: 10,
    tax: 0,
    taxes: [],
    tax_certificate: { state: 'NJ', number: '123-456' },
  })
  const { text } = composeMail(orderPlacedMail(discountedOrder, settings, 'https://shop.test'))
  expect(text).toContain('Discount (10%): −$22.80')
  expect(text).toContain('Tax exempt (certificate NJ 123-456): $0.00')
})

test('the email of a new order shows the delivery address line by line', () => {
  const lines = ['Ana Reyes', 'Reyes Beauty Studio', '1 Main Street', 'Englewood, NJ 07631', '(201) 555-0100']
  expect(composeMail(orderPlacedMail(order({}), settings, 'https://shop.test')).text).toContain(lines.join('\n'))
})

test.each([
  ['paid', order({}, paidFields)],
  ['completed', order({ status: 'completed' }, paidFields)],
  ['canceled', order({ status: 'canceled' })],
  ['paid and canceled', order({ status: 'canceled' }, { ...paidFields, payment_type: 'check' })],
])('the emails of an order that is %s by then request no payment', (_, samples) => {
  const mails = [
    orderPlacedMail(samples, settings, 'https://shop.test'),
    orderReceivedMail(samples, settings, 'https://shop.test', 'shop@example.com'),
    ...(['order_paid', 'order_completed', 'order_canceled'] as const).map((change) =>
      orderChangedMail(change, samples, settings, 'https://shop.test'),
    ),
  ]
  for (const { text, html } of mails.map((mail) => composeMail(mail))) {
    expect(text).not.toMatch(/by Quick Pay with|Make your check/)
    if (samples.payment.paid_at === null) continue
    const paidText = samples.payment.payment_type === 'check' ? PAID.replace('Quick Pay', 'check') : PAID
    expect(text).toContain(paidText)
    expect(html).toContain(paidText)
  }
})

test('the shop’s copy links to the back office, and does not open the customer’s private page', () => {
  const { html, text } = composeMail(orderReceivedMail(sampleOrder, settings, 'https://shop.test', 'shop@example.com'))
  expect(text).toContain(`https://shop.test/admin/orders/${sampleOrder.id}`)
  expect(html + text).not.toContain(sampleOrder.url)
})

const canceled = (overrides: Partial<Order>) =>
  composeMail(
    orderChangedMail(
      'order_canceled',
      order({ status: 'canceled', ...overrides }, paidFields),
      settings,
      'https://s.test',
    ),
  ).text
const creditEntry = {
  kind: 'cancellation',
  method: null,
  credit_note: 17,
  day: '2026-03-06',
  recorded_at: '',
  change: -255.51,
}

test('the email of a canceled order states the refund and names the credit note', () => {
  const ledger = [creditEntry] as unknown as Order['ledger']
  expect(canceled({ balance: -255.51, ledger })).toContain('We’ll refund $255.51. This is your credit note 17.')
  // Paid in part, overpaid, or partly refunded before.
  expect(canceled({ balance: -20, ledger })).toContain('We’ll refund $20.00.')
  expect(canceled({ balance: -300, ledger })).toContain('We’ll refund $300.00.')
  // All goods were returned earlier, and their credit notes were emailed then.
  const returnLedger = [{ ...creditEntry, kind: 'return' }] as unknown as Order['ledger']
  const text = canceled({ balance: -255.51, ledger: returnLedger })
  expect(text).toContain('We’ll refund $255.51.')
  expect(text).not.toContain('This is your credit note')
  for (const balance of [0, 5]) expect(canceled({ balance, ledger: [] })).not.toContain('refund')
})

test('the email of an order canceled as unpaid states the refund of money received since', () => {
  const overpaidOrder = order({ status: 'canceled', balance: -255.51 }, {})
  expect(composeMail(canceledUnpaidMail(overpaidOrder, settings, 'https://s.test')).text).toContain(
    'We’ll refund $255.51.',
  )
  const unpaid = order({ status: 'canceled', balance: 0 }, {})
  expect(composeMail(canceledUnpaidMail(unpaid, settings, 'https://s.test')).text).toContain('You don’t owe anything.')
})

test('an order that costs nothing has no method, payment reference or due date', () => {
  const freeOrder = order(
    { order_total: 0, balance: 0, payment_state: 'paid', due_on: null, cancels_at: null, ledger: [] },
    paidFields,
  )
  const mails = [
    orderPlacedMail(freeOrder, settings, 'https://s.test'),
    orderReceivedMail(freeOrder, settings, 'https://s.test', 'shop@example.com'),
    orderChangedMail('order_completed', freeOrder, settings, 'https://s.test'),
  ].map((draft) => composeMail(draft).text)
  for (const text of mails) expect(text).not.toMatch(/Quick Pay|[Mm]emo|Paid on|Due by/)
  expect(mails[1]).toContain('Nothing to pay')
  // Payments received before an edit are still shown.
  const entry = { kind: 'received', method: 'check', credit_note: null, change: -20 }
  const editedOrder = order({ order_total: 0, balance: -20, ledger: [entry] as unknown as Order['ledger'] }, paidFields)
  expect(composeMail(orderChangedMail('order_completed', editedOrder, settings, 'https://s.test')).text).toContain(
    'by check',
  )
})
