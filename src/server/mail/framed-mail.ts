/** A mail's own styles count; nothing in it runs, is loaded from elsewhere or opens anything. */
const FRAMED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

/** With which a mail is a page of its own, for a frame of the back office. */
export const framedMailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': FRAMED,
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'private, no-store',
}
