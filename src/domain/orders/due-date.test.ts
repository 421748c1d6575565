import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBankingDays, addDays, isBankingDay } from '#domain/calendar/banking-day.ts'
import { hourOf, shopDayOf } from '#domain/calendar/month.ts'
import {
  cancellationTime,
  dueDate,
  findCancellationCutoff,
  findDueReminder,
  findNextReminder,
  listDueReminders,
  listReminders,
} from './due-date.ts'

const parseTime = (iso: string) => Date.parse(iso)
const instants = fc.integer({ min: parseTime('2020-01-01T00:00:00Z'), max: parseTime('2060-01-01T00:00:00Z') })
const days = fc.integer({ min: 1, max: 28 })

describe('the due date of an order', () => {
  it.each([
    // Placed late in the evening in New York, which is the next day in London.
    ['2026-11-24T03:59:00Z', '2026-12-03'],
    ['2026-11-24T05:00:00Z', '2026-12-04'],
    // On a Saturday: the days are counted from Monday on.
    ['2026-11-21T15:00:00Z', '2026-12-02'],
    // Over Christmas and New Year.
    ['2026-12-23T15:00:00Z', '2027-01-05'],
    // Over July 4, 2026, a Saturday: banks are open on the Friday before.
    ['2026-06-29T15:00:00Z', '2026-07-08'],
  ])('is seven banking days after %s: %s', (placed, due) => {
    expect(dueDate(parseTime(placed), 'quickpay', 7)).toBe(due)
    expect(dueDate(parseTime(placed), 'check', 7)).toBe(due)
  })

  it('does not exist for a card, or if payment days are off', () => {
    expect(dueDate(parseTime('2026-11-24T15:00:00Z'), 'card', 7)).toBeUndefined()
    expect(dueDate(parseTime('2026-11-24T15:00:00Z'), 'check', 0)).toBeUndefined()
  })

  it('is followed by the cancellation at noon of the next banking day, in winter and in summer', () => {
    expect(cancellationTime('2026-12-04')).toBe(parseTime('2026-12-07T17:00:00Z'))
    expect(cancellationTime('2026-07-08')).toBe(parseTime('2026-07-09T16:00:00Z'))
    // The clocks change on the Sunday in between.
    expect(cancellationTime('2026-03-06')).toBe(parseTime('2026-03-09T16:00:00Z'))
    expect(cancellationTime('2026-10-30')).toBe(parseTime('2026-11-02T17:00:00Z'))
    // Thanksgiving is not a banking day.
    expect(cancellationTime('2026-11-25')).toBe(parseTime('2026-11-27T17:00:00Z'))
  })

  it('separates orders into those that are canceled at an instant and those that are not', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -20, max: 20 }), (now, offset) => {
        const due = addDays(shopDayOf(now), offset)
        expect(due < findCancellationCutoff(now)).toBe(cancellationTime(due) <= now)
      }),
    )
  })

  it('has reminders three banking days after the order and one before the due date', () => {
    // Placed on Monday, November 23; Thanksgiving is the 26th.
    const dueOn = '2026-12-03'
    const kinds = ['2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
    expect(kinds.map((today) => findDueReminder(dueOn, 7, today))).toEqual([
      undefined,
      'first',
      'first',
      'first',
      'last',
      'last',
      undefined,
    ])
  })

  it('has fewer reminders if there is little time', () => {
    expect(listReminders(1)).toEqual([])
    expect([2, 3, 4].map((paymentDays) => listReminders(paymentDays).map(({ kind }) => kind))).toEqual([
      ['last'],
      ['last'],
      ['last'],
    ])
    expect(listReminders(5).map(({ kind }) => kind)).toEqual(['last', 'first'])
  })

  it('has reminders that match the list of each banking day', () => {
    fc.assert(
      fc.property(instants, days, fc.integer({ min: -5, max: 50 }), (now, paymentDays, offset) => {
        const today = addBankingDays(shopDayOf(now), 1)
        const dueOn = addDays(today, offset)
        const listed = listDueReminders(today).filter(
          (due) => due.paymentDays === paymentDays && due.dueFrom <= dueOn && dueOn <= due.dueUntil,
        )
        expect(listed.map(({ kind }) => kind)).toEqual([findDueReminder(dueOn, paymentDays, today) ?? []].flat())
      }),
    )
  })

  it('has a next reminder', () => {
    const next = (today: string, ...sent: ('first' | 'last')[]) => findNextReminder('2026-12-03', 7, today, sent)
    expect(next('2026-11-24')).toEqual({ kind: 'first', on: '2026-11-27' })
    expect(next('2026-11-28')).toEqual({ kind: 'first', on: '2026-11-30' })
    expect(next('2026-11-30', 'first')).toEqual({ kind: 'last', on: '2026-12-02' })
    expect(next('2026-12-03')).toEqual({ kind: 'last', on: '2026-12-03' })
    expect(next('2026-12-02', 'first', 'last')).toBeUndefined()
    expect(next('2026-12-04', 'first')).toBeUndefined()
  })

  it('has its first reminder on the third banking day after placement, for any placement', () => {
    fc.assert(
      fc.property(instants, days, (placed, paymentDays) => {
        const dueOn = dueDate(placed, 'check', paymentDays) ?? ''
        const first = listReminders(paymentDays).find(({ kind }) => kind === 'first')
        if (!first) {
          expect(paymentDays).toBeLessThan(5)
          return
        }
        const day = addBankingDays(dueOn, -first.bankingDaysBeforeDue)
        expect(day).toBe(addBankingDays(shopDayOf(placed), 3))
        expect(isBankingDay(day)).toBe(true)
        expect(findDueReminder(dueOn, paymentDays, day)).toBe('first')
        expect(findDueReminder(dueOn, paymentDays, addDays(day, -1))).toBeUndefined()
      }),
    )
  })
})

describe('the shop’s clock', () => {
  it('has the day and hour of New York', () => {
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    fc.assert(
      fc.property(instants, (instant) => {
        const day = shopDayOf(instant)
        expect(clock.format(instant).slice(0, 10)).toBe(day)
        expect(clock.format(hourOf(day, 12))).toBe(`${day}, 12:00`)
        expect(clock.format(hourOf(day, 0))).toBe(`${day}, 00:00`)
      }),
    )
  })
})
