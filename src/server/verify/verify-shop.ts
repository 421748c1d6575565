import type { Database } from '../database/connect.ts'
import { cartChecks } from './cart-checks.queries.ts'
import { catalogueChecks } from './catalogue-checks.queries.ts'
import { countSubjects, runCheck } from './check.queries.ts'
import { checkOrderSums } from './check-order-sums.ts'
import { findOrderFigures, orderChecks } from './order-checks.queries.ts'

export type Verified = { findings: string[]; checked: string }

const SLICE = 1000

/** Checks every sum and reference of the database; says what disagrees, a line each (product.md §9). */
export async function verifyShop(db: Database, onProgress: (line: string) => void = () => {}): Promise<Verified> {
  const findings: string[] = []
  for (const check of [...catalogueChecks, ...cartChecks, ...orderChecks]) findings.push(...(await runCheck(db, check)))

  let orders = 0
  for await (const order of allOrders(db)) {
    findings.push(...checkOrderSums(order))
    if (++orders % SLICE === 0) onProgress(`${orders} orders checked`)
  }

  const counts = await countSubjects(db)
  const subjects = [
    `${counts.products} products`,
    `${counts.packages} packages`,
    `${counts.carts} carts with ${counts.lines} lines`,
    `${orders} orders`,
  ].join(', ')
  const verdict = findings.length === 0 ? 'all agree' : 'not all agree'
  return { findings, checked: `Checked ${subjects}: ${verdict}.` }
}

async function* allOrders(db: Database) {
  let last = 0
  for (;;) {
    const slice = await findOrderFigures(db, last, SLICE)
    yield* slice
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return
    last = end.id
  }
}
