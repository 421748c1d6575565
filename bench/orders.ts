import pg from 'pg'
import { cents } from '#domain/money.ts'
import { placeOrder } from '#server/checkout/place-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import { findPlacedOrder } from '#server/order/read-order.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { fillCarts } from './support/filled-carts.ts'
import { judge, measure, median, report } from './support/load.ts'
import { record, replay, UNMISTAKABLE_IDS } from './support/replay.ts'
import { startShop } from './support/server.ts'

const CONNECTIONS = 10
const TOTAL = 3_000
const ROUNDS = 3

/** Placing a Delivery order of three lines: our call against the same SQL statements from a bare script. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_orders')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const client = new Client(shop.port, CONNECTIONS)
  try {
    for (const statement of UNMISTAKABLE_IDS) await pool.query(statement)
    const recorded = makeToken()
    const [recordedHash] = await fillCarts(pool, [recorded])
    const recording = await recordPlacement(database.url, recorded)
    const visitor = await client.visit()

    const ours = []
    const bare = []
    for (let round = 0; round < ROUNDS; round++) {
      const hashes = await fillCarts(pool, tokens())
      bare.push(
        await measure(TOTAL, CONNECTIONS, async (n) => {
          const connection = await pool.connect()
          try {
            await replay(
              connection,
              recording,
              new Map<unknown, unknown>([
                [recordedHash, hashes[n]],
                ['recorded-key', `bare-${round}-${n}`],
              ]),
            )
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
    report('place order, the shop', median(ours))
    report(`the same ${recording.length} statements, bare`, median(bare))
    process.stdout.write(`memory of the shop after the run: ${(await shop.memoryMiB()).toFixed(0)} MiB\n`)
    judge('place order', median(ours).perSecond / median(bare).perSecond, 0.5)
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}

const tokens = () => Array.from({ length: TOTAL }, makeToken)

/** One placement with everything the call does, the reading of its answer included. */
const recordPlacement = (databaseUrl: string, cartToken: string) =>
  record(databaseUrl, async (connection) => {
    const jobs = await startJobs(connection, (error) => {
      throw error
    })
    const placement = {
      form: deliveryForm,
      contact: deliveryForm,
      cartOwner: cartToken,
      visitorId: 'bench',
      idempotencyKey: 'recorded-key',
    }
    return {
      async run() {
        const placed = await inTransaction(connection.db, (trx) =>
          placeOrder(trx, placement, {
            jobs,
            minimumSubTotalCents: cents(0),
            cardOffered: false,
            quickPayOffered: true,
            quoteShipping: quoteFromTable,
            pickupState: '',
          }),
        )
        if (!placed.ok) throw new Error(placed.refusal.code)
        await findPlacedOrder(connection.db, makeSigner('bench'), placed.orderId)
      },
      close: () => jobs.stop(),
    }
  })
