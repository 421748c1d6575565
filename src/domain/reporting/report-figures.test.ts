import { describe, expect, it } from 'vitest'
import {
  addSums,
  calculatePaymentFigures,
  calculatePlanFigures,
  calculateSalesFigures,
  calculateShare,
  calculateTaxFigures,
  calculateVolumeFigures,
} from './report-figures.ts'

const sales = {
  orders: 2,
  goodsCents: 10_000,
  discountCents: -1_000,
  shippingCents: 795,
  insuranceCents: 200,
  taxCents: 600,
  totalCents: 10_595,
  creditedCents: -2_120,
  creditedTaxCents: -120,
}

describe('the figures of a report', () => {
  it('add up from left to right', () => {
    const { goods, discount, shipping, insurance, tax, ...rest } = calculateSalesFigures(sales)
    const parts = [goods, discount, shipping, insurance, tax].reduce<number>((sum, part) => sum + (part ?? 0), 0)
    expect(parts).toBe(rest.sales)
    expect(rest).toEqual({ orders: 2, sales: 10_595, credited: -2_120, net: 8_475, before_tax: 7_995 })
    expect(calculateTaxFigures({ orders: 2, baseCents: 9_000, taxCents: 600, creditedCents: -120 }).net).toBe(480)
    expect(calculatePaymentFigures({ receivedCents: 500, refundedCents: -700 }).net).toBe(-200)
  })

  it('have volume as shares of the total, and returns as a share of their kind', () => {
    const memberSums = { orders: 1, cvCents: 2_500, pv: 25, returnedCvCents: -500, returnedPv: -5 }
    const totalSums = { orders: 4, cvCents: 10_000, pv: 100, returnedCvCents: -500, returnedPv: -5 }
    expect(calculateVolumeFigures(memberSums, totalSums)).toEqual({
      orders: 1,
      cv: 2_500,
      share: 2_500,
      returned: -500,
      returned_share: 2_000,
      net: 2_000,
      pv: 20,
    })
  })

  it('have the cost of the plan once the month is closed', () => {
    const closed = {
      beforeTaxCents: 8_000,
      closedBeforeTaxCents: 8_000,
      volumeCents: 5_000,
      salesBonusCents: 300,
      levelBonusCents: 100,
    }
    expect(calculatePlanFigures(closed)).toMatchObject({ bonuses: 400, share_of_sales: 500, share_of_volume: 800 })
    const withOpenMonth = { ...closed, beforeTaxCents: 20_000 }
    expect(calculatePlanFigures(withOpenMonth)).toMatchObject({ before_tax: 20_000, share_of_sales: 500 })
    expect(
      calculatePlanFigures({ ...closed, salesBonusCents: null, levelBonusCents: null, volumeCents: null }),
    ).toEqual({
      before_tax: 8_000,
      volume: null,
      sales_bonus: null,
      level_bonus: null,
      bonuses: null,
      share_of_sales: null,
      share_of_volume: null,
    })
  })

  it('have no share of zero', () => {
    expect([
      calculateShare(1, 0),
      calculateShare(1, -5),
      calculateShare(0, 7),
      calculateShare(1, 3),
      calculateShare(-2, 3),
    ]).toEqual([null, null, 0, 3_333, -6_667])
  })

  it('add up months in which some values are missing', () => {
    const none: { a: number; b: number | null } = { a: 0, b: null }
    expect(addSums(none, [])).toEqual(none)
    expect(
      addSums(none, [
        { a: 1, b: null },
        { a: 2, b: 5 },
        { a: 3, b: null },
      ]),
    ).toEqual({ a: 6, b: 5 })
  })
})
