/**
 * Kinds of review flags of a month; each has a list, and a warning before the month is closed (docs/back-office §5).
 */
export const reviewFlagKinds = ['near_match', 'same_address', 'large_order', 'large_leg', 'expired_license'] as const
export type ReviewFlagKind = (typeof reviewFlagKinds)[number]
