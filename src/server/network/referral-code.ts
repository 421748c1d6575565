import { makeReadableCode } from '#server/platform/crypto/readable-code.ts'

/**
 * One of 31¹⁰: even among ten million users no two are likely to be alike, and the constraint would refuse the second.
 */
const REFERRAL_CODE_LENGTH = 10

export const makeReferralCode = (): string => makeReadableCode(REFERRAL_CODE_LENGTH)
