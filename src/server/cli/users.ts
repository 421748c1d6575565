import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseInstant } from '#domain/calendar/instant.ts'
import { normalizeEmail } from '#domain/text/email-address.ts'
import { removeSecondFactor } from '#server/customers/second-factor.ts'
import type { ChangedUser, SetUserRefusal, StaffChanges } from '#server/customers/set-user.ts'
import { setUserByStaff } from '#server/customers/set-user-by-staff.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { inShopTransaction } from './with-jobs.ts'

type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>

/** `--licence` is the earlier spelling of `--license`. */
type SetUserOptions = StaffChanges & { licence?: StaffChanges['license']; expires?: string }

/** Adds the user commands. Returns the group, so that others can extend it. */
export function addUserCommands(program: Command, run: Run): Command {
  const users = program.command('user').description('manages a user')
  users
    .command('two-step-off <email>')
    .description('switches two-step sign-in off after the loss of phone and recovery codes')
    .action((email: string) => run((context) => switchTwoStepOffCommand(context, email)))
  users
    .command('set <email>')
    .description('changes type, status or license; active approves the license, suspended and closed end all sessions')
    .addOption(new Option('--type <type>', 'account type').choices(['member', 'franchise']))
    .addOption(new Option('--status <status>', 'status').choices(['active', 'pending', 'suspended', 'closed']))
    .addOption(
      new Option('--license <decision>', 'approves or rejects the license: approved, rejected').argParser(readDecision),
    )
    .addOption(new Option('--licence <decision>').argParser(readDecision).hideHelp())
    .option('--expires <date>', 'last day of an approved license, YYYY-MM-DD')
    .option('--reason <text>', 'reason for rejecting a license, shown to its owner')
    .action((email: string, { expires, licence, ...changes }: SetUserOptions) =>
      run((context) =>
        setUserCommand(context, email, {
          ...changes,
          ...(licence !== undefined && { license: licence }),
          ...(expires !== undefined && { expiresOn: readDay(expires) }),
        }),
      ),
    )
  return users
}

/** Also accepts the earlier word `refused`. */
function readDecision(input: string): 'approved' | 'refused' {
  if (input === 'approved') return input
  if (input === 'rejected' || input === 'refused') return 'refused'
  throw new InvalidArgumentError('Allowed choices are approved, rejected.')
}

function readDay(input: string): string {
  if (!parseInstant(input)?.isDay) throw new UserError(`${input} is not a valid date; write it as 2027-12-31.`)
  return input
}

async function setUserCommand(context: CommandContext, email: string, changes: StaffChanges): Promise<number> {
  if (changes.type === undefined && changes.status === undefined && changes.license === undefined) {
    throw new UserError(
      'Name a change: --type member or franchise, --status active, pending, suspended or closed, --license approved or rejected.',
    )
  }
  if (changes.license !== undefined && changes.status !== undefined) {
    throw new UserError('Use --license or --status. An approved license makes a user active automatically.')
  }
  const set = await inShopTransaction(context, (trx, { jobs, settings }) => {
    const requireLicenseApproval = settings.get('approve_licenses')
    return setUserByStaff(
      trx,
      context.actor,
      { email: normalizeEmail(email), changes },
      { requireLicenseApproval, jobs },
    )
  })
  if (!set.ok) throw new UserError(userErrorMessage(set.refusal, email))
  const { user, sameLicense } = set
  context.print(`${user.email} is a ${user.type} user, ${user.status}.`)
  if (changes.license !== undefined) context.print(decisionMessage(set))
  if ((changes.status === 'active' || changes.license === 'approved') && user.status === 'pending')
    context.print('They become active once they set a password.')
  for (const { member_no, approved } of sameLicense) {
    context.print(`Member ${member_no} has the same license, ${approved ? 'approved' : 'not approved'}.`)
  }
  return 0
}

/** Describes the decision on the license, or on the pending renewal. */
function decisionMessage({ decided, expiresOn }: ChangedUser): string {
  if (decided === 'license_renewal_refused') return 'The renewal is rejected; the license does not change.'
  if (decided === 'license_refused') return 'The license is rejected.'
  return `The license is approved through ${expiresOn}.`
}

function userErrorMessage(refusal: SetUserRefusal | { code: 'reason_required' }, email: string): string {
  switch (refusal.code) {
    case 'not_found':
      return `There is no user ${email}.`
    case 'reason_required':
      return 'Give a reason for the owner with --reason.'
    case 'no_license':
      return `${email} has not entered a license with number and state.`
    case 'expiration_required':
      return 'Give the expiration date with --expires YYYY-MM-DD.'
    case 'expiration_in_past':
      return 'The license has expired. Give a new expiration date with --expires YYYY-MM-DD.'
    case 'license_taken': {
      const { license_state, license_number, member_no } = refusal.holder
      return `The license ${license_state} ${license_number} is approved for user ${member_no}. Nothing was changed.`
    }
  }
}

async function switchTwoStepOffCommand(context: CommandContext, email: string): Promise<number> {
  const normalized = normalizeEmail(email)
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
  context.print(`${normalized} now signs in with just a password.`)
  return 0
}
