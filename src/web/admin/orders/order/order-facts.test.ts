import { expect, it } from 'vitest'
import { orderFacts } from './order-facts.ts'
import { sampleOrder } from './sample-order.ts'

it('the facts of an order name its items by their progress, without unpacked shipments', () => {
  const order = sampleOrder({ open: 1, shipments: ['packed', 'voided', 'shipped', 'shipped'] })
  expect(orderFacts(order)).toMatchObject({
    Status: 'Processing',
    Balance: '$100.00',
    'Packed or shipped': '1 item not packed, 1 item packed, 2 items shipped',
    'Due date': '',
    'Reported payment': '',
    Notes: '0',
    Version: '1',
  })
})
