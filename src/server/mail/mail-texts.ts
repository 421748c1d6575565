import { accountMailTexts } from '#server/account/account-mail-texts.ts'
import { erasureMailTexts } from '#server/account/erasure-mails.ts'
import { invitationMailTexts } from '#server/account/invitation-mails.ts'
import { licenseMailTexts } from '#server/account/license-mails.ts'
import { certificateMailTexts } from '#server/checkout/certificate-mails.ts'
import { fulfillmentMailTexts } from '#server/fulfillment/fulfillment-mails.ts'
import { sponsorMailTexts } from '#server/network/sponsor-change/sponsor-mails.ts'
import { subscriptionMailTexts } from '#server/newsletter/subscription-mails.ts'
import { newsletterMailTexts } from '#server/newsletter/write-newsletter.ts'
import { orderMailTexts } from '#server/order/order-mail-texts.ts'
import { payoutMailTexts } from '#server/payout/payout-mails.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import type { MailTextKind } from '#server/platform/mail/mail-text.ts'
import { hiddenMailTexts } from '#server/post/hidden-mails.ts'
import { replyMailTexts } from '#server/post/reply-mail.ts'
import { returnMailTexts } from '#server/return/return-mail.ts'
import { approvalMailTexts } from '#server/staff/approval-mails.ts'
import { staffMailTexts } from '#server/staff/staff-mails.ts'
import { statusMailTexts } from '#server/status/status-mail.ts'
import { unpaidMailTexts } from '#server/unpaid/unpaid-mails.ts'
import { todoMailTexts } from './todo-mail.ts'

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
  ...staffMailTexts,
  ...approvalMailTexts,
  ...todoMailTexts,
  ...statusMailTexts,
}

export const isMailTextKey = (key: string): key is MailTextKey => Object.hasOwn(mailTexts, key)
