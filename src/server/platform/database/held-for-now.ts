/**
 * Other work holds what was to be changed, for a minute or a few. Thrown, not returned, since it also ends bulk changes
 * in the midst of their rows; the message is for whoever made the change.
 */
export class HeldForNow extends Error {}
