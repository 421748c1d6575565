import { describe, expect, it } from 'vitest'
import { type BulkChange, type BulkFacts, planBulkChange } from './bulk-change.ts'

const facts: BulkFacts = {
  ...{ status: 'active', category_id: 3, vendor: 'Orla', pv: 10 },
  ...{ price_cents: 1999, sale_price_cents: null },
}
const plan = (change: BulkChange, overrides: Partial<BulkFacts> = {}, isConfirmed = false) =>
  planBulkChange({ ...facts, ...overrides }, change, { isConfirmed })
const percent = (percentBp: number): BulkChange => ({ kind: 'price_percent', percentBp })
const amount = (amountCents: number): BulkChange => ({ kind: 'price_amount', amountCents })

describe('a bulk change', () => {
  it.each<[BulkChange, Partial<BulkFacts>]>([
    [{ kind: 'status', status: 'archived' }, { status: 'archived' }],
    [{ kind: 'category', categoryId: null }, { category_id: null }],
    [{ kind: 'vendor', vendor: 'Mira' }, { vendor: 'Mira' }],
    [{ kind: 'pv', pv: 0 }, { pv: 0 }],
    [amount(-199), { price_cents: 1800 }],
    [percent(1000), { price_cents: 2199 }],
  ])('%j sets %j', (change, changes) => expect(plan(change)).toEqual({ ok: true, changes }))

  it('leaves products alone that are as they should be', () => {
    for (const change of [{ kind: 'status', status: 'active' }, { kind: 'pv', pv: 10 }, percent(0), amount(0)] as const)
      expect(plan(change)).toEqual({ ok: true, changes: {} })
    expect(plan(percent(1000), { price_cents: 0 }), 'ten percent of nothing').toEqual({ ok: true, changes: {} })
  })

  it.each([
    // [price, hundredths of a percent, new price]
    [1999, 500, 2099],
    [1050, -1000, 945],
    [1005, 1000, 1106],
    [5, 1000, 6],
    [1, -5000, 1],
    [3333, 3333, 4444],
    [100_000_000, 1, 100_010_000],
  ])('%d cents and %d hundredths of a percent make %d cents, rounded half up', (price_cents, bp, expected) => {
    const planned = plan(percent(bp), { price_cents })
    expect(planned).toEqual({ ok: true, changes: expected === price_cents ? {} : { price_cents: expected } })
  })

  it('is refused below zero, above the largest price, and at or below the sale price', () => {
    expect(plan(amount(-2000))).toMatchObject({ refusal: { code: 'price_below_zero' } })
    expect(plan(percent(-15_000))).toMatchObject({ refusal: { code: 'price_below_zero' } })
    expect(plan(amount(2_147_483_647))).toMatchObject({ refusal: { code: 'price_too_high' } })
    expect(plan(percent(-5000), { sale_price_cents: 1000 })).toMatchObject({
      refusal: { code: 'sale_price_not_lower' },
    })
    expect(plan(percent(-5000), { sale_price_cents: 999 })).toMatchObject({ ok: true })
  })

  it('makes a product free in the store only if that is confirmed', () => {
    expect(plan(amount(-1999))).toMatchObject({ refusal: { code: 'confirmation_required' } })
    expect(plan(amount(-1999), {}, true)).toEqual({ ok: true, changes: { price_cents: 0 } })
    expect(plan(amount(-1999), { status: 'draft' })).toMatchObject({ ok: true })
    const activate = { kind: 'status', status: 'active' } as const
    expect(plan(activate, { status: 'draft', price_cents: 0 })).toMatchObject({
      refusal: { code: 'confirmation_required' },
    })
    // It is free already.
    expect(plan({ kind: 'vendor', vendor: 'Mira' }, { price_cents: 0 })).toMatchObject({ ok: true })
  })
})
