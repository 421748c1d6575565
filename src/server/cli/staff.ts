import { type Command, Option } from 'commander'
import { type Role, roles } from '#contract/permissions.ts'
import { isEmail, normalizeEmail } from '#domain/text/email-address.ts'
import { type AddStaffRefusal, addStaff } from '#server/identity/staff/add-staff.ts'
import { type ChangeStaffRefusal, changeStaff } from '#server/identity/staff/change-staff.ts'
import { findStaffAccount, listStaff } from '#server/identity/staff/list-staff.ts'
import { type ResetStaffRefusal, resetStaff } from '#server/identity/staff/reset-staff.ts'
import { makeStaffLink } from '#server/identity/staff/staff-link.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { approvalSentence, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { withJobs } from './with-jobs.ts'

type Work = (command: (context: CommandContext) => Promise<number>) => Promise<void>
type Who = { reason?: string }
type StaffOptions = Who & { role?: Role; name?: string; active?: 'yes' | 'no'; email?: string }

/** Adds `shop staff …` (docs/back-office §1). */
export function addStaffCommands(program: Command, work: Work): void {
  const staff = program.command('staff').description('staff accounts')
  const named = (name: string, description: string) =>
    staff.command(name).description(description).option('--reason <text>', 'why')
  const role = () => new Option('--role <role>', 'role').choices(roles)
  named('add <email>', 'adds a staff member, and prints a link to set a password')
    .addOption(role().makeOptionMandatory())
    .option('--name <name>', 'name')
    .action((email: string, options: StaffOptions & { role: Role }) => work((context) => add(context, email, options)))
  named('set <email>', 'changes role, email, name, or whether the member may sign in')
    .addOption(role())
    .addOption(new Option('--active <yes-or-no>', 'whether the member may sign in').choices(['yes', 'no']))
    .option('--email <email>', 'new email')
    .option('--name <name>', 'name')
    .action((email: string, options: StaffOptions) => work((context) => set(context, email, options)))
  named('reset-password <email>', 'resets the password and prints a link to set it again').action(
    (email: string, options: Who) => work((context) => reset(context, email, 'password', options)),
  )
  named('reset-two-step <email>', 'resets two-step sign-in after the loss of phone and recovery codes; prints a link')
    .alias('reset-second-factor')
    .action((email: string, options: Who) => work((context) => reset(context, email, 'second_factor', options)))
  staff
    .command('list')
    .description('lists email, role, whether active, two-step sign-in, last sign-in, name')
    .action(() => work(list))
}

async function add(context: CommandContext, given: string, options: StaffOptions & { role: Role }): Promise<number> {
  const email = normalizeEmail(given)
  if (!isEmail(email)) throw new UserError(`${given} is not an email address.`)
  const { role, name = '' } = options
  const added = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, (trx) =>
      addStaff(trx, context.actor, { email, name, role }, options.reason, { jobs }),
    ),
  )
  if (!added.ok && added.refusal.code === 'email_taken') throw new UserError(alreadyThere(email))
  if (!added.ok) throw new UserError(errorMessage(added.refusal, email))
  if (!added.passed) return reportProposal(context, added, 'by_its_approval')
  await printLink(context, email)
  return 0
}

const alreadyThere = (email: string): string =>
  `${email} is already on the staff. \`staff set ${email} --role ROLE\` changes the role, \`staff reset-password ${email}\` prints a new link.`

async function set(context: CommandContext, given: string, options: StaffOptions): Promise<number> {
  const { id, email } = await requireStaff(context, given)
  const changes = {
    ...(options.role && { role: options.role }),
    ...(options.active && { active: options.active === 'yes' }),
    ...(options.email && { email: normalizeEmail(options.email) }),
    ...(options.name !== undefined && { name: options.name }),
  }
  if (Object.keys(changes).length === 0) throw new UserError('Name a change: --role, --active, --email or --name.')
  const changed = await inTransaction(context.connection.db, (trx) =>
    changeStaff(trx, context.actor, id, changes, options.reason),
  )
  if (!changed.ok) throw new UserError(errorMessage(changed.refusal, email))
  if (!changed.passed) return reportProposal(context, changed, 'by_its_approval')
  context.say(`${email} is changed.`)
  return 0
}

async function reset(
  context: CommandContext,
  given: string,
  kind: 'password' | 'second_factor',
  options: Who,
): Promise<number> {
  const { id, email } = await requireStaff(context, given)
  const done = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, (trx) =>
      resetStaff(trx, context.actor, { staffId: id, kind, reason: options.reason }, { jobs }),
    ),
  )
  if (!done.ok) throw new UserError(errorMessage(done.refusal, email))
  if (done.effectiveAt === null) await printLink(context, email)
  else
    context.say(
      `${email} is an approver: the reset takes effect at ${done.effectiveAt.toISOString()} unless another approver stops it. Approvers are emailed.`,
    )
  return 0
}

async function list({ connection, say }: CommandContext): Promise<number> {
  for (const { email, role, active, two_factor, last_signed_in_at, name } of await listStaff(connection.db)) {
    const fields = [active ? 'active' : 'inactive', two_factor ? 'two-step' : 'password only']
    say([email, role, ...fields, last_signed_in_at?.toISOString() ?? 'never signed in', name].join('\t'))
  }
  return 0
}

async function requireStaff({ connection }: CommandContext, given: string) {
  const staff = await findStaffAccount(connection.db, normalizeEmail(given))
  if (!staff) throw new UserError(`No staff member has the email ${given}.`)
  return staff
}

/** Prints the link without mailing one, which would replace it. */
async function printLink(context: CommandContext, email: string): Promise<void> {
  const { id } = await requireStaff(context, email)
  const { connection, config } = context
  const url = await inTransaction(connection.db, (trx) => makeStaffLink(trx, id, config.publicUrl))
  context.say(`Link for ${email} to set a password:\n${url}`)
}

function errorMessage(refusal: AddStaffRefusal | ChangeStaffRefusal | ResetStaffRefusal, email: string): string {
  switch (refusal.code) {
    case 'stale':
      return `${email} was changed at the same time.`
    case 'email_taken':
      return 'Another staff member already has this email.'
    case 'reason_required':
    case 'proposer_required':
    case 'not_permitted':
      return approvalSentence(refusal)
    case 'last_owner':
      return `${email} is the last owner. Make someone else an owner first.`
    case 'second_factor_required':
      return `${email} has no two-step sign-in, which owners need. They can set it up in their profile.`
    case 'not_active':
      return `${email} is not active.`
    case 'already_pending':
      return 'A reset is already pending.'
    case 'not_found':
      return `No staff member has the email ${email}.`
  }
}
