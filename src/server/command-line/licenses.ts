import type { Command } from 'commander'
import type { memberQueues } from '#contract/admin-member.ts'
import { normalizeEmail } from '#domain/email-address.ts'
import { setUserByStaff } from '#server/account/set-user-by-staff.ts'
import { listMembers } from '#server/member-management/list-members.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'
import { inPayments } from './payment-context.ts'
import { decisionSentence, readDay, setUserSentence } from './users.ts'

type Queue = Extract<(typeof memberQueues)[number], `license${string}`>
type Decision = { licence: 'approved'; expiresOn?: string } | { licence: 'refused'; reason: string }
type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>

export function addLicenseCommands(program: Command, run: Run): void {
  const licences = program.command('license').alias('license').description("members' licenses and their renewals")
  for (const [name, queue, meaning] of [
    ['list', 'license', 'licenses to approve or refuse'],
    ['expiring', 'license_expiring', 'licenses that expire within 60 days, next first'],
    ['expired', 'license_expired', 'expired licenses, latest first'],
  ] as const) {
    licences
      .command(name)
      .description(`${meaning}: email, license, last day, status`)
      .action(() => run((context) => listLicensesCommand(context, queue)))
  }
  licences
    .command('approve <email>')
    .description('approves the license or its pending renewal; its owner is emailed')
    .option('--expires <date>', "its last day, YYYY-MM-DD (default: the owner's entry)")
    .action((email: string, { expires }: { expires?: string }) =>
      run((context) =>
        decideLicenseCommand(context, email, {
          licence: 'approved',
          ...(expires !== undefined && { expiresOn: readDay(expires) }),
        }),
      ),
    )
  licences
    .command('refuse <email>')
    .description('refuses the license or its pending renewal; its owner is emailed the reason')
    .requiredOption('--reason <text>', 'reason, shown to the owner')
    .action((email: string, { reason }: { reason: string }) =>
      run((context) => decideLicenseCommand(context, email, { licence: 'refused', reason })),
    )
}

async function listLicensesCommand({ connection, env, say }: CommandContext, only: Queue): Promise<number> {
  const shop = { db: connection.db, settings: await openSettings(connection.db, env) }
  let after: number | undefined
  do {
    const { data, next } = await listMembers(shop, { search: '', only, after })
    for (const { email, license } of data) {
      const { state, number, expires_on, status, renewal } = license
      const stands = renewal ? `${status}, renewal to review` : status
      say([email, `${state ?? ''} ${number}`.trim(), expires_on ?? '–', stands].join('\t'))
    }
    after = next ?? undefined
  } while (after !== undefined)
  return 0
}

async function decideLicenseCommand(context: CommandContext, email: string, decision: Decision): Promise<number> {
  const decided = await inPayments(context, (trx, { jobs, settings }) =>
    setUserByStaff(trx, context.actor, normalizeEmail(email), decision, {
      approveLicences: settings.get('approve_licenses'),
      jobs,
    }),
  )
  if (!decided.ok) throw new UserError(setUserSentence(decided.refusal, email))
  context.say(decisionSentence(decided))
  return 0
}
