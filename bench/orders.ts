import { createHash } from 'node:crypto'
import pg from 'pg'
import { makeToken } from '#server/platform/crypto/token.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { judgeFigure, judgeShare } from './support/figures.ts'
import { fillCarts } from './support/filled-carts.ts'
import { placeOrder } from './support/leanest.ts'
import { measure, medianRate, refuseFailures } from './support/load.ts'
import { startShop } from './support/server.ts'

const CONNECTIONS = 10
const TOTAL = 3_000
const ROUNDS = 3
const MOST_MEMORY_MIB = 230

/** Placing a Delivery order of three lines: our call against the leanest SQL that does it, from a bare script. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_orders')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS, pipeline: true })
  const client = new Client(shop.port, CONNECTIONS)
  try {
    const visitor = await client.visit()
    const visitorHash = createHash('sha256').update('bench').digest()

    const ours = []
    const bare = []
    for (let round = 0; round < ROUNDS; round++) {
      const hashes = await fillCarts(pool, tokens())
      bare.push(
        await measure(TOTAL, CONNECTIONS, async (n) => {
          const connection = await pool.connect()
          try {
            await placeOrder(connection, {
              tokenHash: hashes[n] as Buffer,
              visitorHash,
              key: `bare-${round}-${n}`,
              form: deliveryForm,
            })
          } finally {
            connection.release()
          }
        }),
      )
      const carts = tokens()
      await fillCarts(pool, carts)
      ours.push(
        await measure(TOTAL, CONNECTIONS, async (n) => {
          const { status, body } = await client.post(
            '/checkout/confirm',
            { ...visitor, cookie: `${visitor.cookie}; cart=${carts[n]}` },
            deliveryForm,
            { 'idempotency-key': `ours-${round}-${n}` },
          )
          if (status !== 201) throw new Error(`${status} ${body}`)
        }),
      )
    }
    refuseFailures(...ours, ...bare)
    judgeShare('place order, three lines', medianRate(ours), medianRate(bare), 0.5)
    judgeFigure('memory afterwards', await shop.memoryMiB(), 'MiB', { atMost: MOST_MEMORY_MIB })
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}

const tokens = () => Array.from({ length: TOTAL }, makeToken)
