import { expect, test } from 'vitest'
import type { Config } from '#server/platform/config.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { getSender } from './mail.jobs.ts'

const getTestSender = (mailFrom: string | undefined, shopEmail: string) =>
  getSender({
    config: { mailFrom, publicUrl: 'https://shop.test' } as Config,
    settings: { get: (key: string) => (key === 'shop_email' ? shopEmail : 'Salonfront') } as Settings,
  })

test.each([
  [undefined, '', { from: '"Salonfront" <shop@shop.test>' }],
  [undefined, 'hello@shop.test', { from: '"Salonfront" <hello@shop.test>' }],
  ['no-reply@shop.test', '', { from: '"Salonfront" <no-reply@shop.test>' }],
  ['no-reply@shop.test', 'hello@shop.test', { from: '"Salonfront" <no-reply@shop.test>', replyTo: 'hello@shop.test' }],
])(
  'emails sent from %s by a shop with the address “%s” have that as reply address',
  (mailFrom, shopEmail, expected) => {
    expect(getTestSender(mailFrom, shopEmail)).toEqual(expected)
  },
)
