import { expect, it } from 'vitest'
import { mailName } from './mail-labels.ts'

it.each([
  ['order_placed', 'Order placed'],
  ['orderPlaced', 'Order placed'],
  ['order-placed-shop', 'Order placed shop'],
])('the mail %s is called %s', (mail, name) => {
  expect(mailName(mail)).toBe(name)
})
