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
