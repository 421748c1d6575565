import { nationalDigits } from '../phone-number.ts'

/** One word that an order must have; either way of writing it is found. */
export type SearchWord = {
  text: string
  /** What looks like part of a phone number, by its digits alone. */
  digits?: string
}

const HOLDS_SOMETHING = /[\p{L}\p{N}]/u
/** A number as people write it, whole or in parts. */
const WRITTEN_NUMBER = /^[+\d\s()./-]+$/
const FEWEST_PHONE_DIGITS = 7
const MOST_PHONE_DIGITS = 15

/**
 * The words that somebody typed to find an order by, in any order. A phone number may be written with spaces: what is
 * nothing but digits and the signs between them, and long enough, is one word.
 */
export function readSearchWords(typed: string): SearchWord[] {
  const digits = nationalDigits(typed)
  if (WRITTEN_NUMBER.test(typed) && digits.length >= FEWEST_PHONE_DIGITS && digits.length <= MOST_PHONE_DIGITS) {
    return [withDigits(typed.replaceAll(/\s/g, ''), digits)]
  }
  return typed
    .split(/\s+/u)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => HOLDS_SOMETHING.test(word))
    .map((word) => (WRITTEN_NUMBER.test(word) ? withDigits(word, nationalDigits(word)) : { text: word }))
}

const withDigits = (text: string, digits: string): SearchWord => (digits === text ? { text } : { text, digits })

const LARGEST_NUMBER = 2_147_483_647

/** The number of an order that a word may be. */
export function readOrderNumber(word: string): number | undefined {
  const number = /^#?\d{1,10}$/.test(word) ? Number(word.replace('#', '')) : 0
  return number >= 1 && number <= LARGEST_NUMBER ? number : undefined
}
