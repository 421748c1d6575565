import { cleanLine } from './parsed-transaction.ts'

const INLINE_MEMO = [
  ' memo: ',
  ' memo ',
  ' message: ',
  ' message ',
  ' note: ',
  ' note ',
  ' with the memo ',
  ' for “',
  ' for "',
  ' for: ',
]

/** The text after `memo` in a sentence, up to its end. */
export function findMemo(text: string): string {
  const padded = ` ${text} `
  const lower = padded.toLowerCase()
  for (const label of INLINE_MEMO) {
    const position = lower.indexOf(label)
    if (position < 0) continue
    const rest = padded.slice(position + label.length).trim()
    const closingQuote = label.endsWith('"') ? rest.indexOf('"') : label.endsWith('“') ? rest.indexOf('”') : -1
    if (closingQuote >= 0) return cleanLine(rest.slice(0, closingQuote))
    const end = rest.search(/[.;,](?:\s|$)/)
    return cleanLine(unquote(end < 0 ? rest : rest.slice(0, end)))
  }
  return ''
}

export function unquote(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && '"“”\' '.includes(text[from] as string)) from++
  while (to > from && '"“”\' '.includes(text[to - 1] as string)) to--
  return text.slice(from, to)
}

const INLINE_ID = [
  'confirmation number',
  'confirmation code',
  'confirmation',
  'conf#',
  'conf #',
  'transaction number',
  'transaction id',
  'ref #',
  'ref#',
  'reference number',
  'trn:',
  'id:',
]

/** The bank's number of the payment. */
export function findBankId(text: string): string | undefined {
  const lower = text.toLowerCase()
  for (const label of INLINE_ID) {
    const position = lower.indexOf(label)
    if (position < 0) continue
    let from = position + label.length
    while (from < text.length && ':# '.includes(text[from] as string)) from++
    const id = parseBankId(text.slice(from, from + 60))
    if (id !== undefined) return id
  }
  return undefined
}

/** Bank numbers contain digits and no spaces; a word without digits is prose. */
export function parseBankId(text: string): string | undefined {
  const [word = ''] = text.trim().split(/[\s,;)]/)
  const id = trimPunctuation(word)
  return id.length >= 6 && id.length <= 40 && /\d/.test(id) ? id : undefined
}

export const trimPunctuation = (word: string): string => {
  let end = word.length
  while (end > 0 && '.,;:!)"'.includes(word[end - 1] as string)) end--
  return word.slice(0, end)
}
