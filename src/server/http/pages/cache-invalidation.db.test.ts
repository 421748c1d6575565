import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { makeDropChanged } from './drop-changed.ts'

databaseTest('writes of this process', (connection) => {
  const suite = appForSuite(connection)
  let watch: ChangeWatch
  beforeAll(async () => {
    watch = await watchChanges(
      connection(),
      makeDropChanged(suite().services, (error) => {
        throw error
      }),
    )
  })
  afterAll(() => watch.close())

  const readPrice = async (id: number) => (await suite().app.inject(`/packages/${id}.json`)).json().price

  test('are in every cached response as soon as they are committed', async () => {
    const { db } = connection()
    const { id } = await makeProduct(db)
    for (let dollars = 10; dollars < 30; dollars++) {
      await inTransaction(db, (trx) =>
        trx
          .updateTable('products')
          .set({ price_cents: dollars * 100 })
          .where('id', '=', id)
          .execute(),
      )
      expect(await readPrice(id)).toBe(dollars)
      // Served from the cache.
      expect(await readPrice(id)).toBe(dollars)
    }
  })
})
