import type { Limit } from '#server/identity/credentials/attempts.ts'

/** Sign-ins of one account, keyed by email, whether or not it exists (docs/back-office §1). */
export const SIGN_INS_PER_ACCOUNT: Limit = { kind: 'staff check of', most: 10, seconds: 15 * 60 }
/**
 * Passwords and codes tried in a signed-in session, keyed by the session. Sign-ins do not count here, so that a
 * stranger who knows an email cannot block its owner's proof, and a stolen session allows few guesses before it ends.
 */
export const PROOFS_PER_SESSION: Limit = { kind: 'staff proof of', most: 10, seconds: 15 * 60 }
/** Share of `SIGN_INS_PER_ACCOUNT` for one IP address at sign-in: the account's owner can still sign in from another one. */
export const SIGN_INS_PER_ACCOUNT_AND_IP: Limit = { kind: 'staff sign-in of and from', most: 6, seconds: 15 * 60 }
export const CHECKS_PER_IP: Limit = { kind: 'staff check from', most: 20, seconds: 15 * 60 }
export const LINKS_PER_IP: Limit = { kind: 'staff link from', most: 20, seconds: 15 * 60 }
