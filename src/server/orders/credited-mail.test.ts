import { expect, test } from 'vitest'
import { sampleCredited } from '#server/mail/texts/sample-order.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { orderCreditedMail } from './credited-mail.ts'

const settings = { get: (key: SettingKey) => registry[key].default } as Settings

test.each([
  ['what goes back', -12.5, 'We’ll refund $12.50.'],
  ['that less is left to pay', 60, 'Your new balance due is $60.00.'],
  ['that nothing is', 0, 'Nothing is due on the order.'],
])('the email about a credited amount names its credit note and %s', (_, balance, message) => {
  const { text } = composeMail(orderCreditedMail({ ...sampleCredited, balance }, 7, settings, 'https://shop.test'))
  expect(text).toContain(`We credited $12.50 to your order ${sampleCredited.id}. This is credit note 7.`)
  expect(text).toContain(message)
})
