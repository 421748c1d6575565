import { normalizeDashes, normalizeForm, normalizeLine } from '#domain/text/normal-form.ts'

/** Longer text is not a ZIP, and is not parsed. */
const MAX_LENGTH = 64
const ZIP = /^[ "'`“”„‘’]*(\d{5})(?: ?-? ?\d{4})?[ "'`“”„‘’]*$/

/** Parses the five digits of a ZIP or ZIP+4 in any pasted format; undefined for any other text. */
export const parseZip = (text: string): string | undefined =>
  text.length > MAX_LENGTH ? undefined : ZIP.exec(normalizeDashes(normalizeForm(normalizeLine(text), 'NFKC')))?.[1]

/** The five digits that determine shipping and taxes; text that is not a ZIP is returned unchanged. */
export const toFiveDigits = (text: string): string => parseZip(text) ?? text
