import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { engineMonth } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { log } from './trial-shop.ts'

const NETWORKS = 10_000

/** Compares the array engine with a reference computation of the plan: every card and every line of many small networks. */
export async function networks(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  let [members, orders, lines] = [0, 0, 0]
  const levels: number[] = Array(10).fill(0)
  const month = fc.oneof(anyMonth(), anyMonth({ members: 70, orders: 60 }))
  fc.assert(
    fc.property(month, fc.integer({ min: 1, max: 80 }), ({ plan, network }, slice) => {
      const reference = referenceMonth(plan, network)
      deepStrictEqual(engineMonth(plan, network, slice), { cards: reference.cards, lines: reference.lines })
      members += network.members.length
      orders += network.orders.length
      lines += reference.lines.length
      for (const { level } of reference.cards) levels[level] = (levels[level] ?? 0) + 1
    }),
    { numRuns: NETWORKS, seed },
  )
  log(`${NETWORKS} networks of seed ${seed}: ${members} cards and ${lines} lines of ${orders} orders, 0 differences.`)
  log(`Members of level 1 … 9: ${levels.slice(1).join(', ')}.`)
}
