import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { takeUndelivered } from './undelivered-mails.queries.ts'

export type RetryRefusal = { code: 'unknown_mail'; id: string }

/**
 * Requeues mails that were given up: all of them, or all those named. Each keeps its id, and with it its Message-ID.
 */
export async function retryMails(
  trx: Transaction,
  jobs: Jobs,
  ids: readonly string[] | 'all',
): Promise<Result<{ mails: number }, RetryRefusal>> {
  let mails = 0
  for (;;) {
    const taken = await takeUndelivered(trx, ids)
    if (ids !== 'all') {
      const unknown = ids.find((id) => !taken.some((mail) => mail.id === id))
      if (unknown !== undefined) return refuse({ code: 'unknown_mail', id: unknown })
    }
    if (taken.length > 0) await jobs.requeue(trx, 'mail', taken)
    mails += taken.length
    if (ids !== 'all' || taken.length === 0) return { ok: true, mails }
  }
}
