import { describe, expect, it } from 'vitest'
import type { LedgerEntry, Shipment } from './calls.ts'
import { buildTimeline, ledgerLabel, shipmentName } from './timeline-labels.ts'

const entry = (overrides: Partial<LedgerEntry>): LedgerEntry => ({
  kind: 'received',
  method: 'quickpay',
  credit_note: null,
  day: '2026-03-04',
  recorded_at: '2026-03-04T15:00:00.000Z',
  change: -20,
  ...overrides,
})
const parcel = (overrides: Partial<Shipment>): Shipment => ({
  id: 1,
  kind: 'delivery',
  state: 'shipped',
  packed_at: '2026-03-05T14:00:00.000Z',
  ready_at: null,
  shipped_at: '2026-03-05T21:00:00.000Z',
  delivered_at: null,
  picked_up_at: null,
  picked_up_by: null,
  carrier: 'ups',
  tracking_number: null,
  tracking_url: null,
  lines: [],
  ...overrides,
})
// March 3 in UTC is still March 2 in New York.
const placed = { created_at: '2026-03-03T04:30:00.000Z', ledger: [], shipments: [], events: [] }
const timeline = (overrides: Partial<Parameters<typeof buildTimeline>[0]>) =>
  buildTimeline({ ...placed, ...overrides }).map(({ day, sentence }) => `${day} ${sentence}`)

describe('the timeline of an order', () => {
  it("begins with its placement, on the day in the shop's time zone", () => {
    expect(timeline({})).toEqual(['2026-03-02 Order placed.'])
  })

  it('has payments, parcels and claims in the order of their days', () => {
    expect(
      timeline({
        ledger: [
          entry({}),
          // Booked last, with an earlier value date.
          entry({ method: 'check', day: '2026-03-03', recorded_at: '2026-03-09T15:00:00.000Z', change: -18 }),
        ],
        shipments: [
          parcel({ delivered_at: '2026-03-07T15:00:00.000Z' }),
          parcel({ id: 2, carrier: 'other', shipped_at: '2026-03-06T15:00:00.000Z' }),
        ],
        events: [
          { event: 'claimed', at: '2026-03-04T14:00:00.000Z' },
          { event: 'completed', at: '2026-03-09T16:00:00.000Z' },
        ],
      }),
    ).toEqual([
      '2026-03-02 Order placed.',
      '2026-03-03 We received $18.00 by check.',
      '2026-03-04 You told us you sent payment.',
      '2026-03-04 We received $20.00 by Quick Pay.',
      '2026-03-05 Shipment 1: shipped with UPS.',
      '2026-03-06 Shipment 2: shipped.',
      '2026-03-07 Shipment 1: delivered.',
      '2026-03-09 Order completed.',
    ])
  })

  it('lists each cancellation once, with its credit note if there is one', () => {
    const canceled = [{ event: 'canceled' as const, at: '2026-03-05T15:00:00.000Z' }]
    const credit = {
      kind: 'cancellation' as const,
      method: null,
      day: '2026-03-05',
      recorded_at: '2026-03-05T15:00:00.000Z',
    }
    expect(timeline({ ledger: [entry(credit)], events: canceled }).slice(1)).toEqual(['2026-03-05 Order canceled.'])
    expect(timeline({ ledger: [entry({ ...credit, credit_note: 7 })], events: canceled }).slice(1)).toEqual([
      '2026-03-05 Order canceled.',
      '2026-03-05 We credited $20.00 (credit note 7).',
    ])
  })

  it('lists payments older than the order on the day of its placement', () => {
    expect(timeline({ ledger: [entry({ day: '2026-02-27' })] })).toEqual([
      '2026-03-02 Order placed.',
      '2026-03-02 We received $20.00 by Quick Pay.',
    ])
  })

  it('omits the number of a single parcel', () => {
    expect(timeline({ shipments: [parcel({})] })).toContain('2026-03-05 Shipped with UPS.')
  })

  it('names the person who picked up a pickup', () => {
    const pickup = parcel({ kind: 'pickup', shipped_at: null, carrier: null, ready_at: '2026-03-05T15:00:00.000Z' })
    const pickedUp = { ...pickup, picked_up_at: '2026-03-06T15:00:00.000Z', picked_up_by: 'Bea Kim' }
    expect(timeline({ shipments: [pickedUp] }).slice(1)).toEqual([
      '2026-03-05 Ready for pickup.',
      '2026-03-06 Picked up by Bea Kim.',
    ])
    expect(timeline({ shipments: [pickedUp, pickup] })).toContain('2026-03-06 Pickup 1: picked up by Bea Kim.')
  })
})

describe('parcel names', () => {
  it('are numbered if there are several', () => {
    expect(shipmentName([parcel({})], 0)).toBe('Shipment')
    expect(shipmentName([parcel({}), parcel({}), parcel({ kind: 'pickup' })], 1)).toBe('Shipment 2')
    expect(shipmentName([parcel({}), parcel({}), parcel({ kind: 'pickup' })], 2)).toBe('Pickup')
  })
})

describe('ledger entries', () => {
  it.each([
    [{}, 'Quick Pay'],
    [{ kind: 'refunded', method: 'check', change: 5 }, 'Refund, Check'],
    [{ kind: 'correction', change: 20 }, 'Quick Pay, corrected'],
    [{ kind: 'correction', change: -5 }, 'Refund, Quick Pay, corrected'],
    [{ kind: 'bounced_check', method: 'check', change: 20 }, 'Check returned by the bank'],
    [{ kind: 'return', method: null, credit_note: 3 }, 'Credit note 3'],
    [{ kind: 'cancellation', method: null }, 'Canceled'],
    [{ kind: 'cancellation', method: null, credit_note: 4 }, 'Credit note 4, canceled'],
    [{ kind: 'reinstatement', method: null, change: 20 }, 'Reinstated'],
  ] as const)('formats %o as %s', (overrides, label) => {
    expect(ledgerLabel(entry(overrides))).toBe(label)
  })
})
