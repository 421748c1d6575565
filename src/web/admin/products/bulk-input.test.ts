import { describe, expect, it } from 'vitest'
import { readBulkInput } from './bulk-input.ts'

describe('the input of a bulk change', () => {
  it.each([
    ['5', 5],
    ['-7.5 %', -7.5],
    ['−10%', -10],
    ['+3', 3],
    ['.5', 0.5],
  ])('reads %j as a percentage', (text, percent) => {
    expect(readBulkInput({ kind: 'price_percent' }, text)).toEqual({ change: { kind: 'price_percent', percent } })
  })

  it.each([
    ['$1,250.00', 1250],
    ['-$2', -2],
    ['$-2', -2],
    ['0.05', 0.05],
  ])('reads %j as an amount', (text, amount) => {
    expect(readBulkInput({ kind: 'price_amount' }, text)).toEqual({ change: { kind: 'price_amount', amount } })
  })

  it.each(['12,50', '1,25.00', 'ten', '--3', '1e3', '1.234', '5000000000', '%'])('refuses the amount %j', (text) => {
    expect(readBulkInput({ kind: 'price_amount' }, text).error).toBeTruthy()
  })
  it.each(['-101', '1000.01', '1.005', '5,5'])('refuses the percentage %j', (text) => {
    expect(readBulkInput({ kind: 'price_percent' }, text).error).toBeTruthy()
  })

  it('says nothing while a number begins', () => {
    for (const text of ['', ' ', '-', '+'])
      expect(readBulkInput({ kind: 'price_percent' }, text)).toEqual({ error: undefined })
  })

  it('reads choices and points', () => {
    expect(readBulkInput({ kind: 'category' }, '0')).toEqual({ change: { kind: 'category', category_id: null } })
    expect(readBulkInput({ kind: 'category' }, '12')).toEqual({ change: { kind: 'category', category_id: 12 } })
    expect(readBulkInput({ kind: 'vendor' }, ' Mira ')).toEqual({ change: { kind: 'vendor', vendor: 'Mira' } })
    expect(readBulkInput({ kind: 'pv' }, '40')).toEqual({ change: { kind: 'pv', pv: 40 } })
    expect(readBulkInput({ kind: 'pv' }, '-1').error).toBe('Enter a whole number of points.')
  })
})
