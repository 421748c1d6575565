import type { StaffChange } from '#domain/orders/status.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { makeProduct } from './factories.ts'
import { deliveryForm, type pickupForm } from './order-forms.ts'
import { createPaymentServices } from './payment-services.ts'
import { fillCart, submit } from './shop.ts'

type OrderFixture = {
  quantity?: number
  form?: typeof deliveryForm | typeof pickupForm
  /** Makes it the order of a signed-in user. */
  userId?: UserId
  creditedUserId?: UserId
}
type Services = { db: Database; jobs: Jobs }

/** Places an order of a product at $38 with 38 PV, of which 50 are in stock: Keratin Repair Masque. Returns its number. */
export async function makeOrder(
  { db, jobs }: Services,
  { quantity = 1, form = deliveryForm, ...users }: OrderFixture = {},
): Promise<number> {
  const product = await makeProduct(db, { name: 'Keratin Repair Masque', priceCents: 3800, pv: 38, stock: 50 })
  const cartOwner = await fillCart(db, [{ id: product.id, quantity }])
  const placed = await submit(db, jobs, { form, cartOwner, ...users })
  if (!placed.ok) throw new Error(placed.refusal.code)
  return placed.orderId
}

/** Applies changes to an order like the command line does. */
export async function changeOrderTo({ db, jobs }: Services, id: number, ...changes: StaffChange[]): Promise<void> {
  for (const change of changes) {
    const done = await inTransaction(db, (trx) =>
      changeOrder(
        trx,
        { id, change, actor: { kind: 'command_line' }, clearing: 'now', reason: 'For the test' },
        createPaymentServices(jobs),
      ),
    )
    if (!done.ok) throw new Error(done.refusal.code)
  }
}
