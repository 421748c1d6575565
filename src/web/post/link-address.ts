const LINKABLE = /^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+)$/i
const SHOP_PATH = /^\/(?!\/)\S*$/
const MAIL = /^[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/
const HOST = /^[^\s/:?#@.]+\.[^\s/:?#@]{2,}([:/?#]\S*)?$/

/**
 * The address a person means by what they typed; nothing when no link may lead there: http, https and mailto can
 * (docs/product §5.1), and pages of this shop.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (LINKABLE.test(text) || SHOP_PATH.test(text)) return text
  if (MAIL.test(text)) return `mailto:${text}`
  if (HOST.test(text)) return `https://${text}`
  return undefined
}
