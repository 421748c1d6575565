import { isEmail } from './email-address.ts'

/** The longest link that staff can enter. */
export const MAX_LINK = 1_000

/** Only tells pages of the shop from others while they are parsed. */
const SHOP = 'http://shop.invalid'

/**
 * Returns true for what a link of the shop may lead to: a page of the shop such as `/about`, a URL with http or https,
 * an email address with `mailto:`, a number with `tel:`.
 */
export function isLinkTarget(text: string): boolean {
  // The parser drops line breaks and tabs, and reads a backslash as a slash.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return false
  if (text.startsWith('/')) return URL.parse(text, SHOP)?.origin === SHOP
  if (text.startsWith('mailto:')) return isEmail(text.slice('mailto:'.length))
  if (text.startsWith('tel:')) return /^tel:\+?[\d-]{3,20}$/.test(text)
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Returns the path of a link to a page of the shop, without query and fragment; undefined for other links. */
export const readLocalPath = (link: string): string | undefined =>
  link.startsWith('/') ? URL.parse(link, SHOP)?.pathname : undefined
