import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { ListingQuery } from '#contract/catalog/calls.ts'
import { listProducts } from '#server/catalog/list-products.ts'
import { seedCatalog } from '#server/demo/seed-demo-shop.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createTrialShop, log, openTrialDatabase } from './trial-shop.ts'

type Question = { question: string; expected: string; kind: string }

const FIRST = 3
const MIN_SHARE = 0.92

/**
 * Asks the demo catalog 400 questions that were written before the search was tuned. Odd rows were used for tuning, even
 * rows were kept apart. The right product must be among the first three in 92 % of either half.
 */
export async function search(engine: 'embedded' | 'postgres'): Promise<void> {
  const questions: Question[] = parse(readFileSync(new URL('search-questions.csv', import.meta.url)), { columns: true })
  const trial = await createTrialShop(engine, 'search')
  const connection = await openTrialDatabase(trial)
  try {
    await migrate(connection)
    await inTransaction(connection.db, (trx) => seedCatalog(trx, new Date()))
    const { rows: products } = await connection.pool.query<{ id: number; handle: string; family_id: number | null }>(
      'select id, handle, family_id from products',
    )
    const find = (key: number) => products.find(({ id }) => id === key)
    const halves = {
      tuning: questions.filter((_, row) => row % 2 === 0),
      apart: questions.filter((_, row) => row % 2 > 0),
    }
    for (const [half, asked] of Object.entries(halves)) {
      if (half === 'apart' && process.env.SEARCH_HALF === 'tuning') continue
      const missed: string[] = []
      for (const { question, expected, kind } of asked) {
        const { data } = await listProducts(connection.db, ListingQuery.parse({ q: question }))
        const wanted = products.filter(({ handle }) => expected.split('|').includes(handle))
        const isRight = data.slice(0, FIRST).some(({ id }) => {
          const family = find(id)?.family_id ?? null
          return wanted.some((product) => product.id === id || (family !== null && product.family_id === family))
        })
        const names = data.slice(0, FIRST).map(({ name }) => name)
        if (!isRight) missed.push(`${kind}: “${question}” → ${names.join('; ') || 'nothing'}, not ${expected}`)
      }
      const share = (asked.length - missed.length) / asked.length
      for (const miss of missed) log(miss)
      log(
        `${half}: ${(share * 100).toFixed(1)} % of ${asked.length} questions have the right product among the first ${FIRST}.`,
      )
      if (share < MIN_SHARE) process.exitCode = 1
    }
  } finally {
    await connection.close()
    await trial.remove()
  }
}
