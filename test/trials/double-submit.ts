import { Client, withResponseCookies } from '../../bench/support/client.ts'
import { deliveryForm } from '../support/order-forms.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 50)
const SUBMITS = 50

/**
 * docs/security G3: in every round, one cart is submitted 50 times at once; there is one order and every response
 * agrees with it.
 */
export async function doubleSubmit(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const shop = await trial.start()
  const client = new Client(shop.port, SUBMITS)
  try {
    const orderIds = new Set<number>()
    let refusalCount = 0
    for (let round = 0; round < ROUNDS; round++) {
      const visitor = await client.visit()
      const added = await client.post('/shopping-cart/product/add', visitor, { id: 1, quantity: 1 })
      assertThat(added.status === 200, `adding to the cart returned ${added.status} ${added.body}`)
      const buyer = withResponseCookies(visitor, added)
      // Every other round omits the key, like a page without scripts.
      const headers: Record<string, string> = round % 2 ? {} : { 'idempotency-key': `round-${round}` }
      const responses = await Promise.all(
        Array.from({ length: SUBMITS }, () => client.post('/checkout/confirm', buyer, deliveryForm, headers)),
      )
      const placedIds = responses
        .filter(({ status }) => status === 201)
        .map(({ body }) => JSON.parse(body).id as number)
      const ids = new Set(placedIds)
      const [id] = ids
      assertThat(ids.size === 1 && id !== undefined, `round ${round}: orders ${[...ids]}`)
      assertThat(!orderIds.has(id as number), `round ${round}: returned an order from an earlier round`)
      orderIds.add(id as number)
      const refusals = responses.filter(({ status }) => status !== 201)
      assertThat(
        refusals.every(({ status }) => status >= 400 && status < 500),
        `round ${round}: ${refusals.map((a) => a.status)}`,
      )
      if (round % 2 === 0)
        assertThat(refusals.length === 0, `round ${round}: ${refusals.length} refused despite the key`)
      refusalCount += refusals.length
    }
    log(
      `${ROUNDS} rounds of ${SUBMITS} submits: ${orderIds.size} orders, ${refusalCount} reported an empty cart, no 5xx.`,
    )
  } finally {
    client.close()
    await shop.stop()
    await trial.remove()
  }
}
