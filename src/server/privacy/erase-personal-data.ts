import { splitPlainWords } from '#domain/orders/personal-order.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { lockEmails } from '#server/customers/lock-emails.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { erasePerson } from '#server/identity/audit/erase-person.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAuditSubjects } from './audit-subjects.queries.ts'
import type { PersonKeys } from './decision.ts'
import { recordErasure } from './erasure.queries.ts'
import { type ErasureObjection, findErasureObjection } from './find-erasure-objection.ts'
import {
  eraseRows,
  findFileNames,
  findGuestKeys,
  findMailIds,
  findOrderKeys,
  findPersonId,
  findUserKeys,
  hasMessages,
  lockPerson,
  lockPersonEmails,
} from './person.queries.ts'

/** Data on disk about an erased person; the caller removes it after the commit. */
export type ErasureResult = { files: string[]; mails: string[]; orders: number }

/** `reason_names_person`: the reason stays in the audit log and must not contain the erased data. */
export type EraseRefusal = Refusal<'not_found' | 'already_erased' | 'reason_names_person' | ErasureObjection>
/** `has_account`: people with an account are erased with it, because some of these orders may belong to others. */
export type EraseGuestRefusal = Refusal<
  'guest_not_found' | 'reason_names_person' | 'email_has_account' | ErasureObjection
>

/**
 * Erases an account (docs/back-office §4). A placeholder stays in the tree, and orders stay as the books need them.
 * Everything else that identifies the person is gone when the transaction commits, including sign-ins and links.
 */
export async function eraseUser(
  trx: Transaction,
  actor: Actor,
  userId: UserId,
  reason: string,
): Promise<Result<{ erased: ErasureResult }, EraseRefusal>> {
  const person = await lockPerson(trx, userId)
  if (!person) return refuse({ code: 'not_found' })
  if (namesPerson(reason, person)) return refuse({ code: 'reason_names_person' })
  const keys = await findUserKeys(trx, userId)
  const objection = await findErasureObjection(trx, actor, keys)
  if (objection) return refuse({ code: objection })
  if (!(await recordErasure(trx, { userId, requestedBy: toRequester(actor) })))
    return refuse({ code: 'already_erased' })
  return { ok: true, erased: await erase(trx, actor, keys, { kind: 'member', id: userId }, reason) }
}

/** Erases a guest's identity from all orders with an email address that has no account, and their messages. */
export async function eraseGuest(
  trx: Transaction,
  actor: Actor,
  email: string,
  reason: string,
): Promise<Result<{ erased: ErasureResult }, EraseGuestRefusal>> {
  await lockEmails(trx, [email])
  const keys = await findGuestKeys(trx, email)
  if (keys.orders.length === 0 && !(await hasMessages(trx, email))) return refuse({ code: 'guest_not_found' })
  if (await findPersonId(trx, email)) return refuse({ code: 'email_has_account' })
  if (reason.toLowerCase().includes(email)) return refuse({ code: 'reason_names_person' })
  const objection = await findErasureObjection(trx, actor, keys)
  if (objection) return refuse({ code: objection })
  await recordErasure(trx, { orderIds: keys.orders, requestedBy: toRequester(actor) })
  return { ok: true, erased: await erase(trx, actor, keys, { kind: 'shop', id: 'guest orders' }, reason) }
}

/** Erases the guest orders named in the list of erasures. */
export async function eraseOrders(
  trx: Transaction,
  actor: Actor,
  orders: readonly number[],
  reason: string,
): Promise<ErasureResult> {
  const keys = await findOrderKeys(trx, orders)
  await recordErasure(trx, { orderIds: orders, requestedBy: toRequester(actor) })
  return erase(trx, actor, keys, { kind: 'shop', id: 'guest orders' }, reason)
}

async function erase(
  trx: Transaction,
  actor: Actor,
  keys: PersonKeys,
  subject: { kind: 'member' | 'shop'; id: number | string },
  reason: string,
): Promise<ErasureResult> {
  await lockPersonEmails(trx, keys)
  const files = await findFileNames(trx, keys.user)
  const mails = await findMailIds(trx, keys)
  const subjects = await findAuditSubjects(trx, keys)
  await erasePerson(trx, actor, { memberId: keys.user, subjects, reason })
  await eraseRows(trx, keys)
  const orders = keys.orders.length
  await recordAction(trx, actor, { action: 'member.erased', subject, person: null, after: { orders }, reason })
  return { files, mails, orders }
}

const toRequester = (actor: Actor): string =>
  actor.kind === 'staff' ? 'staff' : actor.kind === 'command_line' ? 'command line' : 'member'

/**
 * Detects their email address, or their last name as a separate word. Names of one or two letters match too many words
 * and are ignored.
 */
function namesPerson(reason: string, { email, last_name }: { email: string; last_name: string }): boolean {
  const text = ` ${splitPlainWords(reason).join(' ')} `
  const name = splitPlainWords(last_name).join(' ')
  return reason.toLowerCase().includes(email) || (name.length >= 3 && text.includes(` ${name} `))
}
