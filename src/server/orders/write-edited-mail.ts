import type { PlacedOrder } from '#contract/orders/calls.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { orderEditedMail } from './order-emails.ts'
import { findReplacedTotal } from './order-versions.queries.ts'

/** Writes the email of an edit: the current order, and the difference of its total to that of the replaced version. */
export async function writeEditedMail(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  order: PlacedOrder,
  replacedVersion: number,
): Promise<MailDraft> {
  const replacedTotal = await findReplacedTotal(db, order.id, replacedVersion)
  if (!replacedTotal) throw new Error(`order ${order.id} has no replaced version ${replacedVersion}`)
  return orderEditedMail(
    order,
    { formerTotal: toDollars(cents(replacedTotal.total_cents)) },
    settings,
    config.publicUrl,
  )
}
