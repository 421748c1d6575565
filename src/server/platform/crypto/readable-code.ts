import { customAlphabet } from 'nanoid'

/** No letters or digits that are mistaken for each other when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code for people to type. */
export const makeReadableCode: (length: number) => string = customAlphabet(LETTERS)
