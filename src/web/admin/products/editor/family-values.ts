import { foldOption } from '#domain/catalog/fold-option.ts'

/** Splits typed values at commas and line breaks, without repetitions and those that are there already. */
export function splitValues(text: string, known: readonly string[]): string[] {
  const seen = new Set(known.map((value) => foldOption(value)))
  return text
    .split(/[,;\n]/)
    .map((value) => value.trim())
    .filter((value) => {
      const key = foldOption(value)
      if (value === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
