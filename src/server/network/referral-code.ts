import { makeReadableCode } from '#server/platform/crypto/readable-code.ts'

/** One of 31¹⁰ codes: duplicates are unlikely even among ten million users, and the constraint would refuse one. */
const REFERRAL_CODE_LENGTH = 10

export const makeReferralCode = (): string => makeReadableCode(REFERRAL_CODE_LENGTH)
