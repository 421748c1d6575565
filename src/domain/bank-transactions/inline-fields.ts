import { tidy } from './notice.ts'

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
export function memoIn(text: string): string {
  const padded = ` ${text} `
  const lower = padded.toLowerCase()
  for (const before of INLINE_MEMO) {
    const at = lower.indexOf(before)
    if (at < 0) continue
    const rest = padded.slice(at + before.length).trim()
    const quoted = before.endsWith('"') ? rest.indexOf('"') : before.endsWith('“') ? rest.indexOf('”') : -1
    if (quoted >= 0) return tidy(rest.slice(0, quoted))
    const end = rest.search(/[.;,](?:\s|$)/)
    return tidy(unquote(end < 0 ? rest : rest.slice(0, end)))
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
export function idIn(text: string): string | undefined {
  const lower = text.toLowerCase()
  for (const before of INLINE_ID) {
    const at = lower.indexOf(before)
    if (at < 0) continue
    let from = at + before.length
    while (from < text.length && ':# '.includes(text[from] as string)) from++
    const id = idOf(text.slice(from, from + 60))
    if (id !== undefined) return id
  }
  return undefined
}

/** Bank numbers contain digits and no spaces; a word without digits is prose. */
export function idOf(text: string): string | undefined {
  const [word = ''] = text.trim().split(/[\s,;)]/)
  const id = unquoted(word)
  return id.length >= 6 && id.length <= 40 && /\d/.test(id) ? id : undefined
}

export const unquoted = (word: string): string => {
  let end = word.length
  while (end > 0 && '.,;:!)"'.includes(word[end - 1] as string)) end--
  return word.slice(0, end)
}
