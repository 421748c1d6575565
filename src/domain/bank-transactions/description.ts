import { cleanLine } from './parsed-transaction.ts'

/** Phrases before the payer's name in bank descriptions. */
const BEFORE_NAME = [
  ' payment from ',
  ' received from ',
  ' transfer from ',
  ' deposit from ',
  ' credit from ',
  ' from ',
  ' by ',
]
/** Phrases after it; the longest first if one is a prefix of another. */
const AFTER_NAME = [
  ...[
    ', memo',
    ', message',
    ', note',
    ', for ',
    ', on ',
    ', ref',
    ', conf',
    ' memo',
    ' message:',
    ' note:',
    ' for ',
    ' on ',
  ],
  ...[
    ' ref#',
    ' ref #',
    ' ref:',
    ' ref ',
    ' reference',
    ' conf#',
    ' conf #',
    ' confirmation',
    ' trn',
    ' transaction',
    ' id:',
  ],
  ...[
    ' id#',
    ' with ',
    ' using ',
    ' via ',
    ' is ',
    ' was ',
    ' has ',
    ' to your',
    ' (',
    ' "',
    ' “',
    ' - ',
    ' – ',
    ' #',
    ' * ',
    ' / ',
    ';',
    '!',
    '|',
  ],
]

/**
 * Splits a bank's description of a payment: `Zelle payment from ANA REYES K7QM2X`. The payer is empty if no phrase
 * introduces one; the memo is the whole text, since a payment reference may be anywhere.
 */
export function splitDescription(text: string): { payer: string; memo: string } {
  const memo = cleanLine(text)
  const padded = ` ${memo} `
  const lower = padded.toLowerCase()
  for (const phrase of BEFORE_NAME) {
    const position = lower.indexOf(phrase)
    if (position >= 0) return { payer: parseLeadingName(padded.slice(position + phrase.length)), memo }
  }
  return { payer: '', memo }
}

/** The name at the start of text: up to six words of letters. */
export function parseLeadingName(text: string): string {
  const padded = ` ${text.slice(0, 200)} `
  const lower = padded.toLowerCase()
  const ends = AFTER_NAME.map((phrase) => lower.indexOf(phrase, 1)).filter((position) => position > 0)
  const candidate = padded.slice(0, Math.min(padded.length, ...ends))
  const words: string[] = []
  for (const word of candidate.split(/\s/)) {
    if (word === '') continue
    // A payment reference, a date or an amount is not part of a name.
    if (/[\d$@]/.test(word) || words.length === 6) break
    words.push(word)
    // A period after more than an initial ends the sentence.
    if (word.endsWith('.') && word.length > 3) break
  }
  const name = words.join(' ')
  return /[.,:]$/.test(name) && !/ \S\.$/.test(name.slice(-4)) ? name.slice(0, -1) : name
}
