import { monthName } from '#contract/month-words.ts'
import { calendarDay } from '#contract/order-words.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { draftMail, type MailDraft, mailTexts, mayBeLink, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findMailedChosen, findMailedEntry, type MailedChosen, type MailedEntry } from './payout-mails.queries.ts'

export type MailedPayout = MailedEntry
export type ChosenPayout = MailedChosen
export type PayoutMail = 'payout_sent' | 'payout_failed'
type Services = { db: Database; settings: Settings; config: Pick<Config, 'publicUrl'> }

const ofPayout = {
  first_name: words('First name'),
  month: words('The month, as March 2026'),
  amount: words('What is paid out'),
}
const howPaid = mayBeLink('Payout method', 'Their page of payouts')

// None of them names the destination, because other people may read the email.
export const payoutMailTexts = mailTexts('members', {
  payout_sent: {
    name: 'Payout sent',
    meaning: 'To a member whose bonus was sent',
    subject: '{amount} for {month} is on its way',
    body: [
      'Dear {first_name},',
      'Your bonus for {month}, {amount}, was sent {how}.',
      '{payouts_link: Your payouts and statements}',
    ],
    placeholders: {
      ...ofPayout,
      how: words('By which way, as: by Quick Pay'),
      payouts_link: mayBeLink('Your payouts and statements', 'Their page of payouts, with the statement of each month'),
    },
  },
  payout_failed: {
    name: 'Payout came back',
    meaning: 'To a member whose bonus could not be delivered',
    subject: 'Your bonus for {month} came back',
    body: [
      'Dear {first_name},',
      'Your bonus for {month}, {amount}, could not be delivered: {reason}',
      'Please check how you are paid. The money is not lost: it will be sent again.',
      '{how_paid_link: Payout method}',
    ],
    placeholders: { ...ofPayout, reason: words('Why, as staff have written it'), how_paid_link: howPaid },
  },
  payout_method_chosen: {
    name: 'Way of payouts chosen',
    meaning: 'To a member for whom another way to be paid was chosen',
    subject: 'The way your bonuses are paid has changed',
    body: [
      'Dear {first_name},',
      'From now on your bonuses are paid by {method}. Nothing will be sent there before {day}.',
      'If that was not you, please change your password and write to us at once.',
      '{how_paid_link: Payout method}',
    ],
    placeholders: {
      first_name: words('First name'),
      method: words('Quick Pay or check, without where to'),
      day: words('The first day on which something is sent'),
      how_paid_link: howPaid,
    },
  },
})

const WAYS = { quickpay: 'by Quick Pay', check: 'by check', cash: 'in cash', other: 'as agreed' }

/** Writes the email to a member whose payout was sent or failed; undefined if the person was erased in the meantime. */
export async function writePayoutMail(
  { db, settings, config }: Services,
  mail: PayoutMail,
  entryId: number,
): Promise<MailDraft | undefined> {
  const entry = await findMailedEntry(db, entryId)
  return entry && payoutMail(mail, entry, settings.get('shop_name'), config.publicUrl)
}

export function payoutMail(
  mail: PayoutMail,
  { email, first_name, month, amount_cents, method, reason }: MailedEntry,
  shop: string,
  publicUrl: string,
): MailDraft {
  const payout = { first_name, month: monthName(month), amount: formatCents(amount_cents) }
  return mail === 'payout_sent'
    ? draftMail(payoutMailTexts.payout_sent, email, shop, {
        ...payout,
        how: WAYS[method ?? 'other'],
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
  const chosen = await findMailedChosen(db, id)
  return chosen && methodMail(chosen, settings.get('shop_name'), config.publicUrl)
}

export const methodMail = (
  { email, first_name, kind, held_until }: ChosenPayout,
  shop: string,
  publicUrl: string,
): MailDraft =>
  draftMail(payoutMailTexts.payout_method_chosen, email, shop, {
    first_name,
    method:
      kind === 'quickpay' ? 'Quick Pay to the phone number that was entered' : 'check to the address that was chosen',
    day: calendarDay(shopDayOf(held_until.getTime())),
    how_paid_link: publicUrl + pagePaths.accountPayouts,
  })
