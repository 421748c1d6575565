import { addressLines } from '#domain/addresses/address.ts'
import { type ChosenMethod, METHOD_HOLD_DAYS } from '#domain/compensation/rules/payout-steps.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { formatPhoneNumber, isPhoneNumber } from '#domain/text/phone-number.ts'
import { findUserAddress } from '#server/customers/find-user-address.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { insertChosenMethod } from './payout.queries.ts'

export type MethodRefusal = Refusal<'phone_required' | 'phone_invalid' | 'address_required'>

/**
 * Saves a member's payout method. A new method waits three days and the member is emailed, so that someone with an open
 * browser or a stolen password does not get the money (docs/back-office §5).
 */
export async function savePayoutMethod(
  trx: Transaction,
  userId: UserId,
  { kind, phoneNumber, addressId }: { kind: ChosenMethod; phoneNumber: string; addressId: number | undefined },
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<NoValue, MethodRefusal>> {
  if (kind === 'quickpay' && phoneNumber === '') return refuse({ code: 'phone_required' })
  if (kind === 'quickpay' && !isPhoneNumber(phoneNumber)) return refuse({ code: 'phone_invalid' })
  const address =
    kind === 'check' && addressId !== undefined ? await findUserAddress(trx, userId, addressId) : undefined
  if (kind === 'check' && !address) return refuse({ code: 'address_required' })
  const destination = address ? addressLines(address).slice(0, -1).join('\n') : formatPhoneNumber(phoneNumber)
  const id = await insertChosenMethod(trx, { userId, kind, destination, holdDays: METHOD_HOLD_DAYS })
  await recordAction(
    trx,
    { kind: 'customer', userId },
    {
      action: 'payout_method.changed',
      subject: { kind: 'member', id: userId },
      after: { kind },
    },
  )
  await jobs.queue(trx, 'mail', [{ mail: 'payout_method_chosen', payout_method_id: id }])
  return { ok: true }
}
