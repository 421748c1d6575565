import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hashToken } from '#server/platform/crypto/token.ts'
import { Client } from '../../bench/support/client.ts'
import { startShop } from '../../bench/support/server.ts'
import { countStock } from '../support/stock.ts'
import { createPostgres, type Postgres } from './dedicated-postgres.ts'
import { type Attempt, PRODUCT_ID, placeOneOrder, STOCK } from './kill-during-checkout.ts'
import { assertThat, log, runCommand } from './trial-shop.ts'

const KILLS = Number(process.env.KILLS ?? 20)
const BUYERS = 4
const FILLERS = 4
/** Three times wal_writer_delay: PostgreSQL's guarantee for an asynchronous commit (docs/decisions/0030). */
const MAX_LOSS_MS = 600

/** A cart that was filled and abandoned, and the time of its acknowledgment. */
type AbandonedCart = { tokenHash: Buffer; at: number }

/**
 * A dedicated PostgreSQL is killed at random moments, all processes at once, under carts and orders: no acknowledged
 * order is missing or duplicated; of carts, at most the last 0.6 seconds are lost.
 */
export async function killDatabase(engine: 'embedded' | 'postgres'): Promise<void> {
  assertThat(engine === 'postgres', 'the embedded engine dies with the shop: npm run trial -- kill')
  const server = await createPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  await server.start()
  const shop = await startShop({ databaseUrl: server.url, dataDir })
  const client = new Client(shop.port, BUYERS + FILLERS)
  const attempts: Attempt[] = []
  const abandonedCarts: AbandonedCart[] = []
  const lostAges: number[] = []
  try {
    await server.query(countStock(PRODUCT_ID, STOCK))
    for (let kill = 0; kill < KILLS; kill++) {
      let alive = true
      const repeatWhileAlive = async (work: () => Promise<unknown>) => {
        while (alive) {
          try {
            await work()
          } catch (error) {
            if (alive) throw error
          }
        }
      }
      const work = Promise.all([
        ...Array.from({ length: BUYERS }, () => repeatWhileAlive(() => placeOneOrder(client, attempts))),
        ...Array.from({ length: FILLERS }, () => repeatWhileAlive(() => abandonCart(client, abandonedCarts))),
      ])
      await pause(700 + Math.random() * 800)
      alive = false
      const killedAt = performance.now()
      await server.kill()
      await server.start()
      // Buyers without a response have retried in the meantime, with the same key, and get one now.
      await work
      await waitUntilReconnected(shop.url)
      lostAges.push(...(await measureLostCarts(server, abandonedCarts.splice(0), killedAt)))
    }
    client.close()
    const oldest = Math.max(0, ...lostAges)
    log(`${KILLS} kills: ${lostAges.length} carts lost, the oldest ${oldest.toFixed(0)} ms after it was acknowledged`)
    await evaluateOrders(server, attempts, dataDir)
    assertThat(oldest <= MAX_LOSS_MS, 'a cart older than the limit was lost')
  } finally {
    client.close()
    await shop.stop()
    await server.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function abandonCart(client: Client, abandonedCarts: AbandonedCart[]): Promise<void> {
  const visitor = await client.visit()
  const { status, headers, body } = await client.post('/shopping-cart/product/add', visitor, {
    id: PRODUCT_ID,
    quantity: 1,
  })
  assertThat(status === 200, `adding to the cart returned ${status} ${body}`)
  const [, token] = /(?:^|\n)cart=([^;]+)/.exec([headers['set-cookie'] ?? []].flat().join('\n')) ?? []
  if (token === undefined) throw new Error('adding to the cart returned no cookie')
  abandonedCarts.push({ tokenHash: hashToken(token), at: performance.now() })
}

/** Age of lost carts when the server was killed, since their acknowledgment. Existing carts must have their line. */
async function measureLostCarts(
  server: Postgres,
  abandonedCarts: readonly AbandonedCart[],
  killedAt: number,
): Promise<number[]> {
  const { rows } = await server.query<{ token_hash: Buffer; lines: number }>(
    `select token_hash, (select count(*)::int from cart_line_items where cart_id = carts.id) as lines
       from carts where token_hash = any($1)`,
    [abandonedCarts.map(({ tokenHash }) => tokenHash)],
  )
  const linesByCart = new Map(rows.map(({ token_hash, lines }) => [token_hash.toString('hex'), lines]))
  assertThat(
    rows.every(({ lines }) => lines === 1),
    'a cart lost its line',
  )
  return abandonedCarts
    .filter(({ tokenHash }) => !linesByCart.has(tokenHash.toString('hex')))
    .map(({ at }) => killedAt - at)
}

async function evaluateOrders(server: Postgres, attempts: readonly Attempt[], dataDir: string): Promise<void> {
  const { rows } = await server.query<{ id: number; marker: string }>(
    `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
  )
  const orders = Map.groupBy(rows, ({ marker }) => marker)
  const acknowledged = attempts.filter((attempt) => attempt.acknowledged !== undefined)
  const lost = acknowledged.filter(
    ({ marker, acknowledged: id }) => !orders.get(marker)?.some((order) => order.id === id),
  )
  const duplicated = [...orders.values()].filter((duplicates) => duplicates.length > 1)
  log(
    `${attempts.length} attempts, ${acknowledged.length} acknowledged, ${rows.length} orders: ${lost.length} lost, ${duplicated.length} duplicated.`,
  )
  assertThat(lost.length === 0 && duplicated.length === 0, 'orders were lost or duplicated')
  const output = await runCommand({ DATABASE_URL: server.url, DATA_DIR: dataDir }, 'verify')
  log(output)
}

/** The shop reconnects to its database by itself. */
async function waitUntilReconnected(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await fetch(`${url}/readyz`)).ok) return
    await pause(100)
  }
  throw new Error('the shop did not reconnect to its database')
}
