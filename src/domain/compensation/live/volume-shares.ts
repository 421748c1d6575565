import type { LiveState } from './state.ts'

/**
 * Volume by source (docs/plan §17.2), in cents: orders completed in the month by customers and for members' personal
 * use, and returns in the month of orders from any month. Completed less returned equals the sales on the cards.
 */
export type VolumeParts = { customerCents: number; ownCents: number; returnedCents: number }

/**
 * Returns in the month on a member's orders, −1 for orders without a member. Returns on the same month's orders reduce
 * their value, those on earlier months' orders are booked separately.
 */
export type ReturnedVolume = { member: number; customer: boolean; cents: number; isOfMonth: boolean }

export type GroupVolume = VolumeParts & { member: number; soldCents: number; downline: number }
/** The last group of the previous page. */
export type GroupPosition = { soldCents: number; member: number }

export type MonthVolumes = {
  /** All orders; those without a credited member are counted separately. */
  company: VolumeParts & { nobodyCents: number }
  /** The next groups of members with a downline, largest first; omits groups without any volume. */
  groups: (after: GroupPosition | undefined, limit: number) => GroupVolume[]
}

/**
 * Volumes of a live month by group: a member with the whole downline. O(members + orders), plus the same for each
 * page of groups.
 */
export function computeVolumes(state: LiveState, returns: readonly ReturnedVolume[]): MonthVolumes {
  const { members, orders, credited, customer, cvCents, downline } = state
  // Stores a member's values together: the passes visit members in no particular memory order.
  const volumes = new Float64Array(members * PARTS)
  const company = { customerCents: 0, ownCents: 0, returnedCents: 0, nobodyCents: 0 }

  function addToPart(member: number, part: number, cents: number): void {
    const position = member * PARTS + part
    volumes[position] = (volumes[position] as number) + cents
  }

  function addSold(member: number, isCustomer: boolean, cents: number): void {
    if (member === -1) {
      company.nobodyCents += cents
      return
    }
    company[isCustomer ? 'customerCents' : 'ownCents'] += cents
    addToPart(member, isCustomer ? CUSTOMER : OWN, cents)
  }

  for (let order = 0; order < orders; order++) {
    addSold(credited[order] as number, customer[order] === 1, cvCents[order] as number)
  }
  for (const { member, customer: isCustomer, cents, isOfMonth } of returns) {
    company.returnedCents += cents
    if (member !== -1) addToPart(member, RETURNED, cents)
    // The live month has the value after returns, so this adds the returned part again.
    if (isOfMonth) addSold(member, isCustomer, cents)
  }
  for (const member of orderChildrenFirst(state)) {
    const parent = state.sponsor[member] as number
    if (parent === -1) continue
    for (let part = 0; part < PARTS; part++) addToPart(parent, part, volumes[member * PARTS + part] as number)
  }

  const getPart = (member: number, part: number) => volumes[member * PARTS + part] as number
  /** Negative if the first is ordered before the second. */
  const compare = (a: GroupPosition, b: GroupPosition) => b.soldCents - a.soldCents || a.member - b.member
  return {
    company,
    groups(after, limit) {
      const largest: GroupPosition[] = []
      for (let member = 0; member < members; member++) {
        if (downline[member] === 0) continue
        const soldCents = getPart(member, CUSTOMER) + getPart(member, OWN)
        if (soldCents === 0 && getPart(member, RETURNED) === 0) continue
        const group = { soldCents, member }
        if (after && compare(group, after) <= 0) continue
        const last = largest.at(-1)
        if (largest.length === limit && last && compare(group, last) > 0) continue
        largest.splice(findPosition(largest, group, compare), 0, group)
        if (largest.length > limit) largest.pop()
      }
      return largest.map(({ member, soldCents }) => ({
        member,
        soldCents,
        downline: downline[member] as number,
        customerCents: getPart(member, CUSTOMER),
        ownCents: getPart(member, OWN),
        returnedCents: getPart(member, RETURNED),
      }))
    },
  }
}

/** Indexes of a member's parts. */
const [CUSTOMER, OWN, RETURNED, PARTS] = [0, 1, 2, 3] as const

/** Each member after their whole downline. */
function orderChildrenFirst({ members, loaded }: LiveState): Int32Array {
  const ordered = new Int32Array(members)
  // A member enrolled since the load has a sponsor with a lower index.
  let position = 0
  for (let member = members - 1; member >= loaded.members; member--) ordered[position++] = member
  // The walk that numbered the others enters each after the sponsor.
  for (let member = 0; member < loaded.members; member++) {
    ordered[members - 1 - (loaded.entryPositions[member] as number)] = member
  }
  return ordered
}

/** Position of a value among ordered ones. */
function findPosition<Value>(ordered: readonly Value[], value: Value, compare: (a: Value, b: Value) => number): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(ordered[middle] as Value, value) < 0) low = middle + 1
    else high = middle
  }
  return low
}
