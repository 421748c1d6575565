import { tidy } from './notice.ts'

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
  const memo = tidy(text)
  const padded = ` ${memo} `
  const lower = padded.toLowerCase()
  for (const before of BEFORE_NAME) {
    const at = lower.indexOf(before)
    if (at >= 0) return { payer: nameAt(padded.slice(at + before.length)), memo }
  }
  return { payer: '', memo }
}

/** The name at the start of a text: up to six words of letters. */
export function nameAt(text: string): string {
  const begun = ` ${text.slice(0, 200)} `
  const lower = begun.toLowerCase()
  const ends = AFTER_NAME.map((after) => lower.indexOf(after, 1)).filter((at) => at > 0)
  const until = begun.slice(0, Math.min(begun.length, ...ends))
  const words: string[] = []
  for (const word of until.split(/\s/)) {
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
