import { type Command, Option } from 'commander'
import { type Role, roles } from '#contract/permissions.ts'
import { isEmail, normalizeEmail } from '#domain/text/email-address.ts'
import { type AddStaffRefusal, addStaff } from '#server/identity/staff/add-staff.ts'
import { type ChangeStaffRefusal, changeStaff } from '#server/identity/staff/change-staff.ts'
import { findStaffAccount, listStaff } from '#server/identity/staff/list-staff.ts'
import { type ResetStaffRefusal, resetStaff } from '#server/identity/staff/reset-staff.ts'
import { makeStaffLink } from '#server/identity/staff/staff-link.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { approvalErrorMessage, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { withJobs } from './with-jobs.ts'

type Run = (command: (context: CommandContext) => Promise<number>) => Promise<void>
type ReasonOption = { reason?: string }
type StaffOptions = ReasonOption & { role?: Role; name?: string; active?: 'yes' | 'no'; email?: string }

/** Adds `shop staff …` (docs/back-office §1). */
export function addStaffCommands(program: Command, run: Run): void {
  const staff = program.command('staff').description('staff accounts')
  const createCommand = (name: string, description: string) =>
    staff.command(name).description(description).option('--reason <text>', 'why')
  const role = () => new Option('--role <role>', 'role').choices(roles)
  createCommand('add <email>', 'adds a staff member, and prints a link to set a password')
    .addOption(role().makeOptionMandatory())
    .option('--name <name>', 'name')
    .action((email: string, options: StaffOptions & { role: Role }) =>
      run((context) => addCommand(context, email, options)),
    )
  createCommand('set <email>', 'changes role, email, name, or whether the member may sign in')
    .addOption(role())
    .addOption(new Option('--active <yes-or-no>', 'whether the member may sign in').choices(['yes', 'no']))
    .option('--email <email>', 'new email')
    .option('--name <name>', 'name')
    .action((email: string, options: StaffOptions) => run((context) => setCommand(context, email, options)))
  createCommand('reset-password <email>', 'resets the password and prints a link to set it again').action(
    (email: string, options: ReasonOption) => run((context) => resetCommand(context, email, 'password', options)),
  )
  createCommand(
    'reset-two-step <email>',
    'resets two-step sign-in after the loss of phone and recovery codes; prints a link',
  )
    .alias('reset-second-factor')
    .action((email: string, options: ReasonOption) =>
      run((context) => resetCommand(context, email, 'second_factor', options)),
    )
  staff
    .command('list')
    .description('lists email, role, whether active, two-step sign-in, last sign-in, name')
    .action(() => run(listCommand))
}

async function addCommand(
  context: CommandContext,
  input: string,
  options: StaffOptions & { role: Role },
): Promise<number> {
  const email = normalizeEmail(input)
  if (!isEmail(email)) throw new UserError(`${input} is not an email address.`)
  const { role, name = '' } = options
  const added = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, (trx) =>
      addStaff(trx, context.actor, { email, name, role, reason: options.reason }, { jobs }),
    ),
  )
  if (!added.ok && added.refusal.code === 'email_taken') throw new UserError(alreadyOnStaffMessage(email))
  if (!added.ok) throw new UserError(errorMessage(added.refusal, email))
  if (!added.passed) return reportProposal(context, added, 'by_its_approval')
  await printLink(context, email)
  return 0
}

const alreadyOnStaffMessage = (email: string): string =>
  `${email} is already on the staff. \`staff set ${email} --role ROLE\` changes the role, \`staff reset-password ${email}\` prints a new link.`

async function setCommand(context: CommandContext, input: string, options: StaffOptions): Promise<number> {
  const { id, email } = await requireStaff(context, input)
  const changes = {
    ...(options.role && { role: options.role }),
    ...(options.active && { active: options.active === 'yes' }),
    ...(options.email && { email: normalizeEmail(options.email) }),
    ...(options.name !== undefined && { name: options.name }),
  }
  if (Object.keys(changes).length === 0) throw new UserError('Name a change: --role, --active, --email or --name.')
  const changed = await inTransaction(context.connection.db, (trx) =>
    changeStaff(trx, context.actor, { staffId: id, changes, reason: options.reason }),
  )
  if (!changed.ok) throw new UserError(errorMessage(changed.refusal, email))
  if (!changed.passed) return reportProposal(context, changed, 'by_its_approval')
  context.print(`${email} is changed.`)
  return 0
}

async function resetCommand(
  context: CommandContext,
  input: string,
  kind: 'password' | 'second_factor',
  options: ReasonOption,
): Promise<number> {
  const { id, email } = await requireStaff(context, input)
  const result = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, (trx) =>
      resetStaff(trx, context.actor, { staffId: id, kind, reason: options.reason }, { jobs }),
    ),
  )
  if (!result.ok) throw new UserError(errorMessage(result.refusal, email))
  if (result.effectiveAt === null) await printLink(context, email)
  else
    context.print(
      `${email} is an approver: the reset takes effect at ${result.effectiveAt.toISOString()} unless another approver stops it. Approvers are emailed.`,
    )
  return 0
}

async function listCommand({ connection, print }: CommandContext): Promise<number> {
  for (const { email, role, active, two_factor, last_signed_in_at, name } of await listStaff(connection.db)) {
    const fields = [active ? 'active' : 'inactive', two_factor ? 'two-step' : 'password only']
    print([email, role, ...fields, last_signed_in_at?.toISOString() ?? 'never signed in', name].join('\t'))
  }
  return 0
}

async function requireStaff({ connection }: CommandContext, input: string) {
  const staff = await findStaffAccount(connection.db, normalizeEmail(input))
  if (!staff) throw new UserError(`No staff member has the email ${input}.`)
  return staff
}

/** Prints the link without mailing one, which would replace it. */
async function printLink(context: CommandContext, email: string): Promise<void> {
  const { id } = await requireStaff(context, email)
  const { connection, config } = context
  const url = await inTransaction(connection.db, (trx) => makeStaffLink(trx, id, config.publicUrl))
  context.print(`Link for ${email} to set a password:\n${url}`)
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
      return approvalErrorMessage(refusal)
    case 'last_owner':
      return `${email} is the last owner. Make someone else an owner first.`
    case 'owner_without_second_factor':
      return `${email} has no two-step sign-in, which owners need. They can set it up in their profile.`
    case 'staff_not_active':
      return `${email} is not active.`
    case 'reset_pending':
      return 'A reset is already pending.'
    case 'not_found':
      return `No staff member has the email ${email}.`
  }
}
