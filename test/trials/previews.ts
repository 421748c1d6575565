import fc from 'fast-check'
import { anyReturn, type ComparisonCounts, expectOrderPreview, expectReturnPreview } from '#test/preview-outcome.ts'
import { anyMonth } from '#test/random-networks.ts'
import { log } from './trial-shop.ts'

const NETWORKS = 10_000

/** Compares the preview of a return with its result: every card and every line of many small networks. */
export async function previews(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  const totals = { networks: 0, cards: 0, listed: 0, lines: 0, moves: 0 }
  const add = ({ cards, listed, lines, moves }: ComparisonCounts): void => {
    totals.networks++
    totals.cards += cards
    totals.listed += listed
    totals.lines += lines
    totals.moves += moves
  }
  const month = fc.oneof(anyMonth(), anyMonth({ members: 70, orders: 60 }))
  fc.assert(
    fc.property(
      month,
      fc.nat(1000),
      fc.nat(1000),
      anyReturn,
      fc.boolean(),
      ({ plan, network }, at, cut, randomReturn, closed) => {
        fc.pre(network.members.length > 0 && network.orders.length > 0)
        add(closed ? expectReturnPreview(plan, network, randomReturn) : expectOrderPreview(plan, network, at, cut))
      },
    ),
    { numRuns: NETWORKS, seed },
  )
  log(`${totals.networks} returns on networks of seed ${seed}: ${totals.cards} cards compared, 0 differences.`)
  log(
    `Listed in a preview: ${totals.listed} members, ${totals.moves} of them at a different level, and ${totals.lines} lines.`,
  )
}
