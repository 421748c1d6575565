import { describe, expect, it } from 'vitest'
import { nextColumn } from './next-column.ts'

describe('columnAfter', () => {
  it.each([
    ['ArrowRight', 13],
    ['ArrowUp', 13],
    ['ArrowLeft', 11],
    ['ArrowDown', 11],
    ['PageUp', 19],
    ['PageDown', 5],
    ['Home', 0],
    ['End', 29],
    ['Tab', undefined],
    ['n', undefined],
  ])('%s moves from column 12 of 30 to %s', (key, column) => {
    expect(nextColumn(key, 12, 29)).toBe(column)
  })
})
