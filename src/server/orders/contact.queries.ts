import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

/** Contact columns of an order. */
export type OrderContact = { first_name: string; last_name: string; email: string; phone_number: string }

/** Finds the email of an order without locking it; undefined if there is no such order. */
export async function findEmail(trx: Transaction, orderId: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('orders')
    .select('email')
    .where('id', '=', orderId as OrderId)
    .executeTakeFirst()
  return row?.email
}

export const lockContact = (trx: Transaction, orderId: number) =>
  trx
    .selectFrom('orders')
    .select(['id', 'status', 'user_id', 'first_name', 'last_name', 'email', 'phone_number'])
    .where('id', '=', orderId as OrderId)
    .forUpdate()
    .executeTakeFirst()

export async function updateContact(
  trx: Transaction,
  orderId: OrderId,
  contact: OrderContact,
  changedBy: string,
): Promise<void> {
  await trx.updateTable('orders').set(contact).where('id', '=', orderId).execute()
  await trx
    .insertInto('order_changes')
    .values({ order_id: orderId, change: 'contact_corrected', changed_by: changedBy })
    .execute()
}
