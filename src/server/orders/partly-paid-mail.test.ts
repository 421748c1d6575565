import { expect, it } from 'vitest'
import { sampleDeposit, sampleOrder } from '#server/mail/texts/sample-order.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { partlyPaidMail } from './partly-paid-mail.ts'

const settings = { get: (key: SettingKey) => registry[key].default } as Settings
const write = (overrides: Partial<typeof sampleDeposit>, today = '2026-03-05') => {
  const draft = partlyPaidMail({ ...sampleDeposit, ...overrides }, settings, 'https://shop.test', today)
  return draft && composeMail(draft)
}

it('states the payment received, the amount due, the due date and how to pay', () => {
  const mail = write({})
  expect(mail?.subject).toBe('We received your payment for order 100001 – $155.51 still due')
  expect(mail?.text).toContain('$155.51 is still due. Please pay by March 11, 2026.')
  expect(mail?.text).toMatch(/Total: \$255\.51\nQuick Pay, March 4, 2026: [-−]\$100\.00\nBalance due: \$155\.51/)
  expect(mail?.text).toContain(`with ${sampleDeposit.payment_reference} in the memo field`)
})

it('mentions a due date only if there is one, and whether it has passed', () => {
  expect(write({}, '2026-03-12')?.text).toContain('$155.51 is still due. It was due on March 11, 2026.')
  expect(write({ due_on: null })?.text).toContain('$155.51 is still due.\n')
})

it('is not written if the order is paid, canceled or entirely unpaid by then', () => {
  const paid = { ...sampleOrder.payment, paid_at: '2026-03-05T15:00:00.000Z', paid_on: '2026-03-05' }
  expect(write({ payment_state: 'paid', balance: 0, payment: paid })).toBeUndefined()
  expect(write({ status: 'canceled' })).toBeUndefined()
  expect(write({ payment_state: 'unpaid', ledger: [] })).toBeUndefined()
})
