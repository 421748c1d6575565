import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { lockEmails } from '#server/customers/lock-emails.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { isErasedEmail } from '#server/platform/mail/erased-email.ts'
import type { Services } from '#server/platform/services.ts'
import { findEmail, lockContact, type OrderContact, updateContact } from './contact.queries.ts'
import { CONTACT_CORRECTED } from './read-linked-order.ts'
import { refuseStale } from './refuse-stale.ts'

export type { OrderContact }

export type CorrectContactRefusal = Refusal<'not_found' | 'reason_required' | 'unchanged' | 'contact_erased' | 'stale'>

export type ContactCorrection = {
  orderId: number
  contact: OrderContact
  reason: string
  /** Version of the order shown to the caller. */
  expectedVersion?: string | undefined
}

/**
 * Corrects the contact of an order in any status (docs/decisions/0045). Links sent before become invalid; the new
 * address receives the confirmation, or only a link if the order is closed. The account of the order keeps its own
 * contact.
 */
export async function correctContact(
  trx: Transaction,
  actor: Actor,
  { orderId, contact, reason, expectedVersion }: ContactCorrection,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<NoValue, CorrectContactRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const email = await findEmail(trx, orderId)
  if (email === undefined) return refuse({ code: 'not_found' })
  // Guests are erased by their email address: until that is done, no order may be moved from or to it.
  await lockEmails(trx, [email, contact.email])
  const order = await lockContact(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  const { id, status, user_id: person, ...current } = order
  if (isErasedEmail(current.email)) return refuse({ code: 'contact_erased' })
  const stale = await refuseStale(trx, id, expectedVersion)
  if (stale) return stale
  // Without the lock of its email, the order must not change.
  if (current.email !== email) return refuse({ code: 'stale' })
  const changedFields = findChangedFields(current, contact)
  if (changedFields.length === 0) return refuse({ code: 'unchanged' })
  await updateContact(trx, id, contact, formatActorName(actor))
  await recordAction(trx, actor, {
    action: CONTACT_CORRECTED,
    subject: { kind: 'order', id },
    person,
    before: Object.fromEntries(changedFields.map((name) => [name, current[name]])),
    after: Object.fromEntries(changedFields.map((name) => [name, contact[name]])),
    reason: reason.trim(),
  })
  await jobs.queue(trx, 'mail', [{ mail: status === 'processing' ? 'order_placed' : 'order_link', order_id: id }])
  return { ok: true }
}

const contactFields = ['first_name', 'last_name', 'email', 'phone_number'] as const

const findChangedFields = (a: OrderContact, b: OrderContact) => contactFields.filter((name) => a[name] !== b[name])
