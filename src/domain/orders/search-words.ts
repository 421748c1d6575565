import { nationalDigits } from '#domain/text/phone-number.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'

/** One word that an order must match, in either spelling. */
export type SearchWord = {
  text: string
  /** The digits of what may be part of a phone number. */
  digits?: string
}

const HOLDS_SOMETHING = /[\p{L}\p{N}]/u
/** A number as people write it, whole or in parts. */
const WRITTEN_NUMBER = /^[+\d\s()./-]+$/
const MIN_PHONE_DIGITS = 7
const MAX_PHONE_DIGITS = 15

/**
 * Parses the terms of an order search, in any order. A phone number may contain spaces: a sufficiently long run of
 * digits and separators is one term.
 */
export function readSearchWords(typed: string): SearchWord[] {
  const asked = withoutAnnouncement(typed)
  const digits = nationalDigits(asked)
  if (WRITTEN_NUMBER.test(asked) && digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS) {
    return [withDigits(asked.replaceAll(/\s/g, ''), digits)]
  }
  return asked
    .split(/\s+/u)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => HOLDS_SOMETHING.test(foldForSearch(word)))
    .map((word) => (WRITTEN_NUMBER.test(word) ? withDigits(word, nationalDigits(word)) : { text: word }))
}

/** Words that people write before a number. */
const ANNOUNCEMENT = /^(?:order|invoice|member|customer|number|no|nr|num|ord|inv|id|ref)$/
/** A number with the word before it, if there is no space in between. */
const ANNOUNCED = /^([a-z]*)[.:#\s]*(\d{2,10})[.,;:]?$/

/** Removes words that only introduce a number: "Order No. 100763" searches for 100763. */
export function withoutAnnouncement(typed: string): string {
  const words = typed.split(/\s+/u)
  const numbers = words.map((word) => {
    const [, before = '', number] = ANNOUNCED.exec(foldForSearch(word).trim()) ?? []
    return number !== undefined && (before === '' || ANNOUNCEMENT.test(before)) ? number : undefined
  })
  const isAnnouncement = words.map((word) => ANNOUNCEMENT.test(foldForSearch(word).replaceAll(/[.:#\s]/g, '')))
  const firstNumber = numbers.findIndex((number) => number !== undefined)
  if (firstNumber === -1) return typed
  return words
    .map((word, i) => numbers[i] ?? (isAnnouncement[i] && i < firstNumber ? '' : word))
    .filter(Boolean)
    .join(' ')
}

const withDigits = (text: string, digits: string): SearchWord => (digits === text ? { text } : { text, digits })

const LARGEST_NUMBER = 2_147_483_647

/** The order number that a word may be. */
export function readOrderNumber(word: string): number | undefined {
  const number = /^#?\d{1,10}$/.test(word) ? Number(word.replace('#', '')) : 0
  return number >= 1 && number <= LARGEST_NUMBER ? number : undefined
}
