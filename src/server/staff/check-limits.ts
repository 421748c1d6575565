import type { Limit } from '#server/credentials/attempts.ts'

/** Shared by sign-in, proof and profile; the account is named by its email, whether or not it exists (docs/back-office §1). */
export const CHECKS_OF: Limit = { kind: 'staff check of', most: 10, seconds: 15 * 60 }
/** Of the former, what one IP address may use up at the sign-in: the account's own people come in from another meanwhile. */
export const SIGN_INS_OF_FROM: Limit = { kind: 'staff sign-in of and from', most: 6, seconds: 15 * 60 }
export const CHECKS_FROM: Limit = { kind: 'staff check from', most: 20, seconds: 15 * 60 }
