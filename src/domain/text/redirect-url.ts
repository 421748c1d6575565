import { normalizeForm } from './normal-form.ts'

/** Only tells shop URLs from others while they are parsed. */
const SHOP = 'http://shop.invalid'

/** Longer than any URL that search engines keep. */
export const MAX_REDIRECT_URL = 1_000

/**
 * Returns the path of a former shop's URL in the form in which paths are compared: without host, query and slash at the
 * end, in lower case. Undefined if it is no URL or the home page.
 */
export function readFormerPath(text: string): string | undefined {
  let pathname = parseUrl(text.trim(), SHOP)?.pathname ?? ''
  while (pathname.endsWith('/')) pathname = pathname.slice(0, -1)
  if (pathname === '') return undefined
  try {
    const path = normalizeForm(decodeURIComponent(pathname), 'NFC').toLowerCase()
    return path.includes('\0') || path.length > MAX_REDIRECT_URL ? undefined : path
  } catch {
    return undefined
  }
}

/**
 * Returns the path of a URL of this shop, with query and fragment; undefined for other hosts, because a link to the
 * shop must not lead elsewhere. `publicUrl` is the shop's own address.
 */
export function readRedirectTarget(text: string, publicUrl: string): string | undefined {
  const url = parseUrl(text.trim(), SHOP)
  if (!url || (url.origin !== SHOP && url.origin !== new URL(publicUrl).origin)) return undefined
  const target = url.pathname + url.search + url.hash
  // A browser reads two slashes as the beginning of a host.
  return target.startsWith('//') || target.length > MAX_REDIRECT_URL ? undefined : target
}

function parseUrl(text: string, base: string): URL | undefined {
  // The parser drops line breaks and tabs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (!/^(?:\/|https?:\/\/)/i.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return undefined
  return URL.parse(text, base) ?? undefined
}
