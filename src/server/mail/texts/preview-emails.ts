import { adminPaths } from '#contract/admin-paths.ts'
import type { PlacedOrder, Shipment } from '#contract/orders/calls.ts'
import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { queueLabels } from '#contract/reporting/queue-labels.ts'
import type { NewsletterText } from '#domain/mail/newsletter-text.ts'
import { cents } from '#domain/money/money.ts'
import type { ReminderKind } from '#domain/orders/due-date.ts'
import { certificateMail } from '#server/checkout/certificates/certificate-emails.ts'
import {
  type ChosenPayoutMethod,
  draftMethodMail,
  draftPayoutMail,
  type MailedPayout,
} from '#server/compensation/payouts/payout-emails.ts'
import { accountMailTexts } from '#server/customers/account-mail-texts.ts'
import { erasureMail } from '#server/customers/erasure-emails.ts'
import { invitationMailTexts } from '#server/customers/invitation-emails.ts'
import { licenseMail, type MailedLicense } from '#server/customers/license-emails.ts'
import { approvalMail } from '#server/identity/staff/approval-emails.ts'
import { staffLinkMail, staffResetMail } from '#server/identity/staff/staff-emails.ts'
import { subscriptionMail } from '#server/mail/newsletters/subscription-emails.ts'
import { draftNewsletter } from '#server/mail/newsletters/write-newsletter.ts'
import { answerMail, receivedMail } from '#server/messages/message-emails.ts'
import { draftSponsorMail, type MailedChange } from '#server/network/sponsor-change/sponsor-emails.ts'
import { draftStatusMail } from '#server/operations/status/status-mail.ts'
import { orderCreditedMail } from '#server/orders/credited-mail.ts'
import { orderReadyMail, orderShippedMail } from '#server/orders/fulfillment/fulfillment-emails.ts'
import {
  orderChangedMail,
  orderEditedMail,
  orderLinkMail,
  orderPlacedMail,
  orderReceivedMail,
} from '#server/orders/order-emails.ts'
import { canceledUnpaidMail, paymentReminderMail } from '#server/orders/overdue/unpaid-emails.ts'
import { partlyPaidMail } from '#server/orders/partly-paid-mail.ts'
import { orderReturnedMail, type ReturnedGoods } from '#server/orders/returns/return-mail.ts'
import { MASKED } from '#server/platform/mail/mail-links.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { hiddenMail } from '#server/posts/hidden-emails.ts'
import { replyMail } from '#server/posts/reply-mail.ts'
import { todoMail } from '../outbox/todo-mail.ts'
import type { MailTextKey } from './mail-texts.ts'
import { sampleCredited, sampleDeposit, sampleOrder, samplePickup, sampleShipment } from './sample-order.ts'

const sampleApproval = {
  action: 'payment.refund',
  subject: '1004',
  preview: '{}',
  proposed_by: 'lee@example.com',
  decided_by: 'hana@example.com',
}

const sampleCertificate = {
  email: 'ana@example.com',
  first_name: 'Ana',
  state: 'NY',
  number: '11-2345678',
  expires_on: '2027-12-31',
  refusal_reason: 'The number does not match the name on the form.',
}

/** Returns one email of every kind; omitting one does not compile. */
export function sampleEmails(settings: Settings, publicUrl: string): Record<MailTextKey, MailDraft> {
  const shop = settings.get('shop_name')
  const user = { email: 'ana@example.com', first_name: 'Ana' }
  const license = { ...sampleLicense, url: publicUrl + pagePaths.accountLicense }
  const link = (pattern: `${string}/:token`) => publicUrl + fillPath(pattern, { token: 'sample' })
  const paidOrder = {
    ...sampleOrder,
    payment_state: 'paid' as const,
    balance: 0,
    payment: { ...sampleOrder.payment, paid_at: '2026-03-05T15:00:00.000Z', paid_on: '2026-03-05' },
  }
  const shipped = withSingleShipment(sampleOrder, sampleShipment)
  const previewChange = (change: Parameters<typeof orderChangedMail>[0]) =>
    orderChangedMail(change, paidOrder, settings, publicUrl)
  const previewReminder = (kind: ReminderKind) =>
    paymentReminderMail(kind, sampleOrder, settings, publicUrl) as MailDraft
  const previewUnpaid = (change: Parameters<typeof orderChangedMail>[0]) =>
    orderChangedMail(change, sampleOrder, settings, publicUrl)
  return {
    staff_link: staffLinkMail(shop, user.email, link(adminPaths.setPassword)),
    staff_reset: staffResetMail(
      shop,
      user.email,
      {
        email: 'hana@example.com',
        kind: 'password',
        requested_by: 'lee@example.com',
        effective_at: new Date('2026-03-05T15:00:00.000Z'),
      },
      { stop: link(adminPaths.stopReset), approvals: publicUrl + adminPaths.approvals },
    ),
    approval_waits: approvalMail('approval_waits', shop, user.email, sampleApproval, publicUrl),
    approval_given: approvalMail('approval_given', shop, user.email, sampleApproval, publicUrl),
    todo: todoMail(shop, user.email, [
      { words: 'Approval 7 is pending: Close March 2026, proposed by lee@example.com.' },
      { words: `3 ${queueLabels.to_pack.many}`, url: publicUrl + queueLabels.to_pack.to },
    ]),
    status: draftStatusMail(
      shop,
      user.email,
      [
        {
          check: 'backup',
          says: 'The last backup was made 4 days ago.',
          advice: 'Make one now: npm run shop -- backup FILE.',
        },
      ],
      publicUrl + adminPaths.status,
    ),
    set_password: draftMail(accountMailTexts.set_password, user.email, shop, {
      first_name: user.first_name,
      password_link: link(pagePatterns.resetPassword),
    }),
    added_by_sponsor: draftMail(invitationMailTexts.added_by_sponsor, user.email, shop, {
      first_name: user.first_name,
      inviter: 'Hana Park',
      accept_link: link(pagePatterns.resetPassword),
      decline_link: link(pagePatterns.declineInvitation),
    }),
    added_by_sponsor_again: draftMail(invitationMailTexts.added_by_sponsor_again, user.email, shop, {
      inviter: 'Hana Park',
      sign_in_link: publicUrl + pagePaths.login,
      decline_link: link(pagePatterns.declineInvitation),
    }),
    reset_password: draftMail(accountMailTexts.reset_password, user.email, shop, {
      email: user.email,
      minutes: String(settings.get('reset_link_minutes')),
      password_link: link(pagePatterns.resetPassword),
    }),
    account_taken_back: draftMail(accountMailTexts.account_taken_back, user.email, shop, {
      email: user.email,
      password_link: link(pagePatterns.resetPassword),
    }),
    confirm_email: draftMail(accountMailTexts.confirm_email, user.email, shop, {
      email: user.email,
      confirm_link: link(pagePatterns.confirmEmail),
    }),
    email_change_asked: draftMail(accountMailTexts.email_change_asked, user.email, shop, {
      take_back_link: link(pagePatterns.undoEmailChange),
    }),
    email_changed: draftMail(accountMailTexts.email_changed, user.email, shop, {
      take_back_link: link(pagePatterns.undoEmailChange),
    }),
    prove_email: draftMail(accountMailTexts.prove_email, user.email, shop, {
      email: user.email,
      confirm_link: link(pagePatterns.proveEmail),
    }),
    confirm_newsletter: subscriptionMail(shop, user.email, publicUrl, 'sample'),
    newsletter: sampleNewsletter(settings, publicUrl, sampleNews),
    license_approved: licenseMail('license_approved', license, shop),
    license_refused: licenseMail('license_refused', license, shop),
    license_renewal_refused: licenseMail('license_renewal_refused', license, shop),
    license_reminder: licenseMail('license_reminder', license, shop),
    license_expired: licenseMail('license_expired', { ...license, expires_on: '2026-02-28' }, shop),
    erasure_begins: erasureMail('erasure_begins', user, shop, publicUrl),
    erasure_ends: erasureMail('erasure_ends', user, shop, publicUrl),
    order_placed: orderPlacedMail(sampleOrder, settings, publicUrl),
    order_received: orderReceivedMail(sampleOrder, settings, publicUrl, 'shop@example.com'),
    order_paid: previewChange('order_paid'),
    order_partly_paid: partlyPaidMail(sampleDeposit, settings, publicUrl) as MailDraft,
    order_shipped: orderShippedMail(shipped.order, shipped.shipment, settings, publicUrl),
    order_shipped_in_part: orderShippedMail(sampleOrder, sampleShipment, settings, publicUrl),
    order_ready: orderReadyMail(samplePickup, settings, publicUrl),
    order_ready_in_part: orderReadyMail(withPartialShipments(samplePickup), settings, publicUrl),
    order_completed: previewChange('order_completed'),
    order_unpaid: previewUnpaid('order_unpaid'),
    order_reopened: previewUnpaid('order_reopened'),
    order_reinstated: previewUnpaid('order_reinstated'),
    order_edited: orderEditedMail(sampleOrder, { formerTotal: sampleOrder.order_total + 12.5 }, settings, publicUrl),
    order_link: orderLinkMail(sampleOrder, settings, publicUrl),
    order_canceled: previewChange('order_canceled'),
    order_canceled_unpaid: canceledUnpaidMail(
      { ...sampleOrder, status: 'canceled', cancels_at: null },
      settings,
      publicUrl,
    ),
    payment_reminder_first: previewReminder('first'),
    payment_reminder_last: previewReminder('last'),
    order_credited: orderCreditedMail(sampleCredited, 7, settings, publicUrl),
    order_returned: orderReturnedMail(sampleReturn, settings, publicUrl + sampleOrder.url),
    certificate_approved: certificateMail('certificate_approved', sampleCertificate, shop),
    certificate_refused: certificateMail('certificate_refused', sampleCertificate, shop),
    payout_sent: draftPayoutMail('payout_sent', samplePayout, shop, publicUrl),
    payout_failed: draftPayoutMail('payout_failed', samplePayout, shop, publicUrl),
    payout_method_chosen: draftMethodMail(sampleMethod, shop, publicUrl),
    sponsor_changes: draftSponsorMail('sponsor_changes', sampleSponsors, shop),
    sponsor_stays: draftSponsorMail('sponsor_stays', sampleSponsors, shop),
    line_grows: draftSponsorMail('line_grows', sampleSponsors, shop),
    line_grows_not: draftSponsorMail('line_grows_not', sampleSponsors, shop),
    line_shrinks: draftSponsorMail('line_shrinks', sampleSponsors, shop),
    line_stays: draftSponsorMail('line_stays', sampleSponsors, shop),
    post_hidden: hiddenMail(shop, 'post', sampleHidden),
    comment_hidden: hiddenMail(shop, 'comment', { ...sampleHidden, content: sampleReply.content }),
    reply_hidden: hiddenMail(shop, 'reply', { ...sampleHidden, content: sampleReply.content }),
    message_received: receivedMail(
      shop,
      settings.get('shop_email') || 'shop@example.com',
      sampleMessage,
      publicUrl + fillPath(adminPaths.message, { message_id: 1 }),
    ),
    message_answered: answerMail(shop, sampleAnswer),
    comment_reply: replyMail(shop, sampleReply, publicUrl + fillPath(pagePatterns.post, { post_id: 1 })),
  }
}

/** Has an unsubscribe link that does nothing. */
export const sampleNewsletter = (settings: Settings, publicUrl: string, text: NewsletterText): MailDraft =>
  draftNewsletter({ settings, config: { publicUrl } }, text, { email: 'ana@example.com', token: MASKED })

/** Returns the order with all of its lines in that shipment. */
function withSingleShipment(order: PlacedOrder, shipment: Shipment): { order: PlacedOrder; shipment: Shipment } {
  const fullShipment = {
    ...shipment,
    lines: order.products.map(({ name, quantity }, line) => ({ line, name, quantity })),
  }
  return { order: { ...order, shipments: [fullShipment] }, shipment: fullShipment }
}

/** Returns the order with one piece of each line in its shipments. */
const withPartialShipments = (order: PlacedOrder): PlacedOrder => ({
  ...order,
  shipments: order.shipments.map((shipment) => ({
    ...shipment,
    lines: shipment.lines.map((line) => ({ ...line, quantity: 1 })),
  })),
})

const sampleNews: NewsletterText = {
  subject: 'New in March',
  body: `# A bond kit for fine hair
We have tried it for a month, and keep it. [Read how](/posts/1) before you order.

- Forty minutes on dry hair
- Ten on wet hair

[See the kit](/packages/1)`,
}

const sampleSponsors: MailedChange = {
  to: { email: 'ana@example.com', first_name: 'Ana' },
  fromMonth: '2026-04',
  member: 'Bea Molina',
  formerSponsor: 'Hana Lee',
  nextSponsor: 'Iris Novak',
}

const samplePayout: MailedPayout = {
  email: 'ana@example.com',
  first_name: 'Ana',
  month: '2026-03',
  kind: 'paid',
  amount_cents: cents(24_721),
  method: 'quickpay',
  destination: '(201) 555-0123',
  reason: 'The number does not take Quick Pay.',
}

const sampleMethod: ChosenPayoutMethod = {
  email: 'ana@example.com',
  first_name: 'Ana',
  kind: 'quickpay',
  destination: '(201) 555-0123',
  on_hold_until: new Date('2026-03-08T15:00:00.000Z'),
}

const sampleLicense: Omit<MailedLicense, 'url'> = {
  email: 'ana@example.com',
  first_name: 'Ana',
  state: 'NJ',
  number: '32KC00881200',
  expires_on: '2027-12-31',
  refusal: 'the number is not in the register of New Jersey.',
  stopsOrders: true,
}

const sampleReturn: ReturnedGoods = {
  email: 'ana@example.com',
  first_name: 'Ana',
  order_id: sampleOrder.id,
  credit_note_number: 17,
  lines: [{ quantity: 2, name: 'Keratin Repair Masque', amountCents: cents(8104) }],
  creditCents: cents(8104),
  balanceCents: cents(-8104),
}

const sampleHidden = {
  email: 'ana@example.com',
  title: 'A bond service in forty minutes',
  reason: 'It names prices of another shop.',
}

const sampleMessage = {
  name: 'Ana Gomez',
  email: 'ana@example.com',
  subject: 'Shades of the gel polish',
  body: 'Hello,\nwhich of the new shades come in the large size?',
}
const sampleAnswer = {
  ...sampleMessage,
  original: sampleMessage.body,
  body: 'Hi Ana,\n\nall of them do, from Monday on.',
  created_at: new Date('2026-03-05T15:00:00.000Z'),
}

const sampleReply = {
  email: 'ana@example.com',
  reader_first_name: 'Ana',
  first_name: 'Hana',
  last_name: 'Park',
  title: 'A bond service in forty minutes',
  content: 'We leave it on for ten minutes.\nFive are enough on fine hair.',
}
