import { nationalDigits } from '#domain/text/phone-number.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'

/** One word that an order must match, in either spelling. */
export type SearchWord = {
  text: string
  /** The digits of what may be part of a phone number. */
  digits?: string
}

const HAS_CONTENT = /[\p{L}\p{N}]/u
/** A number as people write it, whole or in parts. */
const WRITTEN_NUMBER = /^[+\d\s()./-]+$/
const MIN_PHONE_DIGITS = 7
const MAX_PHONE_DIGITS = 15

/**
 * Parses the terms of an order search, in any order. A phone number may contain spaces: a sufficiently long run of
 * digits and separators is one term.
 */
export function parseSearchWords(typed: string): SearchWord[] {
  const query = removeNumberPrefixes(typed)
  const digits = nationalDigits(query)
  if (WRITTEN_NUMBER.test(query) && digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS) {
    return [toSearchWord(query.replaceAll(/\s/g, ''), digits)]
  }
  return query
    .split(/\s+/u)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => HAS_CONTENT.test(foldForSearch(word)))
    .map((word) => (WRITTEN_NUMBER.test(word) ? toSearchWord(word, nationalDigits(word)) : { text: word }))
}

/** Words that people write before a number. */
const NUMBER_PREFIX = /^(?:order|invoice|member|customer|number|no|nr|num|ord|inv|id|ref)$/
/** A number with the word before it, if there is no space in between. */
const PREFIXED_NUMBER = /^([a-z]*)[.:#\s]*(\d{2,10})[.,;:]?$/

/** Removes words that only introduce a number: "Order No. 100763" searches for 100763. */
export function removeNumberPrefixes(typed: string): string {
  const words = typed.split(/\s+/u)
  const numbers = words.map((word) => {
    const [, prefix = '', number] = PREFIXED_NUMBER.exec(foldForSearch(word).trim()) ?? []
    return number !== undefined && (prefix === '' || NUMBER_PREFIX.test(prefix)) ? number : undefined
  })
  const isPrefix = words.map((word) => NUMBER_PREFIX.test(foldForSearch(word).replaceAll(/[.:#\s]/g, '')))
  const firstNumber = numbers.findIndex((number) => number !== undefined)
  if (firstNumber === -1) return typed
  return words
    .map((word, i) => numbers[i] ?? (isPrefix[i] && i < firstNumber ? '' : word))
    .filter(Boolean)
    .join(' ')
}

const toSearchWord = (text: string, digits: string): SearchWord => (digits === text ? { text } : { text, digits })

const MAX_NUMBER = 2_147_483_647

/** The order number that a word may be. */
export function parseOrderNumber(word: string): number | undefined {
  const number = /^#?\d{1,10}$/.test(word) ? Number(word.replace('#', '')) : 0
  return number >= 1 && number <= MAX_NUMBER ? number : undefined
}
