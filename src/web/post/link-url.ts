const LINKABLE = /^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+)$/i
const SHOP_PATH = /^\/(?!\/)\S*$/
const MAIL = /^[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/
const HOST = /^[^\s/:?#@.]+\.[^\s/:?#@]{2,}([:/?#]\S*)?$/

/**
 * The URL that a person means by what they typed; undefined where no link may lead: only http, https, mailto
 * (docs/product §5) and pages of this shop are allowed.
 */
export function linkUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (LINKABLE.test(text) || SHOP_PATH.test(text)) return text
  if (MAIL.test(text)) return `mailto:${text}`
  if (HOST.test(text)) return `https://${text}`
  return undefined
}
