import type { Limit } from '#server/identity/credentials/attempts.ts'

/** docs/product §11. The key is the typed email, whether or not it has an account. */
export const LOGINS_PER_IP: Limit = { kind: 'login from', most: 20, seconds: 15 * 60 }
export const LOGINS_PER_EMAIL: Limit = { kind: 'login to', most: 200, seconds: 60 * 60 }
/**
 * Codes at sign-in, in addition to the password's limit: a code has only six digits, and the right password is needed
 * to get here.
 */
export const SIGN_IN_CODES_PER_ACCOUNT: Limit = { kind: 'code of', most: 10, seconds: 15 * 60 }
/**
 * Codes in a session or behind a mailed link. Counted separately, so that a stranger with the password cannot use them
 * up.
 */
export const SESSION_CODES_PER_ACCOUNT: Limit = { kind: 'own code of', most: 10, seconds: 15 * 60 }
/** Comments and replies of one account (docs/product §11.3). */
export const COMMENTS_PER_ACCOUNT: Limit = { kind: 'comments of', most: 60, seconds: 60 * 60 }
export const REGISTRATIONS_PER_IP: Limit = { kind: 'register from', most: 10, seconds: 60 * 60 }
/** Wrong passwords of a signed-in account, across all forms that require it again. */
export const WRONG_PASSWORDS_PER_ACCOUNT: Limit = { kind: 'wrong password of', most: 10, seconds: 15 * 60 }
/** Attempts with mailed links of any kind. */
export const EMAILED_LINKS_PER_IP: Limit = { kind: 'link from', most: 20, seconds: 15 * 60 }
/** Emails to an address that a user typed, including refused ones. */
export const EMAIL_CHANGES_PER_ACCOUNT: Limit = { kind: 'email change of', most: 5, seconds: 24 * 60 * 60 }
/** Per inviting account, whose name is in every email. */
export const INVITATIONS_PER_INVITER: Limit = { kind: 'add user of', most: 30, seconds: 60 * 60 }
/** Emails to one address, from all inviters. */
export const INVITATIONS_PER_EMAIL: Limit = { kind: 'invited', most: 5, seconds: 60 * 60 }
export const PASSWORD_LINKS_PER_EMAIL: Limit = { kind: 'forgot of', most: 5, seconds: 60 * 60 }
/** Matches the limit for forgotten passwords (docs/product §11.2). */
export const CLAIMS_PER_ACCOUNT: Limit = { kind: 'claim of', most: 5, seconds: 60 * 60 }
/** Exports of a user's personal data, each of which reads all of it. */
export const EXPORTS_PER_ACCOUNT: Limit = { kind: 'export of', most: 5, seconds: 24 * 60 * 60 }
/** Downloads of these exports: a link is valid for ten minutes, and a connection may break. */
export const ARCHIVES_PER_ACCOUNT: Limit = { kind: 'archive of', most: 20, seconds: 24 * 60 * 60 }
/** Messages from the contact form; the last limit protects the database and the mailbox from many addresses. */
export const MESSAGES_PER_IP: Limit = { kind: 'message from', most: 5, seconds: 60 * 60 }
export const MESSAGES_PER_EMAIL: Limit = { kind: 'message of', most: 5, seconds: 60 * 60 }
export const MESSAGES_IN_ALL: Limit = { kind: 'messages to', most: 60, seconds: 60 * 60 }
/** Each request emails the owner. */
export const ERASURES_PER_ACCOUNT: Limit = { kind: 'erase of', most: 5, seconds: 24 * 60 * 60 }
/** "I’ve sent payment" reports, per account or IP address, across all orders. */
export const PAYMENT_CLAIMS_PER_SENDER: Limit = { kind: 'payment claim of', most: 20, seconds: 60 * 60 }
/** New links to guests' orders. */
export const ORDER_LINKS_PER_IP: Limit = { kind: 'order link from', most: 20, seconds: 60 * 60 }
export const ORDER_LINKS_PER_ORDER: Limit = { kind: 'order link of', most: 5, seconds: 60 * 60 }
