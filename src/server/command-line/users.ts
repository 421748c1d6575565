import { removeSecondFactor } from '#server/account/second-factor.ts'
import type { SetUserRefusal, StaffChanges } from '#server/account/set-user.ts'
import { setUserByStaff } from '#server/account/set-user-by-staff.ts'
import { recordAction } from '#server/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { inPayments } from './payment-context.ts'

export async function setUserCommand(context: CommandContext, email: string, changes: StaffChanges): Promise<number> {
  if (changes.type === undefined && changes.status === undefined && changes.licence === undefined) {
    throw new UserError(
      'Say what changes: --type member or franchise, --status active, pending, suspended or closed, --licence approved or refused.',
    )
  }
  if (changes.licence !== undefined && changes.status !== undefined) {
    throw new UserError('Say --licence or --status: an approved licence makes a user active by itself.')
  }
  const set = await inPayments(context, (trx, { jobs, settings }) => {
    const approveLicences = settings.get('approve_licences')
    return setUserByStaff(trx, context.actor, email.trim().toLowerCase(), changes, { approveLicences, jobs })
  })
  if (!set.ok) throw new UserError(sentenceOf(set.refusal, email))
  const { user, sameLicence } = set
  context.say(`${user.email} is a ${user.type} user, ${user.status}.`)
  if (changes.licence !== undefined) context.say(`The licence is ${changes.licence}.`)
  if ((changes.status === 'active' || changes.licence === 'approved') && user.status === 'pending')
    context.say('They are active once they have set a password.')
  for (const { member_no, approved } of sameLicence) {
    context.say(`User ${member_no} has the same licence, ${approved ? 'approved' : 'not approved'}.`)
  }
  return 0
}

function sentenceOf(refusal: SetUserRefusal | { code: 'no_reason' }, email: string): string {
  switch (refusal.code) {
    case 'unknown':
      return `There is no user ${email}.`
    case 'no_reason':
      return 'Say why it is refused, for its owner to read: --reason.'
    case 'no_licence':
      return `${email} has entered no licence with number and state.`
    case 'licence_taken': {
      const { licence_state, licence_number, member_no } = refusal.by
      return `The licence ${licence_state} ${licence_number} is approved for user ${member_no}. Nothing was changed.`
    }
  }
}

export async function switchTwoStepOffCommand(context: CommandContext, email: string): Promise<number> {
  const normalized = email.trim().toLowerCase()
  const removed = await inTransaction(context.connection.db, async (trx) => {
    const result = await removeSecondFactor(trx, normalized)
    if (result.ok) {
      await recordAction(trx, context.actor, {
        action: 'member.second_factor_removed',
        subject: { kind: 'member', id: result.userId },
      })
    }
    return result
  })
  if (!removed.ok) throw new UserError(`${normalized} has no two-step sign-in.`)
  context.say(`${normalized} signs in with the password alone.`)
  return 0
}
