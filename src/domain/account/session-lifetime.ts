/** A sign-in ends this long after its last use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
