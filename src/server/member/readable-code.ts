import { randomInt } from 'node:crypto'

/** Without letters and digits that are mistaken for each other when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Drawn at random, for people to type. */
export const makeReadableCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
