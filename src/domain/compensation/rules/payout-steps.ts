/** Where a payout of a closed month is (docs/back-office §5). `due`: nobody has sent it, and nothing speaks against it. */
export const payoutStates = ['due', 'held', 'failed', 'paid'] as const
export type PayoutState = (typeof payoutStates)[number]

/** What is done to a payout; each is an entry, and the latest says the state. */
export type PayoutStep = 'held' | 'released' | 'paid' | 'failed'

export const sentMethods = ['quickpay', 'check', 'cash', 'other'] as const
export type SentMethod = (typeof sentMethods)[number]
/**
 * Whether only staff's word says where the money goes: members choose neither of these. Above a setting that takes two
 * people (docs/decisions/0108).
 */
export const isByHand = (method: SentMethod): boolean => method === 'cash' || method === 'other'
/** What members choose from. */
export const chosenMethods = ['quickpay', 'check'] as const
export type ChosenMethod = (typeof chosenMethods)[number]

export type PayoutRefusal =
  | 'already_paid'
  | 'already_held'
  | 'already_failed'
  | 'not_held'
  | 'is_held'
  | 'month_not_paid'

/**
 * Why a step is not possible; undefined when it is. A month is marked as paid first, which sends what is due; afterwards
 * what stayed open is sent one by one, and never delays a later month.
 */
export function payoutRefusal(step: PayoutStep, state: PayoutState, monthPaid: boolean): PayoutRefusal | undefined {
  switch (step) {
    case 'held':
      if (state === 'paid') return 'already_paid'
      return state === 'held' ? 'already_held' : undefined
    case 'released':
      return state === 'held' || state === 'failed' ? undefined : 'not_held'
    case 'failed':
      if (state === 'held') return 'is_held'
      return state === 'failed' ? 'already_failed' : undefined
    case 'paid':
      if (state === 'paid') return 'already_paid'
      if (state === 'held') return 'is_held'
      return monthPaid ? undefined : 'month_not_paid'
  }
}

/** Days for which a chosen way to be paid waits, so that the member can object to what a thief chose. */
export const METHOD_HOLD_DAYS = 3

export type MethodHold = { why: 'no_method' | 'last_failed' } | { why: 'method_is_new'; until: Date }

/** Why a payout that is due is not sent yet (docs/back-office §5); undefined when it can be. */
export function methodHold(
  method: { held_until: Date; last_failed: boolean } | undefined,
  now: Date,
): MethodHold | undefined {
  if (!method) return { why: 'no_method' }
  if (method.last_failed) return { why: 'last_failed' }
  return method.held_until > now ? { why: 'method_is_new', until: method.held_until } : undefined
}
