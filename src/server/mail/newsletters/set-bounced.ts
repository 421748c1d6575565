import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockSubscriber, writeBounced } from './subscriber-list.queries.ts'

/** Stored in place of a mail server's reply. */
const BY_STAFF = 'by staff'

/**
 * Marks a mailbox as bounced, or clears the mark. Needed for bounces that arrive as an email to the shop rather than as
 * a server reply. Does nothing if the state is unchanged.
 */
export async function setBounced(
  trx: Transaction,
  actor: Actor,
  { id, bounced }: { id: number; bounced: boolean },
): Promise<Result<NoValue, Refusal<'not_found'>>> {
  const subscriber = await lockSubscriber(trx, id)
  if (!subscriber) return refuse({ code: 'not_found' })
  if ((subscriber.bounced_at !== null) === bounced) return { ok: true }
  await writeBounced(trx, id, bounced ? BY_STAFF : undefined)
  await recordAction(trx, actor, {
    action: bounced ? 'subscriber.bounced' : 'subscriber.bounce_cleared',
    subject: { kind: 'subscriber', id },
  })
  return { ok: true }
}
