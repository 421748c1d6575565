import fc from 'fast-check'
import { describe, it } from 'vitest'
import { anyReturn, expectOrderPreview, expectReturnPreview } from '#test/preview-outcome.ts'
import { anyMonth } from '#test/random-networks.ts'

describe('the preview of a return', () => {
  it('equals its effect, member by member and line by line, and leaves the month unchanged', () => {
    fc.assert(
      fc.property(anyMonth(), fc.nat(1000), fc.nat(1000), ({ plan, network }, at, cut) => {
        fc.pre(network.orders.length > 0)
        expectOrderPreview(plan, network, at, cut)
      }),
      { numRuns: 400 },
    )
  })

  it('for a closed month’s order has its reversal lines, and the effect of fewer points on this month', () => {
    fc.assert(
      fc.property(anyMonth(), anyReturn, ({ plan, network }, given) => {
        fc.pre(network.members.length > 0)
        expectReturnPreview(plan, network, given)
      }),
      { numRuns: 400 },
    )
  })
})
