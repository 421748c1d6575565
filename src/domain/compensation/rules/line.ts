import type { Cents } from '#domain/money/money.ts'

/** The three kinds of bonus (docs/plan §6); columns store a kind as its index here. */
export const LINE_KINDS = ['own_sale', 'direct_line', 'differential'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** This kind belongs to the level bonus on a card, and the others to the sales bonus (docs/plan §6). */
export const isLevelBonus = (kind: LineKind): boolean => kind === 'differential'

/**
 * A member on the path of an order, which goes from the credited member from sponsor to sponsor. `active` is as of the
 * month's end.
 */
export type PathMember = { member: number; active: boolean; level: number }

/**
 * One credit with everything that explains it (docs/plan §12). Money in cents, rates in basis points, depth counted
 * from the credited member (0). The amount is a difference of two rounded totals: R(rate) − R(covered).
 */
export type BonusLine = {
  order: number
  kind: LineKind
  payee: number
  credited: number
  depth: number
  valueCents: Cents
  level: number
  rateBp: number
  coveredBp: number
  /** The member who was paid up to the covered rate; undefined if there was none. */
  coveredBy: number | undefined
  totalCents: Cents
  coveredCents: Cents
  amountCents: Cents
}

/** Why a member on the path got nothing of a kind (docs/plan §12.2). */
export type ZeroReason =
  | 'not_active'
  | 'credited_not_active'
  | 'no_sponsor'
  | 'equal_rate'
  | 'lower_rate'
  | 'no_value'
  | 'rounds_to_nothing'

/** `member` is undefined only if there is no sponsor to pay. */
export type Unpaid = { member: number | undefined; kind: LineKind; depth: number; reason: ZeroReason }
