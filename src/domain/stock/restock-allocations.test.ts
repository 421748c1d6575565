import { expect, test } from 'vitest'
import { restockAllocations } from './restock-allocations.ts'

const allocated = [
  { allocation: 1, outstanding: 3 },
  { allocation: 2, outstanding: 2 },
]

test('restocks the latest allocation first', () => {
  expect([...restockAllocations(allocated, 1)]).toEqual([[2, 1]])
  expect([...restockAllocations(allocated, 4)]).toEqual([
    [2, 2],
    [1, 2],
  ])
})

test('never restocks more than was allocated', () => {
  expect([...restockAllocations(allocated, 99)]).toEqual([
    [2, 2],
    [1, 3],
  ])
  expect([...restockAllocations([{ allocation: 1, outstanding: 0 }], 1)]).toEqual([])
  expect([...restockAllocations([], 1)]).toEqual([])
})
