import { normalizeForm } from '#domain/text/normal-form.ts'

/** Words of the trade and of shops in general, which attackers guess first (ASVS 6.1.2). */
const TRADE_WORDS =
  `salon salonfront spa beauty beautiful hair haircut hairdresser hairstylist stylist style styling color colorist barber barbershop nail nails manicure pedicure skin skincare facial esthetic aesthetic esthetician
  cosmetology cosmetologist cosmetic cosmetics makeup lash lashes brow brows wax waxing glow glamour gloss shampoo
  conditioner serum cream mask keratin balayage blonde brunette curl curls scissors shears comb brush blowout massage
  wellness shop store member franchise order orders sponsor`
    .split(/\s+/)
    .concat('colour')
/** Words that are commonly appended to such words. */
const FILLERS = 'password passwort pass welcome admin login secret love and the my our your best'.split(' ')

/** Letters by the digits and symbols that replace them. */
const LETTER_SUBSTITUTES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const PREDICTABLE_DIGITS = /(?:19|20)\d\d|0?1?2?3456?7?8?9?0?|12[3-9]?|9?8?7?654?3?2?1?|(\d)\1+/g
/** Minimum number of letters, or of letters and digits, that must be left after the known words are removed. */
const MIN_LETTERS = 4
const MIN_REMAINING = 8
const MIN_WORD_LENGTH = 3

/** Words that a password must not consist of, in addition to those of the trade. */
export type KnownWords = {
  /** The person's names and emails. */
  person: readonly string[]
  shopName: string
  /** The shop's host name. */
  domain: string
}

/**
 * Returns whether a password consists of words that an attacker would guess: the shop's name and domain, the trade's
 * words, the person's name and email (ASVS 6.1.2, 6.2.11). Such a word is allowed next to other, unknown ones.
 */
export function consistsOfKnownWords(password: string, { person, shopName, domain }: KnownWords): boolean {
  const knownWords = new Set([...TRADE_WORDS, ...splitWords([...person, shopName, domain])])
  const plain = removeAccents(password)
  const asLetters = [...plain].map((character) => LETTER_SUBSTITUTES[character] ?? character).join('')
  return [plain, asLetters, asLetters.replaceAll('i', 'l')].some((text) => consistsOf(text, knownWords))
}

function consistsOf(text: string, knownWords: ReadonlySet<string>): boolean {
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const remaining = removeWords(letters, knownWords)
  if (remaining === letters) return false
  const rest = removeWords(remaining, FILLERS).replaceAll(PREDICTABLE_DIGITS, ' ').replaceAll(/\s/g, '')
  return rest.replaceAll(/\P{L}/gu, '').length < MIN_LETTERS && rest.length < MIN_REMAINING
}

/** Removes the longest words first, so that `hairstylist` is not split into `hair` and a remainder. */
function removeWords(text: string, words: Iterable<string>): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return longestFirst.reduce((remaining, word) => remaining.replaceAll(word, ' '), text)
}

/** Each name as a whole and word by word; for emails and domains also the parts between the dots. */
function splitWords(texts: readonly string[]): string[] {
  const plain = texts.map(removeAccents)
  const parts = plain.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const letters = parts.map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const withoutDigits = letters.map((part) => part.replaceAll(/\p{N}/gu, ''))
  return [...letters, ...withoutDigits].filter(
    (word) => word.length >= MIN_WORD_LENGTH && word !== 'com' && word !== 'www',
  )
}

const removeAccents = (text: string): string => normalizeForm(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
