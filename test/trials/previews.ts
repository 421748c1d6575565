import fc from 'fast-check'
import { anyReturn, type ComparisonCounts, expectOrderPreview, expectReturnPreview } from '#test/preview-outcome.ts'
import { anyMonth } from '#test/random-networks.ts'
import { say } from './shop-for-trial.ts'

const NETWORKS = 10_000

/** Compares the preview of a return with its result: every card and every line of many small networks. */
export async function previews(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  const sum = { networks: 0, cards: 0, named: 0, lines: 0, moves: 0 }
  const count = ({ cards, listed, lines, moves }: ComparisonCounts): void => {
    sum.networks++
    sum.cards += cards
    sum.named += listed
    sum.lines += lines
    sum.moves += moves
  }
  const month = fc.oneof(anyMonth(), anyMonth({ members: 70, orders: 60 }))
  fc.assert(
    fc.property(
      month,
      fc.nat(1000),
      fc.nat(1000),
      anyReturn,
      fc.boolean(),
      ({ plan, network }, at, cut, back, closed) => {
        fc.pre(network.members.length > 0 && network.orders.length > 0)
        count(closed ? expectReturnPreview(plan, network, back) : expectOrderPreview(plan, network, at, cut))
      },
    ),
    { numRuns: NETWORKS, seed },
  )
  say(`${sum.networks} returns on networks of seed ${seed}: ${sum.cards} cards compared, 0 differences.`)
  say(`Named in a preview: ${sum.named} members, ${sum.moves} of them at another level, and ${sum.lines} lines.`)
}
