/**
 * Kind of links in an email: `fresh` ones work and replace earlier ones; `masked` ones are for viewing the email and
 * never work, because no token is created for them (docs/back-office §6).
 */
export type MailLinks = 'fresh' | 'masked'

/** Replaces the token or signature in a masked link. */
export const MASKED = 'masked'
