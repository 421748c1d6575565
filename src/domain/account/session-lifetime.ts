/** A sign-in ends this long after its last use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
/** And so long after it was opened, however often it is used. */
export const LONGEST_SESSION_SECONDS = 90 * 24 * 60 * 60
/** So long staff who signed in as a member see what they see (docs/back-office §4). */
export const SIGN_IN_AS_SECONDS = 15 * 60
