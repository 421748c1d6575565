import type { Limit } from '#server/credentials/attempts.ts'

/** Shared by sign-in, proof and profile; the account is named by its email, whether or not it exists (docs/back-office §1). */
export const CHECKS_OF: Limit = { kind: 'staff check of', most: 10, seconds: 15 * 60 }
export const CHECKS_FROM: Limit = { kind: 'staff check from', most: 20, seconds: 15 * 60 }
