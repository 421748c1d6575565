import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findNextChange } from './change-documents.ts'
import { findCurrentTime, findVersionBody, lockDueDocuments, setNextChange, setPublished } from './document.queries.ts'

/**
 * Publishes the versions whose time has come, and drops the pages that show an item which has begun or ended: the change
 * of `next_change_at` announces it to all processes.
 */
export async function publishDue(trx: Transaction): Promise<void> {
  const now = await findCurrentTime(trx)
  for (const { id, kind, slug, published_number, scheduled_number, scheduled_for } of await lockDueDocuments(trx)) {
    const isScheduled = scheduled_number !== null && scheduled_for !== null && scheduled_for <= now
    const number = isScheduled ? scheduled_number : published_number
    const version = number === null ? undefined : await findVersionBody(trx, id, number)
    const nextChangeAt = version ? findNextChange(kind, version.body, now) : null
    if (!isScheduled) {
      await setNextChange(trx, id, nextChangeAt)
      continue
    }
    await setPublished(trx, id, { number: scheduled_number, nextChangeAt })
    await recordAction(
      trx,
      { kind: 'system', job: 'content schedule' },
      {
        action: 'content.published',
        subject: { kind: 'content', id },
        after: { document: slug || kind, version: scheduled_number },
      },
    )
  }
}
