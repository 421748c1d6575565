/** A session ends this long after its last use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
/** A session ends this long after sign-in, regardless of use. */
export const MAX_SESSION_SECONDS = 90 * 24 * 60 * 60
/** Staff may stay signed in as a member for this long (docs/back-office §4). */
export const SIGN_IN_AS_SECONDS = 15 * 60
