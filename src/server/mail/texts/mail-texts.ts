import { certificateMailTexts } from '#server/checkout/certificates/certificate-emails.ts'
import { payoutMailTexts } from '#server/compensation/payouts/payout-emails.ts'
import { accountMailTexts } from '#server/customers/account-mail-texts.ts'
import { erasureMailTexts } from '#server/customers/erasure-emails.ts'
import { invitationMailTexts } from '#server/customers/invitation-emails.ts'
import { licenseMailTexts } from '#server/customers/license-emails.ts'
import { approvalMailTexts } from '#server/identity/staff/approval-emails.ts'
import { staffMailTexts } from '#server/identity/staff/staff-emails.ts'
import { subscriptionMailTexts } from '#server/mail/newsletters/subscription-emails.ts'
import { newsletterMailTexts } from '#server/mail/newsletters/write-newsletter.ts'
import { messageMailTexts } from '#server/messages/message-emails.ts'
import { sponsorMailTexts } from '#server/network/sponsor-change/sponsor-emails.ts'
import { statusMailTexts } from '#server/operations/status/status-mail.ts'
import { fulfillmentMailTexts } from '#server/orders/fulfillment/fulfillment-emails.ts'
import { orderMailTexts } from '#server/orders/order-mail-texts.ts'
import { unpaidMailTexts } from '#server/orders/overdue/unpaid-emails.ts'
import { returnMailTexts } from '#server/orders/returns/return-mail.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import type { MailTextKind } from '#server/platform/mail/mail-text.ts'
import { hiddenMailTexts } from '#server/posts/hidden-emails.ts'
import { replyMailTexts } from '#server/posts/reply-mail.ts'
import { todoMailTexts } from '../outbox/todo-mail.ts'

/** Some emails have a separate text for partial shipments, or for recipients who already have an account. */
export type MailTextKey =
  | JobPayloads['mail']['mail']
  | 'added_by_sponsor_again'
  | 'order_shipped_in_part'
  | 'order_ready_in_part'

/** Default texts of every email of the shop; omitting one does not compile. */
export const mailTexts: Readonly<Record<MailTextKey, MailTextKind>> = {
  ...orderMailTexts,
  ...fulfillmentMailTexts,
  ...unpaidMailTexts,
  ...returnMailTexts,
  ...accountMailTexts,
  ...erasureMailTexts,
  ...invitationMailTexts,
  ...licenseMailTexts,
  ...subscriptionMailTexts,
  ...sponsorMailTexts,
  ...newsletterMailTexts,
  ...certificateMailTexts,
  ...payoutMailTexts,
  ...hiddenMailTexts,
  ...replyMailTexts,
  ...messageMailTexts,
  ...staffMailTexts,
  ...approvalMailTexts,
  ...todoMailTexts,
  ...statusMailTexts,
}

export const isMailTextKey = (key: string): key is MailTextKey => Object.hasOwn(mailTexts, key)
