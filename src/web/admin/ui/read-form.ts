/** The trimmed text of a field; empty where there is none. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** As typed: `$1,250.00`, `1250`, `1250,00`? Only a point parts the cents. NaN for what is no amount, which the shop refuses. */
export function amountOf(form: FormData, name: string): number {
  const text = textOf(form, name).replace(/[$,\s]/g, '')
  return text === '' ? Number.NaN : Number(text)
}

/** Left out of the body where nothing was entered. */
export const optionalOf = (form: FormData, name: string): string | undefined => textOf(form, name) || undefined
