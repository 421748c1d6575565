import { expect, it } from 'vitest'
import { emailName } from './mail-labels.ts'

it.each([
  ['order_placed', 'Order placed'],
  ['orderPlaced', 'Order placed'],
  ['order-placed-shop', 'Order placed shop'],
])('the email %s is labeled %s', (mail, name) => {
  expect(emailName(mail)).toBe(name)
})
