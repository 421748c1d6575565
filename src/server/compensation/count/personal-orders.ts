import { isPersonalOrder, type Person } from '#domain/orders/personal-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findParties, type PartiesRow } from './personal-order.queries.ts'

/**
 * Returns whether an order counts as a customer's for the member it is credited to (docs/plan §1); called once, at
 * completion.
 */
export async function isCustomerOrder(trx: Transaction, orderId: OrderId): Promise<boolean> {
  const row = await findParties(trx, orderId)
  return row !== undefined && !isPersonalOrder(toBuyer(row), toMember(row))
}

export const toBuyer = ({ email, phone_number, last_name, address }: PartiesRow): Person => ({
  email,
  phones: address ? [phone_number, address.phone_number] : [phone_number],
  lastName: last_name,
  addresses: address ? [address] : [],
})

export const toMember = (row: PartiesRow): Person => ({
  email: row.member_email,
  phones: [row.member_phone],
  lastName: row.member_last_name,
  addresses: row.member_addresses,
})
