import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { kindLabels, onHandLabels, piecesOf, signed, stockNow } from './stock-labels.ts'

it('pieces are typed as whole numbers', () => {
  expect(['12', ' 0 ', '-3', '−3', '+4'].map(piecesOf)).toEqual([12, 0, -3, -3, 4])
  for (const wrong of ['', '1.5', 'ten', '1e3', '12345678901'])
    expect([wrong, piecesOf(wrong)]).toEqual([wrong, undefined])
})

it('movements show a sign and a label', () => {
  expect([signed(5), signed(-1_200)]).toEqual(['+5', '−1,200'])
  expect([kindLabels('receipt'), kindLabels('moved_away')]).toEqual(['Received', 'moved away'])
  expect([onHandLabels(null), onHandLabels(1_200)]).toEqual(['not tracked', '1,200 on hand'])
})

it('only a conflict returns the current stock', () => {
  const problem = (stock: unknown) => ({ status: 409, title: 'Conflict', detail: 'It was changed.', stock })
  expect(stockNow(new ApiError('countStock', 409, problem(7)))).toEqual({ stock: 7 })
  expect(stockNow(new ApiError('countStock', 409, problem(null)))).toEqual({ stock: null })
  expect(stockNow(new ApiError('countStock', 409, undefined))).toBeUndefined()
  expect(stockNow(new ApiError('countStock', 422, problem(7)))).toBeUndefined()
})
