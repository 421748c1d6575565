import { writeCertificateMail } from '#server/checkout/certificates/certificate-emails.ts'
import { writeMethodMail, writePayoutMail } from '#server/compensation/payouts/payout-emails.ts'
import { writeEmailChangeMail, writePasswordMail, writeProofMail } from '#server/customers/account-emails.ts'
import { writeErasureMail } from '#server/customers/erasure-emails.ts'
import { writeInvitationMail } from '#server/customers/invitation-emails.ts'
import { writeLicenseMail } from '#server/customers/license-emails.ts'
import { writeApprovalMail } from '#server/identity/staff/approval-emails.ts'
import { writeStaffLinkMail, writeStaffResetMail } from '#server/identity/staff/staff-emails.ts'
import { readFailure } from '#server/mail/newsletters/delivery-outcome.ts'
import { writeSubscriptionMail } from '#server/mail/newsletters/subscription-emails.ts'
import { writeTestNewsletter } from '#server/mail/newsletters/write-newsletter.ts'
import { writeAnswerMail, writeReceivedMail } from '#server/messages/message-emails.ts'
import { writeSponsorMail } from '#server/network/sponsor-change/sponsor-emails.ts'
import { writeStatusMail } from '#server/operations/status/status-mail.ts'
import { orderCreditedMail } from '#server/orders/credited-mail.ts'
import { orderReadyMail, orderShippedMail } from '#server/orders/fulfillment/fulfillment-emails.ts'
import { orderChangedMail, orderLinkMail, orderPlacedMail, orderReceivedMail } from '#server/orders/order-emails.ts'
import { canceledUnpaidMail, paymentReminderMail } from '#server/orders/overdue/unpaid-emails.ts'
import { partlyPaidMail } from '#server/orders/partly-paid-mail.ts'
import { findPlacedOrder } from '#server/orders/read-order.ts'
import { writeReturnMail } from '#server/orders/returns/write-return-mail.ts'
import { writeEditedMail } from '#server/orders/write-edited-mail.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CommentReplyId, InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import { isErasedEmail } from '#server/platform/mail/erased-email.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import type { Mail } from '#server/platform/mail/mail-parts.ts'
import { composeMail, findMailFrame, type MailDraft } from '#server/platform/mail/mail-text.ts'
import { type MailSender, makePostMail, removePostedMail } from '#server/platform/mail/post-mail.ts'
import type { Services } from '#server/platform/services.ts'
import { writeCommentHiddenMail, writePostHiddenMail } from '#server/posts/hidden-emails.ts'
import { writeReplyMail } from '#server/posts/reply-mail.ts'
import { readMailServer } from '../server/mail-server.ts'
import { findMailText } from '../texts/find-mail-text.ts'
import { describeFailure } from './describe-failure.ts'
import { backfillSentEmails, isSent, recordSent } from './outbox.queries.ts'
import { writeTodoMail } from './todo-mail.ts'
import { markUndelivered } from './undelivered-emails.queries.ts'

export type Warn = (details: Record<string, unknown>, message: string) => void

/**
 * Sends the emails that transactions queued. Each failed attempt logs a warning. After the last one, or once the server
 * reports that there is no such mailbox, the email is stored as undelivered until someone retries it (`mails retry`).
 */
export async function processEmails(services: Services, warn: Warn): Promise<void> {
  const { db, jobs } = services
  const postMail = makePostMail(services.config, () => readMailServer(db, services.config))
  await storeUndelivered(db)
  await inTransaction(db, backfillSentEmails)
  await jobs.work(
    'mail',
    async (payload, id) => {
      // The queue completes a batch only at its end: if the process ended earlier, it hands out emails that were
      // already sent.
      if (await isSent(db, id)) return
      const mail = await writeQueuedMail(services, payload)
      if (!mail || isErasedEmail(mail.to)) return
      await postMail(mail, id, getSender(services))
      // If recording fails, the email is sent again with the same Message-ID.
      const sentMail = { id, payload, recipient: mail.to, subject: mail.subject }
      if (await inTransaction(db, (trx) => recordSent(trx, sentMail))) return
      await removePostedMail(services.config, id)
    },
    async ({ id, payload, error, tries, isLast }) => {
      const reason = describeFailure(error)
      const isFinal = isLast || readFailure(error).state === 'refused'
      warn({ job: id, ...payload, tries, reason }, isFinal ? 'mail given up' : 'mail not sent')
      if (isFinal) await inTransaction(db, (trx) => markUndelivered(trx, [id], reason))
    },
  )
}

/** Marks emails as undelivered if their last attempt ended with the process, before the queue deletes them. */
export const storeUndelivered = (db: Database): Promise<void> =>
  inTransaction(db, (trx) => markUndelivered(trx, 'failed', 'the last attempt was interrupted'))

type MailWriterDeps = Pick<Services, 'db' | 'signer' | 'settings' | 'config'>

/** Drafts an email for viewing, without its stored text: no link in it works (docs/back-office §6). */
export const draftMaskedMail = (
  services: MailWriterDeps,
  payload: JobPayloads['mail'],
): Promise<MailDraft | undefined> =>
  draftQueuedMail({ ...services, signer: { sign: () => MASKED, verify: () => false } }, payload, 'masked')

/** Writes such an email with the text that applied when it was sent, or the current text if it was not sent yet. */
export async function writeMaskedMail(
  services: MailWriterDeps,
  payload: JobPayloads['mail'],
  sentAt: Date | null,
): Promise<Mail | undefined> {
  const draft = await draftMaskedMail(services, payload)
  return (
    draft && composeMail(draft, await findMailText(services.db, draft.kind, sentAt), findMailFrame(services.settings))
  )
}

/** Writes a queued email as it is sent; undefined if its recipient or the record it is about no longer exists. */
export async function writeQueuedMail(
  services: MailWriterDeps,
  payload: JobPayloads['mail'],
): Promise<Mail | undefined> {
  const draft = await draftQueuedMail(services, payload, 'fresh')
  return draft && composeMail(draft, await findMailText(services.db, draft.kind), findMailFrame(services.settings))
}

async function draftQueuedMail(
  baseServices: MailWriterDeps,
  payload: JobPayloads['mail'],
  links: MailLinks,
): Promise<MailDraft | undefined> {
  const services = { ...baseServices, links }
  const { db, signer, settings, config } = services
  if ('invitation_id' in payload) return writeInvitationMail(services, payload.invitation_id as InvitationId)
  if ('newsletter_id' in payload) return writeTestNewsletter(services, payload)
  if ('staff_reset_id' in payload) return writeStaffResetMail(services, payload)
  if ('approval_id' in payload) return writeApprovalMail(services, payload)
  if ('staff_id' in payload) return writeStaffLinkMail(services, payload.staff_id)
  if ('subscriber_id' in payload) return writeSubscriptionMail(services, payload.subscriber_id)
  if ('todo' in payload) {
    if (payload.mail === 'status') return writeStatusMail(services)
    return writeTodoMail(services, payload.waiting ?? [])
  }
  if ('from_month' in payload) return writeSponsorMail(services, payload)
  if ('user_id' in payload) {
    const userId = payload.user_id as UserId
    if (payload.mail === 'license_reminder') {
      return writeLicenseMail(services, payload.mail, userId, payload.expires_on)
    }
    if (payload.mail === 'erasure_begins' || payload.mail === 'erasure_ends') {
      return writeErasureMail(services, payload.mail, userId)
    }
    if (isLicenseMail(payload.mail)) return writeLicenseMail(services, payload.mail, userId)
    return payload.mail === 'prove_email'
      ? writeProofMail(services, userId)
      : writePasswordMail(services, payload.mail === 'added_by_sponsor' ? 'set_password' : payload.mail, userId)
  }
  if ('email_change_id' in payload) return writeEmailChangeMail(services, payload.mail, payload.email_change_id)
  if ('return_id' in payload) return writeReturnMail(services, payload.return_id)
  if ('payout_entry_id' in payload) return writePayoutMail(services, payload.mail, payload.payout_entry_id)
  if ('payout_method_id' in payload) return writeMethodMail(services, payload.payout_method_id)
  if ('certificate_id' in payload) return writeCertificateMail(services, payload.mail, payload.certificate_id)
  if ('post_id' in payload) return writePostHiddenMail(services, payload.post_id)
  if ('message_id' in payload) return writeReceivedMail(services, payload.message_id)
  if ('message_answer_id' in payload) return writeAnswerMail(services, payload.message_answer_id)
  if ('comment_id' in payload) return writeCommentHiddenMail(services, 'comment', payload.comment_id)
  if ('reply_id' in payload) {
    return payload.mail === 'reply_hidden'
      ? writeCommentHiddenMail(services, 'reply', payload.reply_id)
      : writeReplyMail(services, payload.reply_id as CommentReplyId)
  }
  const order = await findPlacedOrder(db, signer, payload.order_id)
  if (!order) throw new Error(`no order ${payload.order_id} to write about`)
  if ('shipment_id' in payload) {
    const shipment = order.shipments.find(({ id }) => id === payload.shipment_id)
    // Shipments that were unpacked or picked up in the meantime are not announced.
    if (!shipment || (payload.mail === 'order_ready' && shipment.state !== 'ready_for_pickup')) return undefined
    return payload.mail === 'order_shipped'
      ? orderShippedMail(order, shipment, settings, config.publicUrl)
      : orderReadyMail(order, settings, config.publicUrl)
  }
  if ('credit_note' in payload) return orderCreditedMail(order, payload.credit_note, settings, config.publicUrl)
  if ('replaced_version' in payload) return writeEditedMail(services, order, payload.replaced_version)
  switch (payload.mail) {
    case 'order_placed':
      return orderPlacedMail(order, settings, config.publicUrl)
    case 'order_received': {
      const recipient = settings.get('shop_email')
      // Without a shop email address, there is no recipient.
      return recipient === '' ? undefined : orderReceivedMail(order, settings, config.publicUrl, recipient)
    }
    case 'order_canceled_unpaid':
      return canceledUnpaidMail(order, settings, config.publicUrl)
    case 'order_partly_paid':
      return partlyPaidMail(order, settings, config.publicUrl)
    case 'payment_reminder_first':
      return paymentReminderMail('first', order, settings, config.publicUrl)
    case 'payment_reminder_last':
      return paymentReminderMail('last', order, settings, config.publicUrl)
    case 'order_link':
      return orderLinkMail(order, settings, config.publicUrl)
    default:
      return orderChangedMail(payload.mail, order, settings, config.publicUrl)
  }
}

const licenseEmails = ['license_approved', 'license_refused', 'license_renewal_refused', 'license_expired'] as const
const isLicenseMail = (mail: string): mail is (typeof licenseEmails)[number] =>
  (licenseEmails as readonly string[]).includes(mail)

/** Replies go to the shop's customer address, whichever address emails are sent from. */
export function getSender({ config, settings }: Pick<Services, 'config' | 'settings'>): MailSender {
  const shopEmail = settings.get('shop_email')
  const email = config.mailFrom ?? (shopEmail || `shop@${new URL(config.publicUrl).hostname}`)
  const from = `"${settings.get('shop_name').replaceAll(/["\\\r\n]/g, '')}" <${email}>`
  return shopEmail === '' || shopEmail === email ? { from } : { from, replyTo: shopEmail }
}
