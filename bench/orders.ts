import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { makeToken } from '#server/platform/crypto/token.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { assertSameRows } from './support/assert-same-rows.ts'
import { type Placement, placeOrder } from './support/baseline-sql.ts'
import { type Visitor, visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateFigure, evaluateShare } from './support/figures.ts'
import { fillCarts } from './support/fill-carts.ts'
import { assertNoFailures, measure, medianRate } from './support/load.ts'
import { buildPost, RawClient } from './support/raw-client.ts'
import { startShop } from './support/server.ts'
import { startBaselineServer } from './support/start-baseline-server.ts'

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
 * Placing a Delivery order of three lines: the shop's call against the minimal SQL that does it, from a script and
 * behind a minimal HTTP server, driven by the same client.
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_orders')
  await compareRows(database.url)
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS, pipeline: true })
  const baselineServer = await startBaselineServer('baseline-server.ts', [database.url, String(CONNECTIONS)])
  const [client, baselineClient] = await Promise.all([
    RawClient.open(shop.port, VISITORS),
    RawClient.open(baselineServer.port, VISITORS),
  ])
  try {
    const visitor = await visitOnce(shop.port)
    const visitorHash = createHash('sha256').update('bench').digest()

    const placeRound = async (name: string) => {
      const carts = makeTokens()
      await fillCarts(pool, carts)
      return measure(TOTAL, VISITORS, (n) => placeShopOrder(client, visitor, carts[n] as string, `${name}-${n}`))
    }
    for (let round = 0; round < WARM_UP; round++) assertNoFailures(await placeRound(`warm-${round}`))
    const measured = []
    const sqlBaseline = []
    const httpBaseline = []
    for (let round = 0; round < ROUNDS; round++) {
      const hashes = await fillCarts(pool, makeTokens())
      sqlBaseline.push(
        await measure(TOTAL, CONNECTIONS, (n) =>
          placeBaselineOrder(pool, { tokenHash: hashes[n] as Buffer, visitorHash, key: `sql-${round}-${n}` }),
        ),
      )
      const cartHashes = await fillCarts(pool, makeTokens())
      httpBaseline.push(
        await measure(TOTAL, VISITORS, async (n) => {
          const headers = {
            'x-cart': cartHashes[n]?.toString('base64') ?? '',
            'idempotency-key': `http-${round}-${n}`,
          }
          const { status, body } = await baselineClient.sendRaw(buildPost('/order', visitor, deliveryForm, headers))
          if (status !== 200) throw new Error(body)
        }),
      )
      measured.push(await placeRound(`shop-${round}`))
    }
    assertNoFailures(...measured, ...sqlBaseline, ...httpBaseline)
    evaluateShare('place order, three lines', medianRate(measured), medianRate(sqlBaseline), 0.5)
    evaluateShare(
      'the same, against the SQL behind a minimal HTTP server',
      medianRate(measured),
      medianRate(httpBaseline),
      0.5,
    )
    evaluateFigure('memory after the run', await shop.memoryMiB(), 'MiB', { max: MAX_MEMORY_MIB })
  } finally {
    client.close()
    baselineClient.close()
    baselineServer.child.kill()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}

async function placeBaselineOrder(pool: pg.Pool, order: Omit<Placement, 'form'>): Promise<void> {
  const connection = await pool.connect()
  try {
    await placeOrder(connection, { ...order, form: deliveryForm })
  } finally {
    connection.release()
  }
}

/** Places the order of an existing cart. */
export async function placeShopOrder(client: RawClient, visitor: Visitor, token: string, key: string): Promise<void> {
  const headers = { ...visitor, cookie: `${visitor.cookie}; cart=${token}` }
  const order = buildPost('/checkout/confirm', headers, deliveryForm, { 'idempotency-key': key })
  const { status, body } = await client.sendRaw(order)
  if (status !== 201) throw new Error(`${status} ${body}`)
}

/** Runs without the jobs, which would send mail and seal the audit log meanwhile. */
async function compareRows(databaseUrl: string): Promise<void> {
  const env = { ROLE: 'web', SECRET: 'the secret of a benchmark, long enough' }
  const shop = await startShop({ databaseUrl, env })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, pipeline: true })
  const client = await RawClient.open(shop.port, 1)
  try {
    const visitor = await visitOnce(shop.port)
    const visitorHash = createHash('sha256').update('rows').digest()
    const placeWithSql = async () => {
      const [tokenHash] = await fillCarts(pool, [makeToken()])
      await placeBaselineOrder(pool, { tokenHash: tokenHash as Buffer, visitorHash, key: randomUUID() })
    }
    const measured = async () => {
      const token = makeToken()
      await fillCarts(pool, [token])
      await placeShopOrder(client, visitor, token, randomUUID())
    }
    await assertSameRows(pool, placeWithSql, measured)
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
  }
}

const makeTokens = () => Array.from({ length: TOTAL }, makeToken)
