import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findFulfillmentState, findOpenLines, isAllHandedOver, type ShippedQuantities, shipmentSteps } from './state.ts'

const ordered = [
  { position: 0, quantity: 3 },
  { position: 1, quantity: 1 },
]
const shipment = (state: ShippedQuantities['state'], first: number, second = 0): ShippedQuantities => ({
  state,
  lines: [
    { position: 0, quantity: first },
    { position: 1, quantity: second },
  ].filter(({ quantity }) => quantity > 0),
})

describe('the fulfillment of an order', () => {
  test.each([
    ['unfulfilled', []],
    ['unfulfilled', [shipment('voided', 3, 1)]],
    ['packed', [shipment('packed', 3, 1)]],
    ['partly_packed', [shipment('packed', 3)]],
    ['partly_shipped', [shipment('shipped', 3), shipment('packed', 0, 1)]],
    ['shipped', [shipment('shipped', 3), shipment('shipped', 0, 1)]],
    ['partly_delivered', [shipment('delivered', 3), shipment('shipped', 0, 1)]],
    ['delivered', [shipment('delivered', 3, 1), shipment('voided', 3)]],
    ['ready_for_pickup', [shipment('ready_for_pickup', 3, 1)]],
    ['partly_picked_up', [shipment('picked_up', 1), shipment('ready_for_pickup', 2)]],
    ['picked_up', [shipment('picked_up', 3, 1)]],
  ] as const)('is %s', (state, shipments) => {
    expect(findFulfillmentState(ordered, shipments)).toBe(state)
  })

  it('is complete once everything is with a carrier or the customer', () => {
    expect(isAllHandedOver(ordered, [shipment('shipped', 3), shipment('packed', 0, 1)])).toBe(false)
    expect(isAllHandedOver(ordered, [shipment('shipped', 3), shipment('delivered', 0, 1)])).toBe(true)
    expect(isAllHandedOver(ordered, [shipment('picked_up', 3, 1)])).toBe(true)
  })

  it('leaves open what no active shipment contains', () => {
    expect(findOpenLines(ordered, [shipment('shipped', 1), shipment('packed', 0, 1), shipment('voided', 2)])).toEqual([
      { position: 0, quantity: 2 },
    ])
  })
})

test('after any packing, the state shows whether all units reached its step, and the open lines are the rest', () => {
  const state = fc.constantFrom(...shipmentSteps, 'voided' as const)
  const sequences = fc.array(fc.tuple(state, fc.integer({ min: 1, max: 3 })), { maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), sequences, (total, packings) => {
      // Tracks each unit separately.
      const units = Array.from({ length: total }, () => 'open' as ShippedQuantities['state'] | 'open')
      const shipments = packings.flatMap(([state, quantity]) => {
        const free = units.flatMap((unit, i) => (unit === 'open' ? [i] : [])).slice(0, quantity)
        if (free.length < quantity) return []
        if (state !== 'voided') for (const i of free) units[i] = state
        return [{ state, lines: [{ position: 0, quantity }] }]
      })
      const furthest = shipmentSteps.toReversed().find((step) => units.includes(step))
      const expected =
        furthest === undefined
          ? 'unfulfilled'
          : units.every((unit) => unit === furthest)
            ? furthest
            : `partly_${furthest}`
      const lines = [{ position: 0, quantity: total }]
      expect(findFulfillmentState(lines, shipments)).toBe(expected)
      const open = units.filter((unit) => unit === 'open').length
      expect(findOpenLines(lines, shipments)).toEqual(open === 0 ? [] : [{ position: 0, quantity: open }])
    }),
  )
})
