import { addBankingDays, addDays, type Day, isBankingDay } from '#domain/calendar/banking-day.ts'
import { hourOf, shopDayOf } from '#domain/calendar/month.ts'

/** The first reminder is mailed this many banking days after the order (docs/back-office §3). */
const FIRST_REMINDER_AFTER = 3
/** The last reminder is mailed this many banking days before the due date. */
const LAST_REMINDER_BEFORE = 1
/** The hour in the shop's time zone at which an unpaid order is canceled. */
const CANCEL_HOUR = 12

export type ReminderKind = 'first' | 'last'

/**
 * The day by which an order must be paid: `paymentDays` banking days after the day of placement in the shop's time zone
 * (docs/back-office §3). Undefined if it is never due: payment days are off, or a card was charged.
 */
export function dueDate(placedAt: number, paymentType: string, paymentDays: number): Day | undefined {
  if (paymentDays === 0 || (paymentType !== 'quickpay' && paymentType !== 'check')) return undefined
  return addBankingDays(shopDayOf(placedAt), paymentDays)
}

/** The instant from which an unpaid order is canceled: noon of the first banking day after its due date. */
export const cancellationTime = (dueOn: Day): number => hourOf(addBankingDays(dueOn, 1), CANCEL_HOUR)

/** Orders due before this day are canceled at the given instant; the others are not. */
export function findCancellationCutoff(now: number): Day {
  const today = shopDayOf(now)
  return isBankingDay(today) && now >= hourOf(today, CANCEL_HOUR) ? today : addBankingDays(today, -1)
}

/** The kind of a reminder, and how long before the due date it is mailed. */
export type ReminderPlan = { kind: ReminderKind; bankingDaysBeforeDue: number }

/**
 * The reminders for a payment period of this many banking days, last one first. They are counted back from the due
 * date, so that moving the date also moves them. A reminder is omitted if it would be on the day of placement or after
 * the other one.
 */
export const listReminders = (paymentDays: number): ReminderPlan[] => [
  ...(paymentDays > LAST_REMINDER_BEFORE
    ? [{ kind: 'last' as const, bankingDaysBeforeDue: LAST_REMINDER_BEFORE }]
    : []),
  ...(paymentDays - FIRST_REMINDER_AFTER > LAST_REMINDER_BEFORE
    ? [{ kind: 'first' as const, bankingDaysBeforeDue: paymentDays - FIRST_REMINDER_AFTER }]
    : []),
]

/** The reminder that is due on a day, if any; once the last is due, a missed first one is skipped. */
export function findDueReminder(dueOn: Day, paymentDays: number, today: Day): ReminderKind | undefined {
  if (today > dueOn) return undefined
  return listReminders(paymentDays).find(
    ({ bankingDaysBeforeDue }) => addBankingDays(dueOn, -bankingDaysBeforeDue) <= today,
  )?.kind
}

/** The maximum payment period in banking days (setting payment_days). */
const MAX_PAYMENT_DAYS = 28

/** Orders with this payment period that are due on these days get the reminder. */
export type DueReminder = { kind: ReminderKind; paymentDays: number; dueFrom: Day; dueUntil: Day }

/** All reminders due on a banking day; for any order equal to {@link findDueReminder}. */
export const listDueReminders = (today: Day): DueReminder[] =>
  Array.from({ length: MAX_PAYMENT_DAYS }, (_, n) => n + 1).flatMap((paymentDays) => {
    let dueFrom = today
    return listReminders(paymentDays).map(({ kind, bankingDaysBeforeDue }) => {
      const dueUntil = addBankingDays(today, bankingDaysBeforeDue)
      const due = { kind, paymentDays, dueFrom, dueUntil }
      dueFrom = addDays(dueUntil, 1)
      return due
    })
  })

/** The next reminder of an order and its day; undefined if all were sent or there will be none. */
export function findNextReminder(
  dueOn: Day,
  paymentDays: number,
  today: Day,
  sent: readonly ReminderKind[],
): { kind: ReminderKind; on: Day } | undefined {
  const due = findDueReminder(dueOn, paymentDays, today)
  if (due !== undefined && !sent.includes(due))
    return { kind: due, on: isBankingDay(today) ? today : addBankingDays(today, 1) }
  const upcoming = listReminders(paymentDays)
    .map(({ kind, bankingDaysBeforeDue }) => ({ kind, on: addBankingDays(dueOn, -bankingDaysBeforeDue) }))
    .filter(({ kind, on }) => on > today && !sent.includes(kind))
  return upcoming.at(-1)
}
