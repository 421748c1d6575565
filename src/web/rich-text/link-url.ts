const LINKABLE = /^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+)$/i
const SHOP_PATH = /^\/(?!\/)\S*$/
const MAIL = /^[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/
const HOST = /^[^\s/:?#@.]+\.[^\s/:?#@]{2,}([:/?#]\S*)?$/

/**
 * Converts typed text to a URL; undefined unless it is http, https, mailto (docs/product §5) or a page of this shop.
 */
export function toLinkUrl(input: string): string | undefined {
  const text = input.trim()
  if (LINKABLE.test(text) || SHOP_PATH.test(text)) return text
  if (MAIL.test(text)) return `mailto:${text}`
  if (HOST.test(text)) return `https://${text}`
  return undefined
}
