import { MAX_QUANTITY } from '#contract/limits.ts'

/** What somebody typed into the product box: how many, and of what. */
export type Wanted = { quantity: number; words: string }

const COUNT = /^\d{1,2}$/
const TIMES = /^[x×*]$/i

/** `3 masque`, `3x masque` and `masque x3` are three of them; a number alone is a SKU or a barcode. */
export function readWanted(typed: string): Wanted {
  // The sign is a word of its own, wherever it touches the number.
  const words = typed
    .trim()
    .split(/\s+/)
    .flatMap((word) => splitSign(word))
  const [first = '', second = ''] = words
  if (COUNT.test(first) && words.length > 1) {
    const rest = TIMES.test(second) ? words.slice(2) : words.slice(1)
    if (rest.length > 0) return of(Number(first), rest, typed)
  }
  const last = words.at(-1) ?? ''
  if (words.length > 2 && COUNT.test(last) && TIMES.test(words.at(-2) ?? ''))
    return of(Number(last), words.slice(0, -2), typed)
  return { quantity: 1, words: typed.trim() }
}

/** `3x` and `x3` are two words. */
function splitSign(word: string): string[] {
  if (word.length > 1 && TIMES.test(word[0] ?? '') && COUNT.test(word.slice(1))) return [word[0] ?? '', word.slice(1)]
  if (word.length > 1 && TIMES.test(word.at(-1) ?? '') && COUNT.test(word.slice(0, -1)))
    return [word.slice(0, -1), word.at(-1) ?? '']
  return [word]
}

const of = (quantity: number, words: readonly string[], typed: string): Wanted =>
  quantity >= 1 && quantity <= MAX_QUANTITY
    ? { quantity, words: words.join(' ') }
    : { quantity: 1, words: typed.trim() }
