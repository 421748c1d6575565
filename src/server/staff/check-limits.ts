import type { Limit } from '#server/credentials/attempts.ts'

/** Sign-ins of one account, named by its email, whether or not it exists (docs/back-office §1). */
export const CHECKS_OF: Limit = { kind: 'staff check of', most: 10, seconds: 15 * 60 }
/**
 * Passwords and codes that a signed-in session tries, keyed by the session. Sign-ins do not count here, so that a stranger
 * who knows an email cannot keep its owner from a proof, and a stolen session has few guesses until it ends.
 */
export const PROOFS_OF: Limit = { kind: 'staff proof of', most: 10, seconds: 15 * 60 }
/** Of `CHECKS_OF`, what one IP address may use up at the sign-in: the account's own people come in from another meanwhile. */
export const SIGN_INS_OF_FROM: Limit = { kind: 'staff sign-in of and from', most: 6, seconds: 15 * 60 }
export const CHECKS_FROM: Limit = { kind: 'staff check from', most: 20, seconds: 15 * 60 }
export const LINKS_FROM: Limit = { kind: 'staff link from', most: 20, seconds: 15 * 60 }
