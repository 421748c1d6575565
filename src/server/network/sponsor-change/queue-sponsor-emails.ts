import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

type Change = { memberId: UserId; formerId: UserId | null; sponsorId: UserId | null; fromMonth: string }

const MAILS = {
  planned: { member: 'sponsor_changes', former: 'line_shrinks', sponsor: 'line_grows' },
  canceled: { member: 'sponsor_stays', former: 'line_stays', sponsor: 'line_grows_not' },
} as const

/** Queues emails to the member and both sponsors, if they exist (docs/plan §2.3). */
export async function queueSponsorEmails(
  trx: Transaction,
  { outcome, memberId, formerId, sponsorId, fromMonth }: Change & { outcome: keyof typeof MAILS },
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<void> {
  const { member, former, sponsor } = MAILS[outcome]
  const reference = { member_id: memberId, from_month: fromMonth }
  await jobs.queue(trx, 'mail', [
    { mail: member, user_id: memberId, former_sponsor_id: formerId, next_sponsor_id: sponsorId, from_month: fromMonth },
    ...(formerId === null ? [] : [{ mail: former, user_id: formerId, ...reference }]),
    ...(sponsorId === null ? [] : [{ mail: sponsor, user_id: sponsorId, ...reference }]),
  ])
}
