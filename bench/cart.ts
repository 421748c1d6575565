import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { judgeShare, tell } from './support/figures.ts'
import { LeanClient, postOf } from './support/lean-client.ts'
import { addToCart } from './support/leanest.ts'
import { measure, medianRate, refuseFailures } from './support/load.ts'
import { startShop } from './support/server.ts'
import { startYardstick } from './support/yardstick.ts'

/** Database connections: as many as the shop opens. */
const CONNECTIONS = 10
/** Concurrent visitors: as many as the comparable shops were measured with (docs/performance §1). */
const VISITORS = 32
const TOTAL = 6_000
const ROUNDS = 3
/** Warm-up requests: before that, much of the shop's code is still being compiled. */
const WARM_UP = 15_000

/**
 * A new cart with its first item: the shop's call against the leanest SQL that does it, from a bare script and behind a
 * bare HTTP server, driven by the same client.
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_cart')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const yardstick = await startYardstick('leanest-server.ts', [database.url, String(CONNECTIONS)])
  const [client, yardClient] = await Promise.all([
    LeanClient.open(shop.port, VISITORS),
    LeanClient.open(yardstick.port, VISITORS),
  ])
  try {
    const { rows } = await pool.query('select id from products where active and stock is null order by id limit 1')
    const productId: number = rows[0].id
    const visitor = await visitOnce(shop.port)
    const item = { id: productId, quantity: 1 }
    const bareAdd = postOf('/add', visitor, item)
    const ourAdd = postOf('/shopping-cart/product/add', visitor, item)

    const addToOurs = async () => {
      const { status, body } = await client.ask(ourAdd)
      if (status !== 200) throw new Error(`${status} ${body}`)
    }
    refuseFailures(await measure(WARM_UP, VISITORS, addToOurs))
    const ours = []
    const bare = []
    const served = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(
        await measure(TOTAL, CONNECTIONS, async () => {
          const connection = await pool.connect()
          try {
            await addToCart(connection, { tokenHash: randomBytes(32), productId, quantity: 1 })
          } finally {
            connection.release()
          }
        }),
      )
      served.push(
        await measure(TOTAL, VISITORS, async () => {
          const { status, body } = await yardClient.ask(bareAdd)
          if (status !== 200) throw new Error(body)
        }),
      )
      ours.push(await measure(TOTAL, VISITORS, addToOurs))
    }
    refuseFailures(...ours, ...bare, ...served)
    judgeShare('add to cart, new cart', medianRate(ours), medianRate(bare), 0.5)
    judgeShare('the same, of bare SQL behind a bare HTTP server', medianRate(ours), medianRate(served), 0.5)
    tell('memory after the run', `${(await shop.memoryMiB()).toFixed(0)} MiB`)
  } finally {
    client.close()
    yardClient.close()
    yardstick.child.kill()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}
