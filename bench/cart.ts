import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addToCart } from './support/baseline-sql.ts'
import { visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateShare, reportFigure } from './support/figures.ts'
import { assertNoFailures, measure, medianRate } from './support/load.ts'
import { buildPost, RawClient } from './support/raw-client.ts'
import { startShop } from './support/server.ts'
import { startBaselineServer } from './support/start-baseline-server.ts'

/** Database connections: as many as the shop opens. */
const CONNECTIONS = 10
/** Concurrent visitors: as many as the comparable shops were measured with (docs/performance §1). */
const VISITORS = 32
const TOTAL = 6_000
const ROUNDS = 3
/** Warm-up requests: before that, much of the shop's code is still being compiled. */
const WARM_UP = 15_000

/**
 * A new cart with its first item: the shop's call against the minimal SQL that does it, from a script and behind a
 * minimal HTTP server, driven by the same client.
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_cart')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const baselineServer = await startBaselineServer('baseline-server.ts', [database.url, String(CONNECTIONS)])
  const [client, baselineClient] = await Promise.all([
    RawClient.open(shop.port, VISITORS),
    RawClient.open(baselineServer.port, VISITORS),
  ])
  try {
    const { rows } = await pool.query('select id from products where active and stock is null order by id limit 1')
    const productId: number = rows[0].id
    const visitor = await visitOnce(shop.port)
    const item = { id: productId, quantity: 1 }
    const baselineRequest = buildPost('/add', visitor, item)
    const shopRequest = buildPost('/shopping-cart/product/add', visitor, item)

    const addToShopCart = async () => {
      const { status, body } = await client.sendRaw(shopRequest)
      if (status !== 200) throw new Error(`${status} ${body}`)
    }
    assertNoFailures(await measure(WARM_UP, VISITORS, addToShopCart))
    const measured = []
    const sqlBaseline = []
    const httpBaseline = []
    for (let round = 0; round < ROUNDS; round++) {
      sqlBaseline.push(
        await measure(TOTAL, CONNECTIONS, async () => {
          const connection = await pool.connect()
          try {
            await addToCart(connection, { tokenHash: randomBytes(32), productId, quantity: 1 })
          } finally {
            connection.release()
          }
        }),
      )
      httpBaseline.push(
        await measure(TOTAL, VISITORS, async () => {
          const { status, body } = await baselineClient.sendRaw(baselineRequest)
          if (status !== 200) throw new Error(body)
        }),
      )
      measured.push(await measure(TOTAL, VISITORS, addToShopCart))
    }
    assertNoFailures(...measured, ...sqlBaseline, ...httpBaseline)
    evaluateShare('add to cart, new cart', medianRate(measured), medianRate(sqlBaseline), 0.5)
    evaluateShare(
      'the same, against the SQL behind a minimal HTTP server',
      medianRate(measured),
      medianRate(httpBaseline),
      0.5,
    )
    reportFigure('memory after the run', `${(await shop.memoryMiB()).toFixed(0)} MiB`)
  } finally {
    client.close()
    baselineClient.close()
    baselineServer.child.kill()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}
