import { type Address, emptyAddress } from '#domain/addresses/address.ts'
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
const INACTIVE_MEMBERS: Readonly<Record<number, Pick<DemoMember, 'status' | 'activeUntilDaysAgo'>>> = {
  14: { status: 'pending', activeUntilDaysAgo: 40 },
  15: { status: 'suspended', activeUntilDaysAgo: 70 },
}
/** Enrolled recently and still pending; may sign in. */
export const NEWCOMER = 52

const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export function createDemoMembers(): DemoMember[] {
  const random = makeRandom(20_260_105)
  const members: DemoMember[] = []
  let upperTier: DemoMember[] = []
  for (const [depth, size] of TIERS.entries()) {
    const tier = Array.from({ length: size }, (_, i) => {
      // The first of a tier has the largest downline; at least one has none.
      const sponsor =
        upperTier.length === 0
          ? undefined
          : upperTier[Math.min(i % upperTier.length, random.integer(0, upperTier.length - 1))]
      return makeMember(random, members.length + i, depth + 1, sponsor)
    })
    members.push(...tier)
    upperTier = tier.filter(({ status, activeUntilDaysAgo }) => status === 'active' || activeUntilDaysAgo !== null)
  }
  return members
}

function makeMember(random: Random, index: number, tier: number, sponsor: DemoMember | undefined): DemoMember {
  const first_name = firstNames[index % firstNames.length] as string
  const last_name = lastNames[(index * 7 + 3) % lastNames.length] as string
  const type = tier === 1 || random.chance(35) ? 'franchise' : 'member'
  const phone_number = randomPhone(random, index)
  const city = random.pick(cities)
  const person = { first_name, last_name, phone_number }
  const home = makeAddress(random, person, city, {})
  const salon = makeAddress(random, person, city, {
    company: `${last_name} Beauty Studio`,
    address_2: `Suite ${random.integer(2, 24)}`,
  })
  return {
    index,
    tier,
    sponsor: sponsor?.index ?? null,
    email: `${toAscii(first_name)}.${toAscii(last_name)}@salonfront.example`,
    type,
    status: tier > 2 && index % 13 === 0 ? 'pending' : 'active',
    activeUntilDaysAgo: null,
    ...INACTIVE_MEMBERS[index],
    first_name,
    last_name,
    phone_number,
    cosmetology_id: `${city.state}-${random.integer(10_000, 99_999)}`,
    referral_code: Array.from({ length: 10 }, () => CODE_LETTERS[random.integer(0, CODE_LETTERS.length - 1)]).join(''),
    // A tier joins after the one above it.
    enrolledDaysAgo: index === NEWCOMER ? 18 : 440 - tier * 65 - random.integer(0, 55),
    addresses: random.chance(40) ? [home, salon] : [home],
  }
}

const makeAddress = (
  random: Random,
  person: Pick<Address, 'first_name' | 'last_name' | 'phone_number'>,
  city: Pick<Address, 'city' | 'state' | 'zip'>,
  overrides: Partial<Address>,
): Address => ({
  ...emptyAddress,
  ...person,
  address_1: `${random.integer(3, 980)} ${random.pick(streets)}`,
  ...city,
  ...overrides,
})

/** Phone numbers reserved for fiction: 555-01xx. */
export const randomPhone = (random: Random, index: number): string =>
  `(${random.pick([201, 212, 305, 415, 617, 713, 773])}) 555-01${String(index % 100).padStart(2, '0')}`

/** Converts a name for use in an email address. */
export const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
