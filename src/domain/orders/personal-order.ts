import type { Address } from '#domain/addresses/address.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'

export type StreetAddress = Pick<Address, 'address_1' | 'address_2' | 'zip'>
/** A person's details on an order or an account. */
export type Person = { email: string; phones: readonly string[]; lastName: string; addresses: readonly StreetAddress[] }

/** Why an order might be the credited member's personal order. */
export type NearMatch = 'matches_now' | 'email_variant' | 'same_building' | 'name_and_zip'

/**
 * Returns whether a guest's order is the credited member's personal order (docs/plan §1), by email, phone or delivery
 * address, each compared after normalizing common spellings.
 */
export function isPersonalOrder(buyer: Person, member: Person): boolean {
  return (
    (buyer.email.trim() !== '' && normalizeCase(buyer.email) === normalizeCase(member.email)) ||
    haveCommon(buyer.phones.map(normalizePhone), member.phones.map(normalizePhone)) ||
    haveCommon(buyer.addresses.map(addressKey), member.addresses.map(addressKey))
  )
}

/**
 * Reasons for staff to check an order that was not counted as the member's personal order; `matches_now` means that it
 * would be today.
 */
export function nearMatches(buyer: Person, member: Person): NearMatch[] {
  if (isPersonalOrder(buyer, member)) return ['matches_now']
  const matches: NearMatch[] = []
  if (haveCommon([normalizeMailbox(buyer.email)], [normalizeMailbox(member.email)])) matches.push('email_variant')
  if (buyer.addresses.some((address) => member.addresses.some((other) => isSameBuilding(address, other))))
    matches.push('same_building')
  const sameName = haveCommon(splitPlainWords(buyer.lastName), splitPlainWords(member.lastName))
  if (sameName && haveCommon(buyer.addresses.map(fiveDigitZip), member.addresses.map(fiveDigitZip)))
    matches.push('name_and_zip')
  return matches
}

const normalizeCase = (text: string): string => text.trim().toLowerCase()

/** Empty texts match nothing. */
const haveCommon = (texts: readonly string[], others: readonly string[]): boolean =>
  texts.some((text) => text !== '' && others.includes(text))

/** The digits without an optional country code; empty if there are too few for a number. */
function normalizePhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.length >= 7 ? national : ''
}

/** Normalizes a mailbox: most providers ignore dots and everything after a plus. */
function normalizeMailbox(email: string): string {
  const normalized = normalizeCase(email)
  const atIndex = normalized.lastIndexOf('@')
  if (atIndex < 1) return ''
  const [name = ''] = normalized.slice(0, atIndex).split('+', 1)
  return `${name.replaceAll('.', '')}@${normalized.slice(atIndex + 1).replace(/^googlemail\.com$/, 'gmail.com')}`
}

const fiveDigitZip = ({ zip }: StreetAddress): string => zip.trim().slice(0, 5)

/** Lowercase words without accents or punctuation. */
export const splitPlainWords = (text: string): string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** Abbreviations used by the post office; words that merely introduce a number (unit, suite) become empty. */
const ABBREVIATIONS = new Map(
  Object.entries({
    street: 'st',
    avenue: 'ave',
    av: 'ave',
    road: 'rd',
    boulevard: 'blvd',
    drive: 'dr',
    lane: 'ln',
    court: 'ct',
    place: 'pl',
    square: 'sq',
    terrace: 'ter',
    parkway: 'pkwy',
    highway: 'hwy',
    circle: 'cir',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    apartment: '',
    apt: '',
    unit: '',
    suite: '',
    ste: '',
    floor: '',
    fl: '',
    room: '',
    rm: '',
    no: '',
  }),
)

function normalizeStreet({ address_1, address_2 }: StreetAddress): string {
  const street = splitPlainWords(`${address_1} ${address_2}`).map((word) => ABBREVIATIONS.get(word) ?? word)
  return street
    .filter((word) => word !== '')
    .join(' ')
    .replace('p o box', 'po box')
}

/** Normalizes an address for comparison; empty if it has no house number. */
export function addressKey(address: StreetAddress): string {
  const street = normalizeStreet(address)
  return street === '' || fiveDigitZip(address) === '' ? '' : `${street}, ${fiveDigitZip(address)}`
}

/** Returns whether street and house are equal, ignoring a unit that only one of them has. */
function isSameBuilding(address: StreetAddress, other: StreetAddress): boolean {
  const [street, otherStreet] = [normalizeStreet(address), normalizeStreet(other)]
  if (fiveDigitZip(address) !== fiveDigitZip(other) || !street.includes(' ') || !otherStreet.includes(' ')) return false
  return street !== otherStreet && (street.startsWith(`${otherStreet} `) || otherStreet.startsWith(`${street} `))
}
