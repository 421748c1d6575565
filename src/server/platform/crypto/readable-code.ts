import { customAlphabet } from 'nanoid'

/** Excludes letters and digits that are confused when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Generates a random code for people to type. */
export const makeReadableCode: (length: number) => string = customAlphabet(LETTERS)
