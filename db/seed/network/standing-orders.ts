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

const own = (member: number, lines: Lines, chairs: number): StandingOrder => ({
  member,
  lines: lines.map(({ handle, quantity }) => ({ handle, quantity: quantity * chairs })),
  byGuest: false,
})
const ofGuest = (member: number): StandingOrder => ({ member, lines: atHome, byGuest: true })

/**
 * Guarantees the levels (docs/plan §5) of every month, regardless of other orders: member 0 is a Diamond at least, 3 or
 * 4 an Emerald, 1 or 2 a Sapphire, 6 and 16 Rubies, with Silvers below them.
 */
export const standingOrders: readonly StandingOrder[] = [
  ...[own(0, hair, 2), ofGuest(0), ofGuest(0)],
  ...[own(3, hair, 3), ofGuest(3), own(11, face, 3), own(17, hair, 2), own(19, nails, 2), own(20, lashes, 2)],
  ...[own(22, face, 1), own(29, face, 1), own(30, nails, 1), own(40, hair, 1), own(43, lashes, 1)],
  ...[own(4, hair, 2), ofGuest(4), own(12, face, 2), own(34, hair, 1), own(31, nails, 2), own(42, lashes, 1)],
  ...[own(6, face, 1), own(16, hair, 2), ofGuest(16), own(44, lashes, 3), own(9, hair, 2), ofGuest(9)],
  ...[own(1, nails, 3), ofGuest(1), ofGuest(1), own(7, face, 3), own(10, hair, 2), ofGuest(10)],
  ...[own(2, hair, 1), ofGuest(2), own(5, face, 2), own(8, nails, 1), own(21, hair, 1)],
  // Pending: their customers' orders count toward the volume and bonuses of their upline.
  ofGuest(39),
]
