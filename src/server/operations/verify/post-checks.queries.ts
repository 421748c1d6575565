import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'

export const postChecks: Check[] = [
  {
    findings: sql`
      select format('Post %s is by the member with the id %s, who is not there.', id, user_id) as finding
      from posts where not exists (select 1 from users where id = posts.user_id)`,
  },
  {
    findings: sql`
      select format('Comment %s stands under post %s, which is not there.', id, post_id) as finding
      from comments where not exists (select 1 from posts where id = comments.post_id)`,
  },
  {
    findings: sql`
      select format('Reply %s answers comment %s, which is not there.', id, comment_id) as finding
      from comment_replies reply where not exists (select 1 from comments where id = reply.comment_id)`,
  },
  {
    findings: sql`
      select format('The attachment %s belongs to %s posts.', attachment_file, count(*)) as finding
      from posts where attachment_file is not null group by attachment_file having count(*) > 1`,
  },
  {
    // The scheduler publishes a post within a second, unless it has just started.
    findings: sql`
      select format('Post %s is scheduled for %s and still not public.', id, publish_at) as finding
      from posts where visibility = 'scheduled' and publish_at < now() - interval '1 hour'
      union all
      select format('Post %s is public without a date.', id) from posts where visibility = 'public' and published_at is null`,
  },
  {
    findings: sql`
      select format('Message %s confirms the email of no account.', id) as finding
      from messages where email_confirmed and not exists (select from users where id = messages.user_id)
      union all
      select format('Answer %s belongs to message %s, which is not there.', id, message_id)
      from message_answers where not exists (select from messages where id = message_id)`,
  },
]

/** Finds the next posts after an ID that have an attachment. */
export const findAttachments = (db: Database, after: number, limit: number) =>
  sql<{ id: number; file: string }>`
    select id, attachment_file as file from posts
    where id > ${after} and attachment_file is not null order by id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)

export const findLicenseFiles = (db: Database, after: string, limit: number) =>
  sql<{ file: string; member_no: string }>`
    select file_name as file, member_no from license_files join users on users.id = user_id
     where file_name > ${after} order by file_name limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)
