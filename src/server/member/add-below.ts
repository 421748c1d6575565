import { messages, ownMessages } from '#contract/messages.ts'
import type { NewChild } from '#contract/sales.ts'
import { isKnownState } from '../content/is-known-state.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { enrolBelow } from '../network/enrol.ts'
import type { Services } from '../services.ts'
import type { Limit } from './attempts.ts'
import { makeLimit } from './limits.ts'
import { insertAddress, insertUser } from './member.queries.ts'
import { makeReferralCode } from './referral-code.ts'

/** product.md §11; of the account, whose name is on every mail. */
const ADD_BELOW: Limit = { kind: 'add user of', most: 30, seconds: 60 * 60 }

/**
 * Makes a user of the member's direct line, who is pending until they set a password by the link they are mailed; their
 * address becomes the first saved one. Throws 422 for a taken address or an unknown state, 429 when it is too often.
 */
export async function addBelow(
  services: Pick<Services, 'config' | 'db' | 'jobs'>,
  sponsorId: UserId,
  form: NewChild,
): Promise<UserId> {
  const { db, jobs } = services
  const { first_name, last_name, phone_number, email, ...address } = form
  if (!(await isKnownState(db, form.state))) {
    throw problem(422, ownMessages.stateUnknown, { state: ownMessages.stateUnknown })
  }
  await makeLimit(services)([{ ...ADD_BELOW, key: String(sponsorId) }])
  const userId = await inTransaction(db, async (trx) => {
    const id = await insertUser(trx, {
      email,
      type: 'member',
      first_name,
      last_name,
      phone_number,
      // Theirs to tell, when they complete their profile.
      cosmetology_id: '',
      password_hash: null,
      status: 'pending',
      referral_code: makeReferralCode(),
    })
    if (id === undefined) return undefined
    await enrolBelow(trx, id, sponsorId)
    await insertAddress(trx, id, { first_name, last_name, phone_number, ...address })
    await jobs.queue(trx, 'mail', [{ mail: 'added_by_sponsor', user_id: id, sponsor_id: sponsorId }])
    return id
  })
  if (userId === undefined) throw problem(422, messages.emailTaken, { email: messages.emailTaken })
  return userId
}
