import type { WrittenMessage } from '#contract/messages/calls.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { hasDuplicateMessage, insertMessage, isConfirmedEmail, lockSender } from './message.queries.ts'

/** Stores a message from the contact form and emails it to the shop; one that is sent twice is stored once. */
export async function sendMessage(
  trx: Transaction,
  actor: Actor,
  { message, userId }: { message: Omit<WrittenMessage, 'website'>; userId: UserId | undefined },
  { jobs }: Pick<Services, 'jobs'>,
): Promise<void> {
  const { message: body, ...fields } = message
  await lockSender(trx, fields.email)
  if (await hasDuplicateMessage(trx, { ...fields, body })) return
  const email_confirmed = userId !== undefined && (await isConfirmedEmail(trx, userId, fields.email))
  const id = await insertMessage(trx, { ...fields, body, user_id: userId ?? null, email_confirmed })
  await recordAction(trx, actor, { action: 'message.received', subject: { kind: 'message', id } })
  await jobs.queue(trx, 'mail', [{ mail: 'message_received', message_id: id }])
}
