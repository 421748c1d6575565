import type { SavedAddress } from '#contract/customers/calls.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { isKnownState } from '#server/content/is-known-state.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { deleteAddress, upsertAddress } from './address.queries.ts'

export type SaveAddressRefusal = Refusal<'state_not_found' | 'too_many_addresses' | 'not_found'>

/** Changes one of the user's addresses, or adds one if no ID is given. */
export async function saveAddress(
  trx: Transaction,
  userId: UserId,
  { id, ...address }: SavedAddress,
): Promise<Result<NoValue, SaveAddressRefusal>> {
  if (!(await isKnownState(trx, address.state))) return refuse({ code: 'state_not_found' })
  const saved = await upsertAddress(trx, userId, id, address)
  return saved === 'saved' ? { ok: true } : refuse({ code: saved })
}

export async function removeAddress(
  trx: Transaction,
  userId: UserId,
  id: number,
): Promise<Result<NoValue, Refusal<'not_found'>>> {
  return (await deleteAddress(trx, userId, id)) ? { ok: true } : refuse({ code: 'not_found' })
}
