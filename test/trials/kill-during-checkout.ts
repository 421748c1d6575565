import { setTimeout as pause } from 'node:timers/promises'
import { Client, withResponseCookies } from '../../bench/support/client.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import { markedForm } from '../support/order-forms.ts'
import { countStock } from '../support/stock.ts'
import { type ClerkAction, processOrder, returnOldOrder, signInClerk, verifyRequests } from './clerk.ts'
import { findOldOrders, signInMembers } from './member-sign-ins.ts'
import { assertThat, createTrialShop, log, runCommand, withDatabase } from './trial-shop.ts'

const KILLS = Number(process.env.KILLS ?? 100)
/** Half of them are members of the demo shop, whose orders change the network's figures. */
const BUYERS = 8
const CLERKS = 2
/** One in this many times, a clerk instead returns part of an order whose month is closed. */
const OLD_ORDER_EVERY_NTH = 8
/** Together at least 10,000 attempts (docs/security G4). */
const ATTEMPTS_PER_KILL = 100
const READY_TIMEOUT_MS = 5_000
/** Every so many kills, the start after it is compared with a start after a clean stop in the same minute. */
const COMPARE_EVERY = Math.max(1, Math.floor(KILLS / 6))
const MAX_RATIO_TO_CLEAN_START = 1.5
const RETRY_DELAY_MS = 200

/** The product to buy, with enough stock for every attempt. */
export const PRODUCT_ID = 1
export const STOCK = 1_000_000

export type Attempt = { marker: string; acknowledged: number | undefined }

/**
 * docs/security G4: kills the server at random moments while guests and members place orders, and clerks record their
 * payments and bank transactions, complete them and record returns, including for closed months. Every acknowledged
 * request took effect once, every unacknowledged one at most once; nothing is half done, including the network's books.
 */
export async function killDuringCheckout(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const attempts: Attempt[] = []
  const actions: ClerkAction[] = []
  /** Each order is processed once, by one clerk. */
  let nextIndex = 0
  let oldOrders: number[] = []
  const readyMs: number[] = []
  const ratios: number[] = []
  let shop: RunningShop | undefined
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const started = performance.now()
      shop = await trial.start()
      if (kill === 0) {
        // The first start also loads the demo shop.
        await withDatabase(trial, (pool) => pool.query(countStock(PRODUCT_ID, STOCK)))
        oldOrders = await findOldOrders(trial)
      } else {
        const afterKillMs = performance.now() - started
        readyMs.push(afterKillMs)
        if (kill % COMPARE_EVERY === 0) {
          await shop.stop()
          const cleanStart = performance.now()
          shop = await trial.start()
          ratios.push(afterKillMs / (performance.now() - cleanStart))
        }
        await verifyRequests(trial, actions)
      }
      const cookie = await signInClerk(trial.environment)
      const members = await signInMembers(trial, BUYERS / 2)
      const client = new Client(shop.port, BUYERS + CLERKS)
      const target = attempts.length + ATTEMPTS_PER_KILL + Math.floor(Math.random() * 20)
      let isAlive = true
      const repeatWhileAlive = async (task: () => Promise<unknown>) => {
        while (isAlive) {
          try {
            await task()
          } catch (error) {
            if (isAlive) throw error
          }
        }
      }
      const buyers = Array.from({ length: BUYERS }, (_, index) =>
        repeatWhileAlive(() => placeOneOrder(client, attempts, members[index])),
      )
      const clerks = Array.from({ length: CLERKS }, () =>
        repeatWhileAlive(async () => {
          if (nextIndex % OLD_ORDER_EVERY_NTH === 1) {
            nextIndex++
            const oldOrder = oldOrders.pop()
            if (oldOrder !== undefined) await returnOldOrder(client, cookie, oldOrder, actions)
            return
          }
          // The newest ones may not have a response yet.
          const next = nextIndex < attempts.length - 2 * BUYERS ? attempts[nextIndex++] : undefined
          if (!next) await new Promise((resolve) => setTimeout(resolve, 5))
          else if (next.acknowledged !== undefined) await processOrder(client, cookie, next.acknowledged, actions)
        }),
      )
      while (attempts.length < target) await new Promise((resolve) => setTimeout(resolve, Math.random() * 7))
      isAlive = false
      await shop.stop('SIGKILL')
      await Promise.all([...buyers, ...clerks])
      client.close()
      if ((kill + 1) % 10 === 0) log(`${kill + 1} kills, ${attempts.length} attempts`)
    }
    const result = await verifyRequests(trial, actions)
    log(result.summary)
    assertThat(result.membersReturns > 0, "no member's completed order was returned")
    assertThat(oldOrders.length > 0, 'ran out of orders from closed months to return')
    await evaluateAttempts(trial, attempts)
    const slowest = Math.max(...readyMs)
    log(`Ready after at most ${(slowest / 1000).toFixed(1)} s.`)
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
    log(
      `Starting after a kill took ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} times as long as a clean start.`,
    )
    assertThat(median <= MAX_RATIO_TO_CLEAN_START, 'a start after a kill takes too long')
    assertThat(slowest <= READY_TIMEOUT_MS, 'the shop took too long to become ready')
  } finally {
    await shop?.stop('SIGKILL')
    await trial.remove()
  }
}

/**
 * A visitor's path from the page to the order; the marker is in the delivery address. A member's cart is shared between
 * sessions, so each member buys one thing after another.
 */
export async function placeOneOrder(client: Client, attempts: Attempt[], member?: string): Promise<Attempt> {
  const anonymousVisitor = await client.visit()
  const visitor = {
    ...anonymousVisitor,
    cookie: [anonymousVisitor.cookie, ...(member ? [member] : [])].join('; '),
  }
  const added = await client.post('/shopping-cart/product/add', visitor, { id: PRODUCT_ID, quantity: 1 })
  const attempt: Attempt = { marker: `marker-${attempts.length}`, acknowledged: undefined }
  attempts.push(attempt)
  const [buyer, form] = [withResponseCookies(visitor, added), markedForm(attempt.marker)]
  const confirm = () => client.post('/checkout/confirm', buyer, form, { 'idempotency-key': attempt.marker })
  let response = await confirm()
  // A disk that stalls for seconds is an outage; retrying, as the response says, must not create a second order.
  while (response.status === 503) {
    await pause(RETRY_DELAY_MS)
    response = await confirm()
  }
  const { status, body } = response
  assertThat(status === 201, `placing an order returned ${status} ${body}`)
  attempt.acknowledged = JSON.parse(body).id
  return attempt
}

async function evaluateAttempts(
  trial: Pick<Awaited<ReturnType<typeof createTrialShop>>, 'environment'>,
  attempts: readonly Attempt[],
) {
  const { rows, sums } = await withDatabase(trial, async (pool) => ({
    // The demo shop contains other orders.
    rows: (
      await pool.query<{ id: number; marker: string }>(
        `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
      )
    ).rows,
    // Units added to a member's cart before a kill are bought with the next order.
    sums: (
      await pool.query<{ bought: number; restocked: number; stock: number }>(
        `select sum(line.quantity)::int as bought, stock,
           coalesce(sum((select sum(quantity) from goods_return_lines returned
             where returned.order_id = line.order_id and returned.position = line.position and restocked)), 0)::int as restocked
           from products join order_lines line on line.product_id = products.id
           join order_addresses using (order_id)
          where products.id = ${PRODUCT_ID} and address_1 like 'marker-%' group by products.id`,
      )
    ).rows[0],
  }))
  const { bought = 0, restocked = 0, stock = STOCK } = sums ?? {}
  assertThat(STOCK - stock === bought - restocked, `${bought} units bought, ${restocked} restocked: ${stock} on hand`)
  const orders = Map.groupBy(rows, ({ marker }) => marker)
  const orderIds = (attempt: Attempt) => orders.get(attempt.marker)?.map(({ id }) => id) ?? []
  const acknowledged = attempts.filter((attempt) => attempt.acknowledged !== undefined)
  const lost = acknowledged.filter((attempt) => !orderIds(attempt).includes(attempt.acknowledged as number))
  const duplicated = attempts.filter((attempt) => orderIds(attempt).length > 1)
  log(
    `${attempts.length} attempts, ${acknowledged.length} acknowledged, ${rows.length} orders: ${lost.length} lost, ${duplicated.length} duplicated.`,
  )
  assertThat(lost.length === 0 && duplicated.length === 0, 'orders were lost or duplicated')
  // Finds partial orders, carts emptied without an order, and inconsistent sums.
  const verify = await runCommand(trial.environment, 'verify')
  log(verify)
}
