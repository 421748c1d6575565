import { lockEmails } from './taken-email.queries.ts'

/** Until the transaction ends nobody takes one of these emails, or gives it up. */
export const holdEmails: typeof lockEmails = lockEmails
