/** State of a payout of a closed month (docs/back-office §5). `due`: not sent yet, and nothing prevents it. */
export const payoutStates = ['due', 'held', 'failed', 'paid'] as const
export type PayoutState = (typeof payoutStates)[number]

/** Actions on a payout; each is an entry, and the latest one determines the state. */
export type PayoutStep = 'held' | 'released' | 'paid' | 'failed'

export const sentMethods = ['quickpay', 'check', 'cash', 'other'] as const
export type SentMethod = (typeof sentMethods)[number]
/**
 * Returns whether staff alone decide the destination: members can choose neither of these. Above a configured amount
 * this takes two people (docs/decisions/0058).
 */
export const isManualMethod = (method: SentMethod): boolean => method === 'cash' || method === 'other'
/** Methods that members can choose. */
export const chosenMethods = ['quickpay', 'check'] as const
export type ChosenMethod = (typeof chosenMethods)[number]

export type PayoutRefusal =
  | 'already_sent'
  | 'already_held'
  | 'already_failed'
  | 'not_held'
  | 'is_held'
  | 'month_not_paid'

/**
 * Why a step is not possible; undefined if it is. Marking a month as paid sends what is due; payouts that stayed open
 * are then sent one by one, and never delay a later month.
 */
export function findPayoutRefusal(step: PayoutStep, state: PayoutState, monthPaid: boolean): PayoutRefusal | undefined {
  switch (step) {
    case 'held':
      if (state === 'paid') return 'already_sent'
      return state === 'held' ? 'already_held' : undefined
    case 'released':
      return state === 'held' || state === 'failed' ? undefined : 'not_held'
    case 'failed':
      if (state === 'held') return 'is_held'
      return state === 'failed' ? 'already_failed' : undefined
    case 'paid':
      if (state === 'paid') return 'already_sent'
      if (state === 'held') return 'is_held'
      return monthPaid ? undefined : 'month_not_paid'
  }
}

/** Waiting days after a payout method was chosen, so that the member can object to an attacker's choice. */
export const METHOD_HOLD_DAYS = 3

export type MethodHold = { reason: 'no_method' | 'last_failed' } | { reason: 'method_is_new'; until: Date }

/** Why a due payout is not sent yet (docs/back-office §5); undefined if it can be. */
export function findMethodHold(
  method: { on_hold_until: Date; last_failed: boolean } | undefined,
  now: Date,
): MethodHold | undefined {
  if (!method) return { reason: 'no_method' }
  if (method.last_failed) return { reason: 'last_failed' }
  return method.on_hold_until > now ? { reason: 'method_is_new', until: method.on_hold_until } : undefined
}
