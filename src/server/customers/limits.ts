import type { Limit } from '#server/identity/credentials/attempts.ts'

/** docs/product §11. The key is the typed email, whether or not it has an account. */
export const LOGIN_FROM: Limit = { kind: 'login from', most: 20, seconds: 15 * 60 }
export const LOGIN_TO: Limit = { kind: 'login to', most: 200, seconds: 60 * 60 }
/**
 * Codes at sign-in, in addition to the password's limit: a code has only six digits, and the right password is needed
 * to get here.
 */
export const CODE_OF: Limit = { kind: 'code of', most: 10, seconds: 15 * 60 }
/**
 * Codes in a session or behind a mailed link. Counted separately, so that a stranger with the password cannot use them
 * up.
 */
export const OWN_CODE_OF: Limit = { kind: 'own code of', most: 10, seconds: 15 * 60 }
/** Comments and replies of one account (docs/product §11.3). */
export const COMMENTS_OF: Limit = { kind: 'comments of', most: 60, seconds: 60 * 60 }
export const REGISTER_FROM: Limit = { kind: 'register from', most: 10, seconds: 60 * 60 }
/** Wrong passwords of a signed-in account, across all forms that require it again. */
export const WRONG_PASSWORD_OF: Limit = { kind: 'wrong password of', most: 10, seconds: 15 * 60 }
/** Attempts with mailed links of any kind. */
export const LINK_FROM: Limit = { kind: 'link from', most: 20, seconds: 15 * 60 }
/** Mails to an email that a user typed, including refused ones. */
export const EMAIL_CHANGE_OF: Limit = { kind: 'email change of', most: 5, seconds: 24 * 60 * 60 }
/** Per inviting account, whose name is in every mail. */
export const INVITE_BY: Limit = { kind: 'add user of', most: 30, seconds: 60 * 60 }
/** Mails to one email, from all inviters. */
export const INVITED: Limit = { kind: 'invited', most: 5, seconds: 60 * 60 }
export const FORGOT_OF: Limit = { kind: 'forgot of', most: 5, seconds: 60 * 60 }
/** Matches the limit for forgotten passwords (docs/product §11.2). */
export const CLAIMS_OF: Limit = { kind: 'claim of', most: 5, seconds: 60 * 60 }
/** Exports of a user's personal data, each of which reads all of it. */
export const EXPORT_OF: Limit = { kind: 'export of', most: 5, seconds: 24 * 60 * 60 }
/** Downloads of these exports: a link is valid for ten minutes, and a connection may break. */
export const ARCHIVES_OF: Limit = { kind: 'archive of', most: 20, seconds: 24 * 60 * 60 }
/** Each request mails the owner. */
export const ERASE_OF: Limit = { kind: 'erase of', most: 5, seconds: 24 * 60 * 60 }
/** "I’ve sent payment" reports, per account or IP address, across all orders. */
export const PAYMENT_CLAIMS_OF: Limit = { kind: 'payment claim of', most: 20, seconds: 60 * 60 }
/** New links to guests' orders. */
export const ORDER_LINK_FROM: Limit = { kind: 'order link from', most: 20, seconds: 60 * 60 }
export const ORDER_LINK_OF: Limit = { kind: 'order link of', most: 5, seconds: 60 * 60 }
