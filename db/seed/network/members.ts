import { type Address, emptyAddress } from '#domain/address/address.ts'
import { cities, firstNames, lastNames, streets } from './people.ts'
import { makeRandom, type Random } from './random.ts'

export type DemoMember = {
  /** Position in the list, referenced by sponsors and orders. */
  index: number
  tier: number
  sponsor: number | null
  email: string
  type: 'member' | 'franchise'
  status: 'active' | 'pending' | 'suspended'
  /** Days before the seed date since which they are no longer active; null for members who are still active. */
  activeUntilDaysAgo: number | null
  first_name: string
  last_name: string
  phone_number: string
  cosmetology_id: string
  referral_code: string
  /** Days before the seed date. */
  enrolledDaysAgo: number
  addresses: Address[]
}

/** Sixty people in five tiers: wide enough to have legs, deep enough to have an upline. */
const TIERS = [3, 8, 15, 20, 14]

/**
 * A member with a downline whose license is being renewed, and one whose payment was charged back: bonuses skip them.
 */
const NO_LONGER_ACTIVE: Readonly<Record<number, Pick<DemoMember, 'status' | 'activeUntilDaysAgo'>>> = {
  14: { status: 'pending', activeUntilDaysAgo: 40 },
  15: { status: 'suspended', activeUntilDaysAgo: 70 },
}
/** Enrolled recently and still pending; may sign in. */
export const NEWCOMER = 52

const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export function demoMembers(): DemoMember[] {
  const random = makeRandom(20_260_105)
  const members: DemoMember[] = []
  let above: DemoMember[] = []
  for (const [depth, size] of TIERS.entries()) {
    const tier = Array.from({ length: size }, (_, i) => {
      // The first of a tier has the largest downline; at least one has none.
      const sponsor =
        above.length === 0 ? undefined : above[Math.min(i % above.length, random.whole(0, above.length - 1))]
      return makeMember(random, members.length + i, depth + 1, sponsor)
    })
    members.push(...tier)
    above = tier.filter(({ status, activeUntilDaysAgo }) => status === 'active' || activeUntilDaysAgo !== null)
  }
  return members
}

function makeMember(random: Random, index: number, tier: number, sponsor: DemoMember | undefined): DemoMember {
  const first_name = firstNames[index % firstNames.length] as string
  const last_name = lastNames[(index * 7 + 3) % lastNames.length] as string
  const type = tier === 1 || random.chance(35) ? 'franchise' : 'member'
  const phone_number = phone(random, index)
  const city = random.pick(cities)
  const person = { first_name, last_name, phone_number }
  const home = address(random, person, city, {})
  const salon = address(random, person, city, {
    company: `${last_name} Beauty Studio`,
    address_2: `Suite ${random.whole(2, 24)}`,
  })
  return {
    index,
    tier,
    sponsor: sponsor?.index ?? null,
    email: `${ascii(first_name)}.${ascii(last_name)}@salonfront.example`,
    type,
    status: tier > 2 && index % 13 === 0 ? 'pending' : 'active',
    activeUntilDaysAgo: null,
    ...NO_LONGER_ACTIVE[index],
    first_name,
    last_name,
    phone_number,
    cosmetology_id: `${city.state}-${random.whole(10_000, 99_999)}`,
    referral_code: Array.from({ length: 10 }, () => CODE_LETTERS[random.whole(0, CODE_LETTERS.length - 1)]).join(''),
    // A tier joins after the one above it.
    enrolledDaysAgo: index === NEWCOMER ? 18 : 440 - tier * 65 - random.whole(0, 55),
    addresses: random.chance(40) ? [home, salon] : [home],
  }
}

const address = (
  random: Random,
  person: Pick<Address, 'first_name' | 'last_name' | 'phone_number'>,
  city: Pick<Address, 'city' | 'state' | 'zip'>,
  more: Partial<Address>,
): Address => ({
  ...emptyAddress,
  ...person,
  address_1: `${random.whole(3, 980)} ${random.pick(streets)}`,
  ...city,
  ...more,
})

/** Phone numbers reserved for fiction: 555-01xx. */
export const phone = (random: Random, index: number): string =>
  `(${random.pick([201, 212, 305, 415, 617, 713, 773])}) 555-01${String(index % 100).padStart(2, '0')}`

/** Converts a name for use in an email address. */
export const ascii = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
