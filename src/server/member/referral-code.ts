import { makeReadableCode } from './readable-code.ts'

/** One of 31¹⁰: even among ten million users two alike are not to be expected, and the constraint would refuse the second. */
const REFERRAL_CODE_LENGTH = 10

export const makeReferralCode = (): string => makeReadableCode(REFERRAL_CODE_LENGTH)
