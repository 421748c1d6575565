import { expect, test } from 'vitest'
import { calculateAvailability } from './availability.ts'

const draw = (productId: number, quantity: number, onHand: number) => ({ productId, quantity, onHand })

test('a product has its stock on hand, and an unlimited supply if it is not tracked', () => {
  expect(calculateAvailability([{ quantity: 1, draws: [draw(1, 1, 3)] }])).toEqual([3])
  expect(calculateAvailability([{ quantity: 1, draws: [] }])).toEqual([null])
  expect(calculateAvailability([])).toEqual([])
})

test('a package has as many as its scarcest component allows', () => {
  expect(calculateAvailability([{ quantity: 1, draws: [draw(1, 2, 7), draw(2, 1, 9)] }])).toEqual([3])
  expect(calculateAvailability([{ quantity: 1, draws: [draw(1, 2, 1), draw(2, 1, 9)] }])).toEqual([0])
})

test('lines that need the same component share it, in order', () => {
  const lines = [
    { quantity: 2, draws: [draw(1, 2, 5)] },
    { quantity: 2, draws: [draw(1, 1, 5)] },
    { quantity: 1, draws: [draw(1, 1, 5), draw(2, 1, 4)] },
  ]
  expect(calculateAvailability(lines)).toEqual([2, 1, 0])
})
