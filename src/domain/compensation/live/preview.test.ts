import fc from 'fast-check'
import { describe, it } from 'vitest'
import { anyReturn, expectOrderPreview, expectReturnPreview } from '#test/preview-outcome.ts'
import { anyMonth } from '#test/random-networks.ts'

describe('the preview of a return', () => {
  it('equals its effect, member by member and line by line, and leaves the month unchanged', () => {
    fc.assert(
      fc.property(anyMonth(), fc.nat(1000), fc.nat(1000), ({ plan, network }, position, cut) => {
        fc.pre(network.orders.length > 0)
        expectOrderPreview(plan, network, position, cut)
      }),
      { numRuns: 400 },
    )
  })

  it('includes the reversal lines of a closed month’s order, and the effect of fewer points on this month', () => {
    fc.assert(
      fc.property(anyMonth(), anyReturn, ({ plan, network }, booked) => {
        fc.pre(network.members.length > 0)
        expectReturnPreview(plan, network, booked)
      }),
      { numRuns: 400 },
    )
  })
})
