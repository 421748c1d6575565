import { ascii, type DemoAddress, type DemoMember, phone } from './members.ts'
import { firstNames, lastNames, places, streets } from './people.ts'
import { makeRandom, type Random } from './random.ts'

export type DemoOrder = {
  /** Position in the list of members; null for a guest. */
  buyer: number | null
  /** Whose volume it is: the buyer's, or the member's whose link a guest came by. */
  credited: number | null
  contact: { first_name: string; last_name: string; email: string; phone_number: string }
  /** None for a Pickup. */
  address: DemoAddress | null
  method: 'ground' | 'express'
  paymentType: 'quickpay' | 'check'
  lines: { handle: string; quantity: number }[]
  /** Hours before the shop is filled at which things happened; null: not yet, or never. */
  placed: number
  paid: number | null
  completed: number | null
  canceled: number | null
}

const YEAR_DAYS = 365

/** A year of orders, oldest first. */
export function demoOrders(members: readonly DemoMember[], handles: readonly string[]): DemoOrder[] {
  const random = makeRandom(20_260_106)
  const orders: DemoOrder[] = []
  for (const member of members) {
    if (member.status === 'pending') continue
    // Those at the top have been at it longer, and buy for a bigger salon.
    const everyDays = 12 + member.tier * 4 + random.whole(0, 12)
    for (let day = Math.min(member.enrolledDaysAgo, YEAR_DAYS) - random.whole(1, 12); day > 0; day -= everyDays) {
      orders.push(makeOrder(random, handles, day + random.whole(-3, 3), member, false))
      if (random.chance(28)) orders.push(makeOrder(random, handles, day + random.whole(-9, 9), member, true))
    }
  }
  for (let day = YEAR_DAYS - 4; day > 0; day -= 9) orders.push(makeOrder(random, handles, day, undefined, true))
  return orders.sort((a, b) => b.placed - a.placed)
}

function makeOrder(
  random: Random,
  handles: readonly string[],
  day: number,
  member: DemoMember | undefined,
  byGuest: boolean,
): DemoOrder {
  const contact = byGuest || !member ? makeGuest(random) : member
  const placed = Math.max(2, day * 24 + random.whole(-9, 9))
  const fate = makeFate(random, placed)
  const delivery = random.chance(70)
  const own = member && !byGuest ? random.pick(member.addresses) : undefined
  return {
    buyer: member && !byGuest ? member.index : null,
    credited: member?.index ?? null,
    contact: {
      first_name: contact.first_name,
      last_name: contact.last_name,
      email: contact.email,
      phone_number: contact.phone_number,
    },
    address: delivery ? (own ?? guestAddress(random, contact)) : null,
    method: random.chance(80) ? 'ground' : 'express',
    paymentType: random.chance(65) ? 'quickpay' : 'check',
    lines: makeLines(random, handles),
    placed,
    ...fate,
  }
}

/** Most are paid within days and completed soon after; what is young is still being worked on. */
function makeFate(random: Random, placed: number): Pick<DemoOrder, 'paid' | 'completed' | 'canceled'> {
  const later = (hours: number): number | null => (placed - hours >= 1 ? placed - hours : null)
  if (random.chance(4)) return { paid: null, completed: null, canceled: later(random.whole(3, 40)) }
  const paidAfter = random.whole(2, 60)
  const completedAfter = paidAfter + random.whole(20, 90)
  const paid = later(paidAfter)
  const completed = later(completedAfter)
  const canceled = completed !== null && random.chance(3) ? later(completedAfter + random.whole(48, 400)) : null
  return { paid, completed, canceled }
}

function makeLines(random: Random, handles: readonly string[]): DemoOrder['lines'] {
  const wanted = new Set(Array.from({ length: random.whole(1, 4) }, () => random.pick(handles)))
  return [...wanted].map((handle) => ({ handle, quantity: random.pick([1, 1, 1, 2, 2, 3, 4]) }))
}

function makeGuest(random: Random): DemoOrder['contact'] {
  const first_name = random.pick(firstNames)
  const last_name = random.pick(lastNames)
  return {
    first_name,
    last_name,
    email: `${ascii(first_name)}.${ascii(last_name)}@guests.example`,
    phone_number: phone(random, random.whole(0, 99)),
  }
}

const guestAddress = (random: Random, { first_name, last_name, phone_number }: DemoOrder['contact']): DemoAddress => ({
  first_name,
  last_name,
  phone_number,
  address_1: `${random.whole(3, 980)} ${random.pick(streets)}`,
  address_2: '',
  ...random.pick(places),
})
