import { describe, expect, it } from 'vitest'
import { findCircle } from './find-circle.ts'

const circleIn = (...sponsors: number[]) => findCircle(Int32Array.from(sponsors))

describe('a circle of sponsors', () => {
  it('is not found in trees, however many', () => {
    expect(circleIn()).toBeUndefined()
    expect(circleIn(-1, 0, 0, 1, -1, 4)).toBeUndefined()
    expect(circleIn(3, 0, 1, -1)).toBeUndefined()
  })

  it('is named whole and without those below it', () => {
    expect(circleIn(0)).toEqual([0])
    expect(circleIn(-1, 3, 1, 2, 1, 4)).toEqual([1, 3, 2])
  })

  it('is found at the top of a chain of a million', () => {
    const chain = Int32Array.from({ length: 1_000_000 }, (_, index) => index - 1)
    expect(findCircle(chain)).toBeUndefined()
    chain[0] = 2
    expect(findCircle(chain)).toEqual([0, 2, 1])
  })
})
