import type { PlaceOrderRefusal, Shipping } from '#contract/checkout/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import { type Result, refuse } from '#domain/result.ts'
import { findUserAddress } from '#server/customers/find-user-address.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Finds the destination of a Delivery: a saved address of the buyer, or the one in the form. A Pickup has none. */
export async function findDestination(
  trx: Transaction,
  form: Shipping,
  userId: UserId | undefined,
): Promise<Result<{ address: Address | undefined }, Extract<PlaceOrderRefusal, { code: 'address_not_found' }>>> {
  if (form.type === 'P') return { ok: true, address: undefined }
  const { address_id: addressId, ...entered } = form.shipping
  if (addressId === 0) return { ok: true, address: entered }
  const address = await findUserAddress(trx, userId, addressId)
  return address ? { ok: true, address } : refuse({ code: 'address_not_found' })
}
