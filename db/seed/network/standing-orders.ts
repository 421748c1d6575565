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
const atHome: Lines = [
  { handle: 'keratin-repair-ritual', quantity: 1 },
  { handle: 'ceramide-barrier-cream', quantity: 1 },
]

/** One order every month: the member it is credited to, its lines, and whether a guest places it. */
export type StandingOrder = { member: DemoMember['index']; lines: Lines; byGuest: boolean }

const personal = (member: number, lines: Lines, factor: number): StandingOrder => ({
  member,
  lines: lines.map(({ handle, quantity }) => ({ handle, quantity: quantity * factor })),
  byGuest: false,
})
const fromGuest = (member: number): StandingOrder => ({ member, lines: atHome, byGuest: true })

/**
 * Guarantees the levels (docs/plan §5) of every month, regardless of other orders: member 0 is a Diamond at least, 3 or
 * 4 an Emerald, 1 or 2 a Sapphire, 6 and 16 Rubies, with Silvers below them.
 */
export const standingOrders: readonly StandingOrder[] = [
  ...[personal(0, hair, 2), fromGuest(0), fromGuest(0)],
  ...[
    personal(3, hair, 3),
    fromGuest(3),
    personal(11, face, 3),
    personal(17, hair, 2),
    personal(19, nails, 2),
    personal(20, lashes, 2),
  ],
  ...[
    personal(22, face, 1),
    personal(29, face, 1),
    personal(30, nails, 1),
    personal(40, hair, 1),
    personal(43, lashes, 1),
  ],
  ...[
    personal(4, hair, 2),
    fromGuest(4),
    personal(12, face, 2),
    personal(34, hair, 1),
    personal(31, nails, 2),
    personal(42, lashes, 1),
  ],
  ...[
    personal(6, face, 1),
    personal(16, hair, 2),
    fromGuest(16),
    personal(44, lashes, 3),
    personal(9, hair, 2),
    fromGuest(9),
  ],
  ...[personal(1, nails, 3), fromGuest(1), fromGuest(1), personal(7, face, 3), personal(10, hair, 2), fromGuest(10)],
  ...[personal(2, hair, 1), fromGuest(2), personal(5, face, 2), personal(8, nails, 1), personal(21, hair, 1)],
  // Pending: their customers' orders count toward the volume and bonuses of their upline.
  fromGuest(39),
]
