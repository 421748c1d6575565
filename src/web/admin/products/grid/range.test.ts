import { expect, it } from 'vitest'
import { contains, placeBlock, rangeOf, stepInOrder } from './range.ts'

const size = { rows: 3, columns: 4 }

it('a range is the block between two corners', () => {
  const range = rangeOf({ row: 2, column: 0 }, { row: 1, column: 3 })
  expect(range).toEqual({ top: 1, bottom: 2, left: 0, right: 3 })
  expect(contains(range, { row: 1, column: 2 })).toBe(true)
  expect(contains(range, { row: 0, column: 2 })).toBe(false)
})

it('Tab moves in reading order and leaves the grid at its ends', () => {
  expect(stepInOrder({ row: 0, column: 3 }, 1, size)).toEqual({ row: 1, column: 0 })
  expect(stepInOrder({ row: 1, column: 0 }, -1, size)).toEqual({ row: 0, column: 3 })
  expect(stepInOrder({ row: 2, column: 3 }, 1, size)).toBeUndefined()
  expect(stepInOrder({ row: 0, column: 0 }, -1, size)).toBeUndefined()
})

it('a block is placed at the top left of the selection and cut at the edges', () => {
  const range = rangeOf({ row: 2, column: 3 }, { row: 1, column: 2 })
  const { cells, cut } = placeBlock([['a', 'b', 'c'], ['d'], ['e']], range, size)
  expect(cells).toEqual([
    { row: 1, column: 2, text: 'a' },
    { row: 1, column: 3, text: 'b' },
    { row: 2, column: 2, text: 'd' },
  ])
  expect(cut).toBe(2)
})

it('a single value fills the selection', () => {
  const { cells } = placeBlock([['x']], rangeOf({ row: 0, column: 1 }, { row: 1, column: 2 }), size)
  expect(cells.map(({ row, column }) => [row, column])).toEqual([
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
  ])
})
