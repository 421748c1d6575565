/** Allows an email's own styles; nothing in it runs, loads from elsewhere or opens windows. */
const FRAMED_CSP =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

/** Headers for an email shown as a separate page in a frame of the back office. */
export const framedMailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': FRAMED_CSP,
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'private, no-store',
}
