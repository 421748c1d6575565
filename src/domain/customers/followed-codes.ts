/** A visitor's referrer is remembered for 30 days (docs/product §1.4). */
export const REFERRAL_SECONDS = 30 * 24 * 60 * 60

/** The form of a referral code; whether it exists is checked in the database. */
const REFERRAL_CODE = /^[A-Za-z0-9]{1,20}$/
export const isReferralCode = (text: string): boolean => REFERRAL_CODE.test(text)

/** The referral code of a link that a visitor followed, and when: in seconds since 1970. */
export type FollowedCode = { code: string; followedAt: number }

/** Enough for mistyped links, and few enough for a cookie that is sent with every request. */
const MAX_CODES = 5

/**
 * Parses the codes that have not expired, latest first. The first existing code counts, so that a mistyped link does
 * not discard an earlier referrer.
 */
export const parseFollowedCodes = (text: string, now: number): FollowedCode[] =>
  text.split('.').flatMap((entry) => {
    const [code = '', time = ''] = entry.split('-', 2)
    const followedAt = Number.parseInt(time, 36)
    return isReferralCode(code) && now - followedAt < REFERRAL_SECONDS ? [{ code, followedAt }] : []
  })

export const serializeFollowedCodes = (followed: readonly FollowedCode[]): string =>
  followed.map(({ code, followedAt }) => `${code}-${followedAt.toString(36)}`).join('.')

/** A code that was followed before is only moved to the front. */
export const addFollowedCode = (followed: readonly FollowedCode[], code: string, now: number): FollowedCode[] =>
  [{ code, followedAt: now }, ...followed.filter((entry) => !isSameCode(entry.code, code))].slice(0, MAX_CODES)

/** Codes are read aloud and typed, so letter case does not matter. */
const isSameCode = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()
