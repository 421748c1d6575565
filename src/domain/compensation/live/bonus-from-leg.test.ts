import fc from 'fast-check'
import { expect, it } from 'vitest'
import { engineMonth, toColumns } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { computeBonusFromLeg, findLegs } from './bonus-from-leg.ts'
import { startLiveMonth } from './live-month.ts'

it('the contribution of each leg equals the lines of its orders that pay the member above it', () => {
  fc.assert(
    fc.property(anyMonth(), ({ plan, network }) => {
      const { members, orders } = network
      const work = startLiveMonth(plan, toColumns(network))
      let step = work.next()
      while (!step.done) step = work.next()
      const { state } = step.value
      const { lines } = engineMonth(plan, network)
      for (const [leg, { sponsor }] of members.entries()) {
        if (sponsor === undefined) continue
        const credited = lines.map(({ order }) => orders[order]?.credited ?? -1)
        const legs = findLegs(state, sponsor, credited)
        const sumKind = (wantedKind: string) =>
          lines
            .filter(({ payee, kind }, nth) => payee === sponsor && kind === wantedKind && legs[nth] === leg)
            .reduce((sum, { amountCents }) => sum + amountCents, 0)
        expect(computeBonusFromLeg(state, leg)).toEqual({
          directLineCents: sumKind('direct_line'),
          differentialCents: sumKind('differential'),
        })
      }
    }),
    { numRuns: 100 },
  )
})
