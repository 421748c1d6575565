import { addBankingDays, addDays, type Day, isBankingDay } from '../banking-day.ts'
import { hourOf, shopDayOf } from '../month.ts'

/** So many banking days after placing, the first reminder is mailed (docs/back-office §3). */
const FIRST_REMINDER_AFTER = 3
/** So many banking days before the due date, the last one. */
const LAST_REMINDER_BEFORE = 1
/** The shop's hour at which an unpaid order is canceled. */
const CANCEL_HOUR = 12

export type ReminderKind = 'first' | 'last'

/**
 * The day by which an order is to be paid: so many banking days after the day of the shop that it was placed on
 * (docs/back-office §3). Undefined where it never falls due: no days are given, or a card was charged.
 */
export function dueDate(placedAt: number, paymentType: string, paymentDays: number): Day | undefined {
  if (paymentDays === 0 || (paymentType !== 'quickpay' && paymentType !== 'check')) return undefined
  return addBankingDays(shopDayOf(placedAt), paymentDays)
}

/** The instant from which an unpaid order is canceled: noon of the first banking day after its due date. */
export const cancelInstant = (dueOn: Day): number => hourOf(addBankingDays(dueOn, 1), CANCEL_HOUR)

/** Orders due before this day are canceled at the given instant; the others are not. */
export function canceledIfDueBefore(now: number): Day {
  const today = shopDayOf(now)
  return isBankingDay(today) && now >= hourOf(today, CANCEL_HOUR) ? today : addBankingDays(today, -1)
}

/** What is mailed about an order, and how long before its due date. */
export type ReminderPlan = { kind: ReminderKind; bankingDaysBeforeDue: number }

/**
 * The reminders of orders that have so many banking days, last first. They are counted back from the due date, so that a date that is
 * moved moves them too. Where there is so little time that one would come on the placing day or after the other, it is left out.
 */
export const remindersFor = (paymentDays: number): ReminderPlan[] => [
  ...(paymentDays > LAST_REMINDER_BEFORE
    ? [{ kind: 'last' as const, bankingDaysBeforeDue: LAST_REMINDER_BEFORE }]
    : []),
  ...(paymentDays - FIRST_REMINDER_AFTER > LAST_REMINDER_BEFORE
    ? [{ kind: 'first' as const, bankingDaysBeforeDue: paymentDays - FIRST_REMINDER_AFTER }]
    : []),
]

/** The reminder that is due on a day, if any; once the last is due, the first is not made up for. */
export function reminderDue(dueOn: Day, paymentDays: number, today: Day): ReminderKind | undefined {
  if (today > dueOn) return undefined
  return remindersFor(paymentDays).find(
    ({ bankingDaysBeforeDue }) => addBankingDays(dueOn, -bankingDaysBeforeDue) <= today,
  )?.kind
}

/** The most banking days that an order can have (setting payment_days). */
const MOST_PAYMENT_DAYS = 28

/** Orders that had so many banking days and fall due on these days are reminded. */
export type DueReminder = { kind: ReminderKind; paymentDays: number; dueFrom: Day; dueUntil: Day }

/** What is reminded of on a banking day; for any order the same as {@link reminderDue}. */
export const remindersDueOn = (today: Day): DueReminder[] =>
  Array.from({ length: MOST_PAYMENT_DAYS }, (_, n) => n + 1).flatMap((paymentDays) => {
    let dueFrom = today
    return remindersFor(paymentDays).map(({ kind, bankingDaysBeforeDue }) => {
      const dueUntil = addBankingDays(today, bankingDaysBeforeDue)
      const due = { kind, paymentDays, dueFrom, dueUntil }
      dueFrom = addDays(dueUntil, 1)
      return due
    })
  })

/** The next reminder of an order and its day; undefined if all were sent or there will be none. */
export function nextReminder(
  dueOn: Day,
  paymentDays: number,
  today: Day,
  sent: readonly ReminderKind[],
): { kind: ReminderKind; on: Day } | undefined {
  const due = reminderDue(dueOn, paymentDays, today)
  if (due !== undefined && !sent.includes(due))
    return { kind: due, on: isBankingDay(today) ? today : addBankingDays(today, 1) }
  const coming = remindersFor(paymentDays)
    .map(({ kind, bankingDaysBeforeDue }) => ({ kind, on: addBankingDays(dueOn, -bankingDaysBeforeDue) }))
    .filter(({ kind, on }) => on > today && !sent.includes(kind))
  return coming.at(-1)
}
