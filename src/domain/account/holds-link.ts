import { normalForm } from '../normal-form.ts'

/** Abbreviations whose full stop needs no space before the name: 'St.John', 'Dr.Kim'. */
const ABBREVIATIONS = new Set(['st', 'ste', 'dr', 'mr', 'mrs', 'ms', 'jr', 'sr', 'prof', 'rev'])
/** Longer names are refused for their length. */
const LOOKED_AT = 255

/**
 * Whether a mail program would make a link of something in a name: a URL, an email, or a domain. Initials and
 * abbreviations pass: 'O.J.', 'J.R.R. Tolkien', 'St. John'.
 */
export function holdsLink(name: string): boolean {
  return normalForm(name.slice(0, LOOKED_AT), 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .split(/\s/)
    .some(isLink)
}

function isLink(word: string): boolean {
  if (word.includes('://') || word.includes('@') || /^www\./i.test(word)) return true
  const parts = word.split('.')
  return parts.some((part, index) => {
    const next = parts[index + 1]
    return next !== undefined && isDomain(part, next) && (word.includes('/') || !isAbbreviated(part, next))
  })
}

const isDomain = (label: string, next: string): boolean => /[\p{L}\p{N}]$/u.test(label) && /^\p{L}{2}/u.test(next)

/** What follows an abbreviation must be a name, with a capital. */
const isAbbreviated = (label: string, next: string): boolean =>
  /^\p{Lu}/u.test(next) && /^\p{Lu}/u.test(label) && (label.length === 1 || ABBREVIATIONS.has(label.toLowerCase()))
