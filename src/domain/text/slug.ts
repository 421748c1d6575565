import { normalizeForm } from './normal-form.ts'

/** Formats a name as part of a URL: lower case, letters and digits of any script, single hyphens. May be empty. */
export const toSlug = (name: string): string =>
  normalizeForm(normalizeForm(name, 'NFKD').replace(/\p{M}+/gu, ''), 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
