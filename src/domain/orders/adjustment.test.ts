import { expect, test } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { calculateMaxAdjustment, calculateRemainingGoods, type GoodsCredit } from './adjustment.ts'

const note = (kind: GoodsCredit['kind'], goods: number, otherCents = 0): GoodsCredit => ({
  kind,
  goodsCents: cents(goods),
  amountCents: cents(goods + otherCents),
})
const GOODS = cents(10_000)

test('goods can be credited up to the part that no credit note covers, whatever else the notes credit', () => {
  expect(calculateRemainingGoods(GOODS, [])).toBe(10_000)
  expect(calculateRemainingGoods(GOODS, [note('return', 3_000, 800), note('adjustment', 500)])).toBe(6_500)
  expect(
    calculateRemainingGoods(GOODS, [note('cancellation', 10_000, 900), note('reinstatement', -10_000, -900)]),
  ).toBe(10_000)
})

const maxFor = (
  notes: readonly GoodsCredit[],
  { alone, received = 10_900 }: { alone?: number; received?: number } = {},
) =>
  calculateMaxAdjustment({
    goodsCents: GOODS,
    notes,
    aloneCents: alone === undefined ? undefined : cents(alone),
    money: {
      totalCents: cents(10_900),
      creditedCents: cents(notes.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      receivedCents: cents(received),
      refundedCents: cents(0),
      toleranceCents: cents(0),
    },
  })

test('an adjustment is limited by the remaining goods, and all of them together by the one-person refund limit', () => {
  expect(maxFor([])).toBe(10_000)
  expect(maxFor([], { alone: 2_500 })).toBe(2_500)
  expect(maxFor([note('return', 9_000)], { alone: 2_500 })).toBe(1_000)
  expect(maxFor([note('adjustment', 2_000)], { alone: 2_500 })).toBe(500)
  expect(maxFor([note('adjustment', 3_000)], { alone: 2_500 })).toBe(0)
  expect(maxFor([note('cancellation', 10_000, 900)])).toBe(0)
})

test('an order without payments keeps an amount due', () => {
  expect(maxFor([], { received: 0 })).toBe(10_000)
  expect(maxFor([note('return', 2_000, 900)], { received: 0 })).toBe(7_999)
  expect(maxFor([note('return', 2_000, 900)], { received: 1 })).toBe(8_000)
})
