/** Replaces the token in the URL of the unsubscribe page: the outcome of the click. */
export const UNSUBSCRIBED = 'done'
export const DEAD_LINK = 'dead'
