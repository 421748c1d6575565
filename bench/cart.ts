import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { judge, measure, median, report } from './support/load.ts'
import { record, replay, UNMISTAKABLE_IDS } from './support/replay.ts'
import { startShop } from './support/server.ts'

const CONNECTIONS = 10
const TOTAL = 6_000
const ROUNDS = 3

/** A new cart with its first item: our call against the same SQL statements from a bare script. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_cart')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const client = new Client(shop.port, CONNECTIONS)
  try {
    for (const statement of UNMISTAKABLE_IDS) await pool.query(statement)
    const { rows } = await pool.query('select id from products where active and stock is null order by id limit 1')
    const productId: number = rows[0].id
    const token = makeToken()
    const recording = await record(database.url, async ({ db }) => ({
      run: () => inTransaction(db, (trx) => addToCart(trx, token, { productId, quantity: 1 })),
    }))
    const visitor = await client.visit()

    const ours = []
    const bare = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(
        await measure(TOTAL, CONNECTIONS, async () => {
          const connection = await pool.connect()
          try {
            await replay(connection, recording, new Map([[hashToken(token), randomBytes(32)]]))
          } finally {
            connection.release()
          }
        }),
      )
      ours.push(
        await measure(TOTAL, CONNECTIONS, async () => {
          const { status, body } = await client.post('/shopping-cart/product/add', visitor, {
            id: productId,
            quantity: 1,
          })
          if (status !== 200) throw new Error(`${status} ${body}`)
        }),
      )
    }
    report('add to cart, the shop', median(ours))
    report(`the same ${recording.length} statements, bare`, median(bare))
    process.stdout.write(`memory of the shop after the run: ${(await shop.memoryMiB()).toFixed(0)} MiB\n`)
    judge('add to cart', median(ours).perSecond / median(bare).perSecond, 0.5)
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}
