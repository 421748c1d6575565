import { parseAmount } from './parse-amount.ts'

/** Trimmed text of a field; empty if the field is missing. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

export const amountOf = (form: FormData, name: string): number => parseAmount(textOf(form, name))

/** Returns undefined for an empty field, so that the body omits it. */
export const optionalOf = (form: FormData, name: string): string | undefined => textOf(form, name) || undefined
