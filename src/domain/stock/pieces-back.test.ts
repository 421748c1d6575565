import { expect, test } from 'vitest'
import { piecesBack } from './pieces-back.ts'

const allocated = [
  { allocation: 1, outstanding: 3 },
  { allocation: 2, outstanding: 2 },
]

test('restocks the latest allocation first', () => {
  expect([...piecesBack(allocated, 1)]).toEqual([[2, 1]])
  expect([...piecesBack(allocated, 4)]).toEqual([
    [2, 2],
    [1, 2],
  ])
})

test('never restocks more than was allocated', () => {
  expect([...piecesBack(allocated, 99)]).toEqual([
    [2, 2],
    [1, 3],
  ])
  expect([...piecesBack([{ allocation: 1, outstanding: 0 }], 1)]).toEqual([])
  expect([...piecesBack([], 1)]).toEqual([])
})
