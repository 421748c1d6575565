import type { MailText } from '#domain/mail/mail-template.ts'
import type { Mail } from '#server/platform/mail/mail-parts.ts'
import { composeMail, findMailFrame } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { draftMaskedMail } from '../outbox/mail.jobs.ts'
import type { MailPayload } from '../outbox/undelivered-emails.queries.ts'
import { findOrderToShow, type OrderToShow } from './mail-text.queries.ts'
import { type MailTextKey, mailTexts } from './mail-texts.ts'
import { sampleEmails } from './preview-emails.ts'

type PreviewDeps = Pick<Services, 'db' | 'settings' | 'signer' | 'config'>
/** `order_id` is null for a made-up order: there is no order, or this email would not be written for it. */
export type PreviewedMail = { mail: Mail; order_id: number | null }

/** Reports whether an email is about an order. */
export const isOrderMail = (mail: MailTextKey): boolean => mailTexts[mail].group === 'orders'

/**
 * Renders an email with an unsaved text, for the given order or the latest one; none of its links works. Returns
 * undefined if there is no such order.
 */
export async function previewMailText(
  services: PreviewDeps,
  mail: MailTextKey,
  text: MailText,
  orderId: number | undefined,
): Promise<PreviewedMail | undefined> {
  const order = isOrderMail(mail) ? await findOrderToShow(services.db, orderId) : undefined
  if (orderId !== undefined && !order) return undefined
  const payload = order && makePayload(mail, order)
  const draft = payload && (await draftMaskedMail(services, payload))
  const frame = findMailFrame(services.settings)
  if (order && draft?.kind.key === mail) return { mail: composeMail(draft, text, frame), order_id: order.id }
  const sample = sampleEmails(services.settings, services.config.publicUrl)[mail]
  return { mail: composeMail(sample, text, frame), order_id: null }
}

/**
 * Returns the payload that would be queued for this email of the order; undefined if it does not apply to the order.
 */
function makePayload(mail: MailTextKey, order: OrderToShow): MailPayload | undefined {
  const { id: order_id, shipmentId, replacedVersion, returnId, creditNote } = order
  const makeShipmentPayload = (kind: 'order_shipped' | 'order_ready'): MailPayload | undefined =>
    shipmentId === null ? undefined : { mail: kind, order_id, shipment_id: shipmentId }
  switch (mail) {
    case 'order_shipped':
    case 'order_shipped_in_part':
      return makeShipmentPayload('order_shipped')
    case 'order_ready':
    case 'order_ready_in_part':
      return makeShipmentPayload('order_ready')
    case 'order_edited':
      return replacedVersion === null ? undefined : { mail, order_id, replaced_version: replacedVersion }
    case 'order_credited':
      return creditNote === null ? undefined : { mail, order_id, credit_note: creditNote }
    case 'order_returned':
      return returnId === null ? undefined : { mail, return_id: returnId }
    case 'order_placed':
    case 'order_received':
    case 'order_link':
    case 'order_paid':
    case 'order_completed':
    case 'order_unpaid':
    case 'order_reopened':
    case 'order_reinstated':
    case 'order_canceled':
    case 'order_canceled_unpaid':
    case 'order_partly_paid':
    case 'payment_reminder_first':
    case 'payment_reminder_last':
      return { mail, order_id }
    default:
      return undefined
  }
}
