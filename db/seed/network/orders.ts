import { type Address, emptyAddress } from '#domain/addresses/address.ts'
import { firstInstant, monthOf, monthsFrom } from '#domain/calendar/month.ts'
import { type DemoMember, NEWCOMER, randomPhone, toAscii } from './members.ts'
import { cities, firstNames, lastNames, streets } from './people.ts'
import { makeRandom, type Random } from './random.ts'
import { type StandingOrder, standingOrders } from './standing-orders.ts'

export type DemoOrder = {
  /** Position in the list of members; null for a guest. */
  buyer: number | null
  /** The member credited with the volume: the buyer, or the member whose referral link a guest used. */
  credited: number | null
  contact: { first_name: string; last_name: string; email: string; phone_number: string }
  /** Null for a Pickup. */
  address: Address | null
  method: 'ground' | 'express'
  paymentType: 'quickpay' | 'check'
  lines: { handle: string; quantity: number }[]
  /** Hours before the seed date at which each event happened; null: not yet, or never. */
  placed: number
  paid: number | null
  completed: number | null
  canceled: number | null
}

type Times = Pick<DemoOrder, 'placed' | 'paid' | 'completed' | 'canceled'>

const YEAR_DAYS = 365
const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** Generates a year of orders up to `now`, oldest first: most are random, the standing ones follow the months. */
export function createDemoOrders(members: readonly DemoMember[], handles: readonly string[], now: number): DemoOrder[] {
  const orders = [...randomOrders(members, handles), ...monthlyOrders(members, now), ...requiredOrders(members, now)]
  return orders.sort((a, b) => b.placed - a.placed)
}

function randomOrders(members: readonly DemoMember[], handles: readonly string[]): DemoOrder[] {
  const random = makeRandom(20_260_106)
  const orders: DemoOrder[] = []
  const order = (day: number, member: DemoMember | undefined, byGuest: boolean) => {
    const placed = Math.max(2, day * DAY_HOURS + random.integer(-9, 9))
    orders.push(makeOrder(random, makeLines(random, handles), makeTimes(random, placed), member, byGuest))
  }
  for (const member of members) {
    if (member.status === 'pending' && member.activeUntilDaysAgo === null) continue
    // Members at the top joined earlier and buy for a larger salon.
    const intervalDays = 20 + member.tier * 4 + random.integer(0, 12)
    for (let day = Math.min(member.enrolledDaysAgo, YEAR_DAYS) - random.integer(1, 12); day > 0; day -= intervalDays) {
      order(day + random.integer(-3, 0), member, false)
      if (random.chance(28)) order(day - random.integer(0, 9), member, true)
    }
  }
  for (let day = YEAR_DAYS - 4; day > 0; day -= 9) order(day, undefined, true)
  return orders.filter((order) => !endsAfterDeactivation(members, order))
}

/** Returns whether the order was still open when its credited member became inactive; such orders do not exist. */
function endsAfterDeactivation(
  members: readonly DemoMember[],
  { credited, placed, completed, canceled }: DemoOrder,
): boolean {
  const inactiveSince = credited === null ? null : (members[credited]?.activeUntilDaysAgo ?? null)
  return inactiveSince !== null && (canceled ?? completed ?? placed) <= inactiveSince * DAY_HOURS
}

/** Standing orders are completed within this many days of a month, or within the elapsed part of the open month. */
const MAX_COMPLETION_DAYS = 20

function monthlyOrders(members: readonly DemoMember[], now: number): DemoOrder[] {
  const months = monthsFrom(monthOf(now - YEAR_DAYS * DAY_HOURS * HOUR_MS), monthOf(now)).reverse()
  return standingOrders.flatMap((standingOrder, i) => {
    const member = members[standingOrder.member] as DemoMember
    // One sequence per standing order, latest month first: extending the past does not change existing orders.
    const random = makeRandom(20_260_107 + i)
    const orders = months.map((month) => {
      const elapsedHours = (now - firstInstant(month)) / HOUR_MS
      const completed =
        elapsedHours - (Math.min(MAX_COMPLETION_DAYS * DAY_HOURS, elapsedHours) * random.integer(10, 85)) / 100
      const paid = completed + random.integer(8, 60)
      const times = { placed: paid + random.integer(1, 48), paid, completed, canceled: null }
      return makeOrder(random, varyQuantities(random, standingOrder), times, member, standingOrder.byGuest)
    })
    return orders.filter(
      (order) => order.placed < (member.enrolledDaysAgo - 4) * DAY_HOURS && !endsAfterDeactivation(members, order),
    )
  })
}

/** Varies the quantities from month to month. */
function varyQuantities(random: Random, { lines, byGuest }: StandingOrder): DemoOrder['lines'] {
  const extraIndex = byGuest ? undefined : random.integer(0, lines.length)
  return lines.map(({ handle, quantity }, i) => ({ handle, quantity: i === extraIndex ? quantity + 1 : quantity }))
}

/**
 * Days after its completion by which an order's month is certainly closed: two of the longest months, because the month
 * before the open one may still be in its closing delay.
 */
const CERTAINLY_CLOSED_DAYS = 76

/** Orders that must exist regardless of the random numbers. */
function requiredOrders(members: readonly DemoMember[], now: number): DemoOrder[] {
  const random = makeRandom(20_260_108)
  const order = (index: number, byGuest: boolean, quantity: number, times: Times) =>
    makeOrder(random, [{ handle: 'aria-ionic-dryer', quantity }], times, members[index], byGuest)
  const canceledOrder = (index: number, quantity: number, canceled: number) => {
    const completed = canceled + CERTAINLY_CLOSED_DAYS * DAY_HOURS
    return order(index, false, quantity, { placed: completed + 70, paid: completed + 40, completed, canceled })
  }
  // Within the open month, even if it is only minutes old, and after everything else that happened to member 44.
  const justNow = Math.min(0.5, (now - firstInstant(monthOf(now))) / HOUR_MS / 10)
  const chargedBack = members.flatMap(({ index, status, activeUntilDaysAgo }) =>
    status === 'suspended' && activeUntilDaysAgo !== null
      ? [canceledOrder(index, 3, activeUntilDaysAgo * DAY_HOURS)]
      : [],
  )
  return [
    canceledOrder(44, 1, justNow),
    ...chargedBack,
    order(NEWCOMER, true, 1, { placed: 60, paid: 44, completed: 20, canceled: null }),
  ]
}

function makeOrder(
  random: Random,
  lines: DemoOrder['lines'],
  times: Times,
  member: DemoMember | undefined,
  byGuest: boolean,
): DemoOrder {
  const contact = byGuest || !member ? makeGuest(random) : member
  const isDelivery = random.chance(70)
  const personalAddress = member && !byGuest ? random.pick(member.addresses) : undefined
  return {
    buyer: member && !byGuest ? member.index : null,
    credited: member?.index ?? null,
    contact: {
      first_name: contact.first_name,
      last_name: contact.last_name,
      email: contact.email,
      phone_number: contact.phone_number,
    },
    address: isDelivery ? (personalAddress ?? guestAddress(random, contact)) : null,
    method: random.chance(80) ? 'ground' : 'express',
    paymentType: random.chance(65) ? 'quickpay' : 'check',
    lines,
    ...times,
  }
}

/** Most orders are paid within days and completed soon after; recent ones are still in progress. */
function makeTimes(random: Random, placed: number): Times {
  const hoursLater = (hours: number): number | null => (placed - hours >= 1 ? placed - hours : null)
  if (random.chance(4)) return { placed, paid: null, completed: null, canceled: hoursLater(random.integer(3, 40)) }
  const paidAfter = random.integer(2, 60)
  const completedAfter = paidAfter + random.integer(20, 90)
  const paid = hoursLater(paidAfter)
  const completed = hoursLater(completedAfter)
  // Before its month can be closed: cancellations after that are among the chosen orders.
  const canceled = completed !== null && random.chance(3) ? hoursLater(completedAfter + random.integer(12, 110)) : null
  return { placed, paid, completed, canceled }
}

function makeLines(random: Random, handles: readonly string[]): DemoOrder['lines'] {
  const chosenHandles = new Set(Array.from({ length: random.integer(1, 4) }, () => random.pick(handles)))
  return [...chosenHandles].map((handle) => ({ handle, quantity: random.pick([1, 1, 1, 2, 2, 3, 4]) }))
}

function makeGuest(random: Random): DemoOrder['contact'] {
  const first_name = random.pick(firstNames)
  const last_name = random.pick(lastNames)
  return {
    first_name,
    last_name,
    email: `${toAscii(first_name)}.${toAscii(last_name)}@guests.example`,
    phone_number: randomPhone(random, random.integer(0, 99)),
  }
}

const guestAddress = (random: Random, { first_name, last_name, phone_number }: DemoOrder['contact']): Address => ({
  ...emptyAddress,
  first_name,
  last_name,
  phone_number,
  address_1: `${random.integer(3, 980)} ${random.pick(streets)}`,
  ...random.pick(cities),
})
