import { describe, expect, it } from 'vitest'
import { findCycle } from './find-cycle.ts'

const findCycleAmong = (...sponsors: number[]) => findCycle(Int32Array.from(sponsors))

describe('a cycle of sponsors', () => {
  it('does not exist in trees, however many there are', () => {
    expect(findCycleAmong()).toBeUndefined()
    expect(findCycleAmong(-1, 0, 0, 1, -1, 4)).toBeUndefined()
    expect(findCycleAmong(3, 0, 1, -1)).toBeUndefined()
  })

  it('is returned completely and without the members below it', () => {
    expect(findCycleAmong(0)).toEqual([0])
    expect(findCycleAmong(-1, 3, 1, 2, 1, 4)).toEqual([1, 3, 2])
  })

  it('is found at the top of a chain of a million', () => {
    const chain = Int32Array.from({ length: 1_000_000 }, (_, index) => index - 1)
    expect(findCycle(chain)).toBeUndefined()
    chain[0] = 2
    expect(findCycle(chain)).toEqual([0, 2, 1])
  })
})
