import { Client, withResponseCookies } from '../../bench/support/client.ts'
import { deliveryForm } from '../support/order-forms.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 50)
const SUBMITS = 50

/**
 * docs/security G3: in every round, one cart is submitted 50 times at once; there is one order and every response
 * agrees with it.
 */
export async function doubleSubmit(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const shop = await trial.start()
  const client = new Client(shop.port, SUBMITS)
  try {
    const seen = new Set<number>()
    let others = 0
    for (let round = 0; round < ROUNDS; round++) {
      const visitor = await client.visit()
      const added = await client.post('/shopping-cart/product/add', visitor, { id: 1, quantity: 1 })
      require(added.status === 200, `adding to the cart returned ${added.status} ${added.body}`)
      const buyer = withResponseCookies(visitor, added)
      // Every other round omits the key, like a page without scripts.
      const headers: Record<string, string> = round % 2 ? {} : { 'idempotency-key': `round-${round}` }
      const answers = await Promise.all(
        Array.from({ length: SUBMITS }, () => client.post('/checkout/confirm', buyer, deliveryForm, headers)),
      )
      const placed = answers.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body).id as number)
      const ids = new Set(placed)
      const [id] = ids
      require(ids.size === 1 && id !== undefined, `round ${round}: orders ${[...ids]}`)
      require(!seen.has(id as number), `round ${round}: returned an order from an earlier round`)
      seen.add(id as number)
      const refused = answers.filter(({ status }) => status !== 201)
      require(refused.every(
        ({ status }) => status >= 400 && status < 500,
      ), `round ${round}: ${refused.map((a) => a.status)}`)
      if (round % 2 === 0) require(refused.length === 0, `round ${round}: ${refused.length} refused despite the key`)
      others += refused.length
    }
    say(`${ROUNDS} rounds of ${SUBMITS} submits: ${seen.size} orders, ${others} reported an empty cart, no 5xx.`)
  } finally {
    client.close()
    await shop.stop()
    await trial.remove()
  }
}
