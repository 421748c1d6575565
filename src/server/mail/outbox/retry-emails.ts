import { hasPermission } from '#contract/permissions.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeUndelivered } from './undelivered-emails.queries.ts'

export type RetryRefusal = { code: 'mail_not_found'; id: string }

/** Requeues undelivered emails: all of them, or those with these IDs. Each keeps its ID and thus its Message-ID. */
export async function retryEmails(
  trx: Transaction,
  ids: readonly string[] | 'all',
  { jobs }: { jobs: Jobs },
): Promise<Result<{ mails: number }, RetryRefusal>> {
  let mails = 0
  for (;;) {
    const removed = await removeUndelivered(trx, ids)
    if (ids !== 'all') {
      const unknown = ids.find((id) => !removed.some((mail) => mail.id === id))
      if (unknown !== undefined) return refuse({ code: 'mail_not_found', id: unknown })
    }
    if (removed.length > 0) await jobs.requeue(trx, 'mail', removed)
    mails += removed.length
    if (ids !== 'all' || removed.length === 0) return { ok: true, mails }
  }
}

/**
 * Requeues the chosen emails that are still undelivered; others have been retried in the meantime. Emails to staff are
 * limited to roles that may change staff.
 */
export async function retryChosenEmails(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  ids: readonly string[],
  jobs: Jobs,
): Promise<Result<{ retried: string[] }, never>> {
  const removed = await removeUndelivered(trx, ids, { withStaff: hasPermission(actor.role, 'staff.change') })
  const retried = removed.map(({ id }) => id)
  if (removed.length > 0) {
    await jobs.requeue(trx, 'mail', removed)
    await recordAction(trx, actor, {
      action: 'mail.retried',
      subject: { kind: 'mail', id: retried.length === 1 ? String(retried[0]) : 'several' },
      after: { mails: retried.length, ids: retried },
    })
  }
  return { ok: true, retried }
}
