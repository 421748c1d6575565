import { afterAll, beforeAll } from 'vitest'
import { Contact } from '#contract/checkout/calls.ts'
import { cents } from '#domain/money/money.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { type Placement, placeOrder } from '#server/checkout/place-order.ts'
import type { TaxLocation } from '#server/checkout/price-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { pickupForm } from './order-forms.ts'

/** Jobs on the suite's database; tests can read queued emails back from the queue. */
export function jobsForSuite(
  connection: () => Connection,
  onError = (error: unknown): void => {
    throw error
  },
): () => Jobs {
  let jobs: Jobs | undefined
  beforeAll(async () => {
    jobs = await startJobs(connection(), onError)
  })
  afterAll(() => jobs?.stop())
  return () => {
    if (!jobs) throw new Error('Jobs are available only inside tests and hooks.')
    return jobs
  }
}

/** Creates a cart with these products, for a new visitor unless an owner is given; returns its key. */
export async function fillCart<Owner extends CartOwner = string>(
  db: Database,
  items: readonly { id: number; quantity?: number }[],
  owner = makeToken() as Owner,
): Promise<Owner> {
  for (const { id, quantity = 1 } of items) {
    const result = await addToCart(db, owner, { productId: id, quantity })
    if (!result.ok) throw new Error(`the cart refused product ${id}: ${result.refusal.code}`)
  }
  return owner
}

/** Places an order for a visitor's submit, like the route. */
export function submit(
  db: Database,
  jobs: Jobs,
  placement: Partial<Placement> & Pick<Placement, 'cartOwner'>,
  minimumSubTotalCents = 0,
  counter: TaxLocation = { state: '', zip: '' },
) {
  const form = placement.form ?? pickupForm
  const contact = Contact.parse(form)
  const completePlacement: Placement = { form, contact, visitorId: 'visitor', idempotencyKey: undefined, ...placement }
  return inTransaction(db, (trx) =>
    placeOrder(trx, completePlacement, {
      jobs,
      minimumSubTotalCents: cents(minimumSubTotalCents),
      cardOffered: false,
      quickPayOffered: true,
      licenseRule: 'not_expired',
      paymentDays: 7,
      quoteShipping: quoteFromTable,
      counter,
    }),
  )
}
