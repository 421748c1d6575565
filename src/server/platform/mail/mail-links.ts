/**
 * How a mail's links are made: `fresh` ones work, and end those of before; `masked` ones are for looking at the mail and
 * never work, because no token is made for them (docs/back-office §6).
 */
export type MailLinks = 'fresh' | 'masked'

/** What stands in a masked link in place of a token or signature. */
export const MASKED = 'masked'
