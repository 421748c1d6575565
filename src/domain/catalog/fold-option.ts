import { foldedWords } from '#domain/text/search-fold.ts'

/** Equal for values of an option that shoppers cannot tell apart: `Crème `, `creme`. */
export const foldOption = (value: string): string => foldedWords(value).join(' ') || value.trim()
