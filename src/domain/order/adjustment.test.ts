import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { type GoodsCredit, mostAdjusted, remainingGoods } from './adjustment.ts'

const note = (kind: GoodsCredit['kind'], goods: number, beside = 0): GoodsCredit => ({
  kind,
  goodsCents: cents(goods),
  amountCents: cents(goods + beside),
})
const GOODS = cents(10_000)

test('goods are left to credit as far as no note has credited them, whatever it credits beside', () => {
  expect(remainingGoods(GOODS, [])).toBe(10_000)
  expect(remainingGoods(GOODS, [note('return', 3_000, 800), note('adjustment', 500)])).toBe(6_500)
  expect(remainingGoods(GOODS, [note('cancellation', 10_000, 900), note('reinstatement', -10_000, -900)])).toBe(10_000)
})

test('at most what is left is adjusted, and of all adjustments together what one person refunds alone', () => {
  expect(mostAdjusted(GOODS, [], undefined)).toBe(10_000)
  expect(mostAdjusted(GOODS, [], cents(2_500))).toBe(2_500)
  expect(mostAdjusted(GOODS, [note('return', 9_000)], cents(2_500))).toBe(1_000)
  expect(mostAdjusted(GOODS, [note('adjustment', 2_000)], cents(2_500))).toBe(500)
  expect(mostAdjusted(GOODS, [note('adjustment', 3_000)], cents(2_500))).toBe(0)
  expect(mostAdjusted(GOODS, [note('cancellation', 10_000, 900)], undefined)).toBe(0)
})
