import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PersonKeys } from './decision.ts'

/** Returns a query for the kind and ID of all audit subjects that belong to the person. */
export const selectAuditSubjects = ({ user, emails, orders }: PersonKeys): RawBuilder<unknown> => sql`(
  select 'member' as kind, ${user}::text as id where ${user}::int is not null
  union all select 'order', id::text from unnest(${orders}::int[]) as given (id)
  union all select 'payment', id::text from payments where order_id = any(${orders}::int[])
  union all select 'bank_transaction', bank_transaction_id::text from payments where order_id = any(${orders}::int[]) and bank_transaction_id is not null
  union all select 'post', id::text from posts where user_id = ${user}::int
  union all select 'comment', id::text from comments where user_id = ${user}::int
  union all select 'reply', id::text from comment_replies where user_id = ${user}::int
  union all select 'message', id::text from messages where user_id = ${user}::int or lower(email) = any(${emails}::text[])
  union all select 'subscriber', id::text from newsletter_subscribers where email = any(${emails}::text[])
  union all select 'approval', id::text from approvals
    where action = 'payment.refund' and subject = any(${orders.map(String)}::text[])
      or action = 'payout.send' and split_part(subject, ' ', 2) = ${user}::text)`

type Subject = {
  kind:
    | 'member'
    | 'order'
    | 'payment'
    | 'bank_transaction'
    | 'post'
    | 'comment'
    | 'reply'
    | 'message'
    | 'subscriber'
    | 'approval'
  id: string
}

export async function findAuditSubjects(trx: Transaction, person: PersonKeys): Promise<Subject[]> {
  return (await sql<Subject>`select distinct kind, id from ${selectAuditSubjects(person)} subject`.execute(trx)).rows
}
