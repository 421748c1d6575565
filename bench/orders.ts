import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { makeToken } from '#server/platform/crypto/token.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { type Visitor, visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { judgeFigure, judgeShare } from './support/figures.ts'
import { fillCarts } from './support/filled-carts.ts'
import { LeanClient, postOf } from './support/lean-client.ts'
import { type Placement, placeOrder } from './support/leanest.ts'
import { measure, medianRate, refuseFailures } from './support/load.ts'
import { refuseOtherRows } from './support/same-rows.ts'
import { startShop } from './support/server.ts'
import { startYardstick } from './support/yardstick.ts'

/** Database connections: as many as the shop opens. */
const CONNECTIONS = 10
/** Concurrent visitors: as many as the comparable shops were measured with (docs/performance §1). */
const VISITORS = 32
const TOTAL = 3_000
const ROUNDS = 3
/** Warm-up rounds: before that, much of the shop's code is still being compiled. */
const WARM_UP = 2
const MAX_MEMORY_MIB = 230

/**
 * Placing a Delivery order of three lines: the shop's call against the leanest SQL that does it, from a bare script and
 * behind a bare HTTP server, driven by the same client.
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_orders')
  await compareRows(database.url)
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS, pipeline: true })
  const yardstick = await startYardstick('leanest-server.ts', [database.url, String(CONNECTIONS)])
  const [client, yardClient] = await Promise.all([
    LeanClient.open(shop.port, VISITORS),
    LeanClient.open(yardstick.port, VISITORS),
  ])
  try {
    const visitor = await visitOnce(shop.port)
    const visitorHash = createHash('sha256').update('bench').digest()

    const placeRound = async (name: string) => {
      const carts = tokens()
      await fillCarts(pool, carts)
      return measure(TOTAL, VISITORS, (n) => placeOurs(client, visitor, carts[n] as string, `${name}-${n}`))
    }
    for (let round = 0; round < WARM_UP; round++) refuseFailures(await placeRound(`warm-${round}`))
    const ours = []
    const bare = []
    const served = []
    for (let round = 0; round < ROUNDS; round++) {
      const hashes = await fillCarts(pool, tokens())
      bare.push(
        await measure(TOTAL, CONNECTIONS, (n) =>
          placeLeanest(pool, { tokenHash: hashes[n] as Buffer, visitorHash, key: `bare-${round}-${n}` }),
        ),
      )
      const cartHashes = await fillCarts(pool, tokens())
      served.push(
        await measure(TOTAL, VISITORS, async (n) => {
          const headers = {
            'x-cart': cartHashes[n]?.toString('base64') ?? '',
            'idempotency-key': `served-${round}-${n}`,
          }
          const { status, body } = await yardClient.ask(postOf('/order', visitor, deliveryForm, headers))
          if (status !== 200) throw new Error(body)
        }),
      )
      ours.push(await placeRound(`ours-${round}`))
    }
    refuseFailures(...ours, ...bare, ...served)
    judgeShare('place order, three lines', medianRate(ours), medianRate(bare), 0.5)
    judgeShare('the same, of bare SQL behind a bare HTTP server', medianRate(ours), medianRate(served), 0.5)
    judgeFigure('memory after the run', await shop.memoryMiB(), 'MiB', { atMost: MAX_MEMORY_MIB })
  } finally {
    client.close()
    yardClient.close()
    yardstick.child.kill()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}

async function placeLeanest(pool: pg.Pool, order: Omit<Placement, 'form'>): Promise<void> {
  const connection = await pool.connect()
  try {
    await placeOrder(connection, { ...order, form: deliveryForm })
  } finally {
    connection.release()
  }
}

/** Places the order of an existing cart. */
export async function placeOurs(client: LeanClient, visitor: Visitor, token: string, key: string): Promise<void> {
  const headers = { ...visitor, cookie: `${visitor.cookie}; cart=${token}` }
  const order = postOf('/checkout/confirm', headers, deliveryForm, { 'idempotency-key': key })
  const { status, body } = await client.ask(order)
  if (status !== 201) throw new Error(`${status} ${body}`)
}

/** Runs without the jobs, which would send mail and seal the audit log meanwhile. */
async function compareRows(databaseUrl: string): Promise<void> {
  const env = { ROLE: 'web', SECRET: 'a secret of a bench, as long as one must be' }
  const shop = await startShop({ databaseUrl, env })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, pipeline: true })
  const client = await LeanClient.open(shop.port, 1)
  try {
    const visitor = await visitOnce(shop.port)
    const visitorHash = createHash('sha256').update('rows').digest()
    const leanest = async () => {
      const [tokenHash] = await fillCarts(pool, [makeToken()])
      await placeLeanest(pool, { tokenHash: tokenHash as Buffer, visitorHash, key: randomUUID() })
    }
    const ours = async () => {
      const token = makeToken()
      await fillCarts(pool, [token])
      await placeOurs(client, visitor, token, randomUUID())
    }
    await refuseOtherRows(pool, leanest, ours)
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
  }
}

const tokens = () => Array.from({ length: TOTAL }, makeToken)
