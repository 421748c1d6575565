/** Trimmed text of a field; empty if the field is missing. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/**
 * Parses an amount as typed, such as `$1,250.00` or `1250`. Only a point separates cents. Returns NaN for a malformed
 * amount, which the server refuses.
 */
export function amountOf(form: FormData, name: string): number {
  const text = textOf(form, name).replace(/[$,\s]/g, '')
  return text === '' ? Number.NaN : Number(text)
}

/** Returns undefined for an empty field, so that the body omits it. */
export const optionalOf = (form: FormData, name: string): string | undefined => textOf(form, name) || undefined
