import { monthName } from '#contract/compensation/month-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { pagePaths } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatCents } from '#domain/money/money.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { draftMail, type MailDraft, mailTexts, optionalLink, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findMailedEntry, findMailedMethod, type MailedEntry, type MailedMethod } from './payout-emails.queries.ts'

export type MailedPayout = MailedEntry
export type ChosenPayoutMethod = MailedMethod
export type PayoutMail = 'payout_sent' | 'payout_failed'
type Services = { db: Database; settings: Settings; config: Pick<Config, 'publicUrl'> }

const payoutPlaceholders = {
  first_name: words('First name'),
  month: words('The month, as March 2026'),
  amount: words('The amount paid out'),
}
const methodLink = optionalLink('Payout method', 'Their page of payouts')

// None of them names the destination, because other people may read the email.
export const payoutMailTexts = mailTexts('members', {
  payout_sent: {
    name: 'Payout sent',
    meaning: 'To a member whose bonus was sent',
    subject: '{amount} for {month} is on its way',
    body: [
      'Hi {first_name},',
      'We sent your {month} bonus of {amount} {how}.',
      '{payouts_link: Your payouts and statements}',
    ],
    placeholders: {
      ...payoutPlaceholders,
      how: words('The method, as: by Quick Pay'),
      payouts_link: optionalLink(
        'Your payouts and statements',
        'Their page of payouts, with the statement of each month',
      ),
    },
  },
  payout_failed: {
    name: 'Payout returned',
    meaning: 'To a member whose bonus could not be delivered',
    subject: 'We couldn’t deliver your bonus for {month}',
    body: [
      'Hi {first_name},',
      'Your {month} bonus of {amount} could not be delivered: {reason}',
      'Please check your payout method. Your money is safe, and we’ll send it again.',
      '{how_paid_link: Payout method}',
    ],
    placeholders: { ...payoutPlaceholders, reason: words('The reason, as staff wrote it'), how_paid_link: methodLink },
  },
  payout_method_chosen: {
    name: 'Payout method changed',
    meaning: 'To a member whose payout method was changed',
    subject: 'Your payout method was changed',
    body: [
      'Hi {first_name},',
      'We’ll now pay your bonuses by {method}. To protect you, we won’t send anything there before {day}.',
      'If this wasn’t you, please change your password and contact us right away.',
      '{how_paid_link: Payout method}',
    ],
    placeholders: {
      first_name: words('First name'),
      method: words('Quick Pay or check, without the destination'),
      day: words('The first day on which payouts are sent'),
      how_paid_link: methodLink,
    },
  },
})

const METHOD_PHRASES = { quickpay: 'by Quick Pay', check: 'by check', cash: 'in cash', other: 'as agreed' }

/** Writes the email to a member whose payout was sent or failed; undefined if the person was erased in the meantime. */
export async function writePayoutMail(
  { db, settings, config }: Services,
  mail: PayoutMail,
  entryId: number,
): Promise<MailDraft | undefined> {
  const entry = await findMailedEntry(db, entryId)
  return entry && draftPayoutMail(mail, entry, settings.get('shop_name'), config.publicUrl)
}

export function draftPayoutMail(
  mail: PayoutMail,
  { email, first_name, month, amount_cents, method, reason }: MailedEntry,
  shop: string,
  publicUrl: string,
): MailDraft {
  const payout = { first_name, month: monthName(month), amount: formatCents(amount_cents) }
  return mail === 'payout_sent'
    ? draftMail(payoutMailTexts.payout_sent, email, shop, {
        ...payout,
        how: METHOD_PHRASES[method ?? 'other'],
        payouts_link: publicUrl + pagePaths.accountPayouts,
      })
    : draftMail(payoutMailTexts.payout_failed, email, shop, {
        ...payout,
        reason,
        how_paid_link: publicUrl + pagePaths.accountPayouts,
      })
}

/** Tells the member that the payout method has changed, because someone else may have changed it. */
export async function writeMethodMail({ db, settings, config }: Services, id: number): Promise<MailDraft | undefined> {
  const chosen = await findMailedMethod(db, id)
  return chosen && draftMethodMail(chosen, settings.get('shop_name'), config.publicUrl)
}

export const draftMethodMail = (
  { email, first_name, kind, on_hold_until }: ChosenPayoutMethod,
  shop: string,
  publicUrl: string,
): MailDraft =>
  draftMail(payoutMailTexts.payout_method_chosen, email, shop, {
    first_name,
    method: kind === 'quickpay' ? 'Quick Pay to the phone number you entered' : 'check to the address you chose',
    day: formatCalendarDay(shopDayOf(on_hold_until.getTime())),
    how_paid_link: publicUrl + pagePaths.accountPayouts,
  })
