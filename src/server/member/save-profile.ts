import type { Profile } from '#contract/account.ts'
import { messages, ownMessages } from '#contract/messages.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import type { Services } from '../services.ts'
import { hashToken } from '../token.ts'
import {
  endPasswordLink,
  giveEmailBack,
  insertEmailChange,
  lockEmail,
  setProfile,
  takeUndoLink,
} from './email-change.queries.ts'
import { endAllSessions } from './sessions.ts'

type Needs = Pick<Services, 'db' | 'jobs'>

/** A changed email takes effect at once and is told to the old address (product.md §11). 422 for a taken one. */
export async function saveProfile({ db, jobs }: Needs, userId: UserId, profile: Profile): Promise<void> {
  const saved = await inTransaction(db, async (trx) => {
    const { email: oldEmail } = await lockEmail(trx, userId)
    if (!(await setProfile(trx, userId, profile))) return false
    if (profile.email === oldEmail) return true
    await endPasswordLink(trx, userId)
    const id = await insertEmailChange(trx, userId, oldEmail)
    await jobs.queue(trx, 'mail', [{ mail: 'email_changed', email_change_id: id }])
    return true
  })
  if (!saved) throw problem(422, messages.emailTaken, { email: messages.emailTaken })
}

/** Gives an account back to the old address and ends all its sign-ins: they may be a thief's. 422 for a dead link. */
export async function undoEmailChange({ db }: Pick<Needs, 'db'>, token: string): Promise<void> {
  const undone = await inTransaction(db, async (trx) => {
    const change = await takeUndoLink(trx, hashToken(token))
    if (!change || !(await giveEmailBack(trx, change.user_id, change.old_email))) return false
    await endPasswordLink(trx, change.user_id)
    await endAllSessions(trx, change.user_id)
    return true
  })
  if (!undone) throw problem(422, ownMessages.linkExpired, { token: ownMessages.linkExpired })
}
