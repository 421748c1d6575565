import { lockEmails as lockEmailRows } from './taken-email.queries.ts'

/** Until the transaction ends, no other transaction can claim or release one of these emails. */
export const lockEmails: typeof lockEmailRows = lockEmailRows
