import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { nanoid } from 'nanoid'
import { CSRF_HEADER } from '#contract/base/limits.ts'
import {
  addFollowedCode,
  isReferralCode,
  parseFollowedCodes,
  REFERRAL_SECONDS,
  serializeFollowedCodes,
} from '#domain/customers/followed-codes.ts'
import { MAX_SESSION_SECONDS } from '#domain/customers/session-lifetime.ts'
import type { Config } from '#server/platform/config.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'

/** A guest's cart expires 60 days after its last use (docs/product §3.3). */
const CART_SECONDS = 60 * 24 * 60 * 60
const YEAR_SECONDS = 365 * 24 * 60 * 60
type WithHeaders = { headers: IncomingHttpHeaders }

/** Cookies of a visitor who is not signed in: their identity, their cart and their latest order. */
export type Visitors = {
  /** Returns the visitor's id, if the signed cookie has one. */
  findVisitor(request: WithHeaders): string | undefined
  /** Returns the visitor's id; new visitors get one, and `setCookie` is the header line that stores it. */
  visitor(request: WithHeaders): { id: string; setCookie: string | undefined }
  csrfToken(visitorId: string): string
  isCsrfToken(visitorId: string, token: string): boolean
  cartToken(request: WithHeaders): string | undefined
  /** Stores the token for 60 days; called on every use of the cart. */
  keepCartToken(reply: FastifyReply, token: string): void
  forgetCart(reply: FastifyReply): void
  /**
   * Issues a new identity and token, so that values from before a sign-in or sign-out become invalid. The requesting
   * page reads the new token from the response.
   */
  renew(reply: FastifyReply): void
  sessionToken(request: WithHeaders): string | undefined
  /** Also clears the browser's last order, as `forgetSession` does: it may belong to another person. */
  keepSession(reply: FastifyReply, token: string, seconds?: number): void
  forgetSession(reply: FastifyReply): void
  /** Returns the codes of the referral links that the visitor followed, latest first. */
  referralCodes(request: WithHeaders): string[]
  /** Returns the header lines that store the code in a URL (`?ref=CODE`), if there is one. */
  referralLines(request: WithHeaders, url: string): string[]
  lastOrderId(request: WithHeaders): number | undefined
  keepLastOrder(reply: FastifyReply, orderId: number): void
}

export function makeVisitors(config: Config, signer: Signer): Visitors {
  // The prefix makes browsers refuse the cookie from a sibling domain or over plain HTTP.
  const prefix = config.secureCookies ? '__Host-' : ''
  const names = {
    visitor: `${prefix}visitor`,
    cart: `${prefix}cart`,
    order: `${prefix}order`,
    session: `${prefix}session`,
    referral: `${prefix}ref`,
    followed: `${prefix}refs`,
  }
  const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secureCookies ? '; Secure' : ''}`
  const cookieLine = (name: string, value: string, maxAge?: number) =>
    `${name}=${value}; ${maxAge === undefined ? '' : `Max-Age=${maxAge}; `}${attributes}`

  /** Parses `value.signature`; undefined if the signature is invalid. */
  const readSigned = (request: WithHeaders, name: string): string | undefined => {
    const cookie = readCookie(request.headers.cookie, name)
    return cookie === undefined ? undefined : verifyCookie(name, cookie)
  }
  const verifyCookie = (name: string, cookie: string): string | undefined => {
    const dot = cookie.lastIndexOf('.')
    if (dot < 1) return undefined
    const value = cookie.slice(0, dot)
    return signer.verify(name, value, cookie.slice(dot + 1)) ? value : undefined
  }
  const sign = (name: string, value: string) => `${value}.${signer.sign(name, value)}`

  // Verifying two signatures per page would cost more than everything else about sending it.
  const readVisitorId = memoize((cookie) => verifyCookie(names.visitor, cookie))
  const csrfToken = memoize((visitorId) => signer.sign('csrf', visitorId))
  const findVisitor = (request: WithHeaders) => {
    const cookie = readCookie(request.headers.cookie, names.visitor)
    return cookie === undefined ? undefined : readVisitorId(cookie)
  }
  const createVisitor = () => {
    const id = nanoid(ID_LENGTH)
    return { id, setCookie: cookieLine(names.visitor, sign(names.visitor, id), YEAR_SECONDS) }
  }
  const token = (request: WithHeaders, name: string): string | undefined => {
    const cookie = readCookie(request.headers.cookie, name)
    return cookie && /^[\w-]{43}$/.test(cookie) ? cookie : undefined
  }
  /** The latest code has its own cookie, the only one that releases before 0.2.0 know (docs/decisions/0073). */
  const readFollowedCodes = (request: WithHeaders, now: number) => {
    const latest = readCookie(request.headers.cookie, names.referral)
    const followed = parseFollowedCodes(readCookie(request.headers.cookie, names.followed) ?? '', now)
    if (latest === undefined || !isReferralCode(latest) || latest === followed[0]?.code) return followed
    return addFollowedCode(followed, latest, now)
  }
  const clearOrder = (reply: FastifyReply) => reply.header('set-cookie', cookieLine(names.order, '', 0))
  return {
    findVisitor,
    visitor(request) {
      const cached = findVisitor(request)
      return cached === undefined ? createVisitor() : { id: cached, setCookie: undefined }
    },
    csrfToken,
    // Compares with the memoized token first; a page may still have one made with the previous secret.
    isCsrfToken: (visitorId, token) => isSame(csrfToken(visitorId), token) || signer.verify('csrf', visitorId, token),
    cartToken: (request) => token(request, names.cart),
    keepCartToken(reply, token) {
      reply.header('set-cookie', cookieLine(names.cart, token, CART_SECONDS))
    },
    forgetCart(reply) {
      reply.header('set-cookie', cookieLine(names.cart, '', 0))
    },
    renew(reply) {
      const { id, setCookie } = createVisitor()
      reply.header('set-cookie', setCookie).header(CSRF_HEADER, csrfToken(id))
    },
    sessionToken: (request) => {
      const cookie = readCookie(request.headers.cookie, names.session)
      return cookie && /^(?:as\.)?[\w-]{43}$/.test(cookie) ? cookie : undefined
    },
    // The server decides when a session expires from inactivity: the browser does not know its last use.
    keepSession(reply, token, seconds = MAX_SESSION_SECONDS) {
      reply.header('set-cookie', cookieLine(names.session, token, seconds))
      clearOrder(reply)
    },
    forgetSession(reply) {
      reply.header('set-cookie', cookieLine(names.session, '', 0))
      clearOrder(reply)
    },
    referralCodes: (request) => readFollowedCodes(request, nowInSeconds()).map(({ code }) => code),
    referralLines(request, url) {
      const code = /[?&]ref=([^&#]*)/.exec(url)?.[1]
      if (code === undefined || !isReferralCode(code)) return []
      const now = nowInSeconds()
      const followed = serializeFollowedCodes(addFollowedCode(readFollowedCodes(request, now), code, now))
      return [
        cookieLine(names.referral, code, REFERRAL_SECONDS),
        cookieLine(names.followed, followed, REFERRAL_SECONDS),
      ]
    },
    lastOrderId(request) {
      const id = Number(readSigned(request, names.order))
      return Number.isSafeInteger(id) && id > 0 ? id : undefined
    },
    keepLastOrder(reply, orderId) {
      reply.header('set-cookie', cookieLine(names.order, sign(names.order, String(orderId))))
    },
  }
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** Compares in constant time. */
function isSame(expected: string, actual: string): boolean {
  const [expectedBytes, actualBytes] = [Buffer.from(expected), Buffer.from(actual)]
  return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes)
}

/** Number of visitors with memoized results: a few megabytes. */
const MAX_MEMOIZED = 10_000

/** Memoizes a function of text; undefined results are not stored. */
function memoize<Value extends string | undefined>(find: (text: string) => Value): (text: string) => string | Value {
  const cache = new LRUCache<string, string>({ max: MAX_MEMOIZED })
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const value = find(text)
    if (value !== undefined) cache.set(copyText(text), copyText(value))
    return value
  }
}

/** A cookie is a slice of its header, which can be long; the copy does not keep the rest in memory. */
const copyText = (text: string): string => Buffer.from(text).toString()

/** 144 bits, as 24 characters. */
const ID_LENGTH = 24

/** Reads one cookie; called for every page, so it parses only what is needed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (let start = 0; start < header.length; ) {
    let end = header.indexOf(';', start)
    if (end === -1) end = header.length
    while (header[start] === ' ') start++
    if (header.startsWith(name, start) && header[start + name.length] === '=') {
      return header.slice(start + name.length + 1, end)
    }
    start = end + 1
  }
  return undefined
}
