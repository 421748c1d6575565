import { type RawBuilder, sql } from 'kysely'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import type { PersonKeys } from './decision.ts'

type KeyOfEach<Union> = Union extends Union ? keyof Union : never
type MailKey = Exclude<KeyOfEach<JobPayloads['mail']>, 'mail'>

/**
 * Maps each key of an email's payload to the matching keys of the person; undefined if another key of the same payload
 * identifies them.
 */
const PAYLOAD_CONDITIONS: Record<MailKey, ((person: PersonKeys) => RawBuilder<unknown>) | undefined> = {
  order_id: ({ orders }) => sql`any(${orders}::int[])`,
  shipment_id: undefined,
  replaced_version: undefined,
  credit_note: undefined,
  return_id: ({ orders }) => sql`any(array(select id from goods_returns where order_id = any(${orders}::int[])))`,
  user_id: ({ user }) => sql`${user}::int`,
  sponsor_id: ({ user }) => sql`${user}::int`,
  former_sponsor_id: ({ user }) => sql`${user}::int`,
  next_sponsor_id: ({ user }) => sql`${user}::int`,
  member_id: ({ user }) => sql`${user}::int`,
  invitation_id: ({ user, emails }) => sql`any(array(
    select id from invitations where inviter_id = ${user}::int or email = any(${emails}::text[])))`,
  email_change_id: ({ user }) => sql`any(array(select id from email_changes where user_id = ${user}::int))`,
  payout_entry_id: ({ user }) => sql`any(array(select id from payout_entries where member_id = ${user}::int))`,
  payout_method_id: ({ user }) => sql`any(array(select id from payout_methods where user_id = ${user}::int))`,
  certificate_id: ({ user }) => sql`any(array(select id from resale_certificates where user_id = ${user}::int))`,
  post_id: ({ user }) => sql`any(array(select id from posts where user_id = ${user}::int))`,
  comment_id: ({ user }) => sql`any(array(
    select comments.id from comments join posts on posts.id = post_id
     where comments.user_id = ${user}::int or posts.user_id = ${user}::int))`,
  reply_id: ({ user }) => sql`any(array(
    select reply.id from comment_replies reply join comments on comments.id = comment_id join posts on posts.id = post_id
     where reply.user_id = ${user}::int or comments.user_id = ${user}::int or posts.user_id = ${user}::int))`,
  message_id: ({ user, emails }) => sql`any(array(
    select id from messages where user_id = ${user}::int or lower(email) = any(${emails}::text[])))`,
  message_answer_id: ({ user, emails }) => sql`any(array(
    select answer.id from message_answers answer join messages on messages.id = message_id
     where user_id = ${user}::int or lower(email) = any(${emails}::text[])))`,
  subscriber_id: ({ emails }) => sql`any(array(
    select id from newsletter_subscribers where email = any(${emails}::text[])))`,
  newsletter_id: undefined,
  staff_id: undefined,
  staff_reset_id: undefined,
  approval_id: undefined,
  expires_on: undefined,
  from_month: undefined,
  todo: undefined,
  waiting: undefined,
}

/**
 * Returns whether an email is about the person or their data, by its payload; includes emails to the shop and to other
 * members.
 */
export const isMailAbout = (payload: RawBuilder<unknown>, person: PersonKeys): RawBuilder<boolean> =>
  sql`(${sql.join(
    Object.entries(PAYLOAD_CONDITIONS).flatMap(([key, toCondition]) =>
      toCondition ? [sql`coalesce((${payload} ->> ${sql.lit(key)})::int = ${toCondition(person)}, false)`] : [],
    ),
    sql` or `,
  )})`
