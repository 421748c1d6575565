import { randomInt } from 'node:crypto'

/** Without letters and digits that are mistaken for each other when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Drawn at random, for people to type. */
export const makeReadableCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** One of 31¹⁰: even among ten million users two alike are not to be expected, and the constraint would refuse the second. */
const REFERRAL_CODE_LENGTH = 10

export const makeReferralCode = (): string => makeReadableCode(REFERRAL_CODE_LENGTH)
