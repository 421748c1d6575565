import type { DemoMember } from './members.ts'

type Lines = readonly { handle: string; quantity: number }[]

/** Monthly consumption, by trade. */
const hair: Lines = [
  { handle: 'keratin-repair-ritual', quantity: 2 },
  { handle: 'color-hold-backbar-pair', quantity: 2 },
  { handle: 'gloss-bar-refill', quantity: 1 },
]
const face: Lines = [
  { handle: 'barrier-facial-set', quantity: 2 },
  { handle: 'bright-skin-protocol', quantity: 2 },
  { handle: 'mineral-shield-spf-40', quantity: 2 },
]
const nails: Lines = [
  { handle: 'gel-manicure-studio', quantity: 2 },
  { handle: 'sculpt-builder-gel', quantity: 2 },
]
const lashes: Lines = [
  { handle: 'lash-artist-set', quantity: 3 },
  { handle: 'volume-lash-tray', quantity: 3 },
  { handle: 'precision-lash-adhesive', quantity: 2 },
]
const homeCare: Lines = [
  { handle: 'keratin-repair-ritual', quantity: 1 },
  { handle: 'ceramide-barrier-cream', quantity: 1 },
]

/** One order every month: the member it is credited to, its lines, and whether a guest places it. */
export type StandingOrder = { member: DemoMember['index']; lines: Lines; byGuest: boolean }

const personalOrder = (member: number, lines: Lines, factor: number): StandingOrder => ({
  member,
  lines: lines.map(({ handle, quantity }) => ({ handle, quantity: quantity * factor })),
  byGuest: false,
})
const guestOrder = (member: number): StandingOrder => ({ member, lines: homeCare, byGuest: true })

/**
 * Guarantees the levels (docs/plan §5) of every month, regardless of other orders: member 0 is a Diamond at least, 3 or
 * 4 an Emerald, 1 or 2 a Sapphire, 6 and 16 Rubies, with Silvers below them.
 */
export const standingOrders: readonly StandingOrder[] = [
  ...[personalOrder(0, hair, 2), guestOrder(0), guestOrder(0)],
  ...[
    personalOrder(3, hair, 3),
    guestOrder(3),
    personalOrder(11, face, 3),
    personalOrder(17, hair, 2),
    personalOrder(19, nails, 2),
    personalOrder(20, lashes, 2),
  ],
  ...[
    personalOrder(22, face, 1),
    personalOrder(29, face, 1),
    personalOrder(30, nails, 1),
    personalOrder(40, hair, 1),
    personalOrder(43, lashes, 1),
  ],
  ...[
    personalOrder(4, hair, 2),
    guestOrder(4),
    personalOrder(12, face, 2),
    personalOrder(34, hair, 1),
    personalOrder(31, nails, 2),
    personalOrder(42, lashes, 1),
  ],
  ...[
    personalOrder(6, face, 1),
    personalOrder(16, hair, 2),
    guestOrder(16),
    personalOrder(44, lashes, 3),
    personalOrder(9, hair, 2),
    guestOrder(9),
  ],
  ...[
    personalOrder(1, nails, 3),
    guestOrder(1),
    guestOrder(1),
    personalOrder(7, face, 3),
    personalOrder(10, hair, 2),
    guestOrder(10),
  ],
  ...[
    personalOrder(2, hair, 1),
    guestOrder(2),
    personalOrder(5, face, 2),
    personalOrder(8, nails, 1),
    personalOrder(21, hair, 1),
  ],
  // Pending: their customers' orders count toward the volume and bonuses of their upline.
  guestOrder(39),
]
