import { sql } from 'kysely'
import type { PostLanguage } from '#contract/base/limits.ts'
import type { Visibility } from '#domain/posts/visibility.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { PostId, UserId } from '#server/platform/database/tables.generated.ts'

type HiddenColumns = { hidden_reason: string | null; hidden_by: string | null; hidden_at: Date | null }
type AuthorColumns = { user_id: UserId; author_name: string; author_email: string }
/** Last row of the previous page: its creation time in microseconds since 1970, its kind and its ID. */
export type Cursor = { micros: string; kind: CommentKind; id: number }
type Page = { after?: Cursor | undefined; limit: number }

export type ManagedPostRow = HiddenColumns &
  AuthorColumns & {
    id: PostId
    title: string
    language: PostLanguage
    visibility: Visibility
    excerpt: string
    attachment_file: string | null
    attachment_name: string | null
    created_at: Date
    updated_at: Date
    /** Cursor of the next page. */
    cursor: string
  }

const author = sql`author.id as user_id, author.first_name || ' ' || author.last_name as author_name,
  author.email as author_email`
const postColumns = sql`post.id, title, language, visibility, excerpt, attachment_file, attachment_name, post.created_at,
  updated_at, hidden_reason, hidden_by, hidden_at, ${author},
  (extract(epoch from post.created_at) * 1000000)::bigint || '~' || post.id as cursor`
const toPattern = (search: string) =>
  `%${foldForSearch(search)
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
const matchesAuthor = (search: string) =>
  sql`(normalize_for_search(author.first_name || ' ' || author.last_name) like ${toPattern(search)} or normalize_for_search(author.email) like ${toPattern(search)})`
const toInstant = ({ micros }: Cursor) => sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** Finds posts for moderators, newest first. */
export async function findManagedPosts(
  db: Database,
  { show, search }: { show?: Visibility | undefined; search: string },
  { after, limit }: Page,
): Promise<ManagedPostRow[]> {
  const where = [
    // Nobody but its author reads a draft.
    sql`visibility <> 'draft'`,
    ...(show === undefined ? [] : [sql`visibility = ${show}`]),
    ...(search === ''
      ? []
      : [sql`(normalize_for_search(title) like ${toPattern(search)} or ${matchesAuthor(search)})`]),
    ...(after === undefined ? [] : [sql`(post.created_at, post.id) < (${toInstant(after)}, ${after.id}::int)`]),
  ]
  const { rows } = await sql<ManagedPostRow>`
    select ${postColumns} from posts post join users author on author.id = post.user_id
     where ${sql.join(where, sql` and `)} order by post.created_at desc, post.id desc limit ${limit}`.execute(db)
  return rows
}

export const countPendingPostRows = (db: Database): Promise<number> =>
  countUpTo(db, sql`from posts where visibility = 'waiting'`)

export type OpenedPostRow = ManagedPostRow & { content_html: string }

export async function findManagedPost(db: Database | Transaction, id: number): Promise<OpenedPostRow | undefined> {
  const { rows } = await sql<OpenedPostRow>`
    select ${postColumns}, content_html from posts post join users author on author.id = post.user_id
     where post.id = ${id} and visibility <> 'draft'`.execute(db)
  return rows[0]
}

/** Locks a post, because its author may be changing it. */
export const lockPost = (trx: Transaction, id: number) =>
  trx
    .selectFrom('posts')
    .select(['id', 'user_id', 'visibility', 'updated_at', 'hidden_reason', 'publish_at'])
    .where('id', '=', id as PostId)
    .forUpdate()
    .executeTakeFirst()

export async function setVisibility(
  trx: Transaction,
  id: PostId,
  visibility: Visibility,
  hidden?: { reason: string; by: string },
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ visibility, ...toHiddenColumns(hidden) })
    .where('id', '=', id)
    .execute()
}

const toHiddenColumns = (hidden: { reason: string; by: string } | undefined) => ({
  hidden_reason: hidden?.reason ?? null,
  hidden_by: hidden?.by ?? null,
  hidden_at: hidden ? sql<Date>`now()` : null,
})

export type CommentKind = 'comment' | 'reply'
export type ManagedCommentRow = HiddenColumns &
  AuthorColumns & {
    kind: CommentKind
    id: number
    post_id: PostId
    title: string
    content: string
    created_at: Date
    cursor: string
  }

/** Comments and replies in one relation. Their IDs overlap, so a row is identified by kind and ID. */
const commentsAndReplies = sql`(
  select 'comment' as kind, id, post_id, user_id, content, created_at, hidden_reason, hidden_by, hidden_at from comments
  union all
  select 'reply', reply.id, post_id, reply.user_id, reply.content, reply.created_at, reply.hidden_reason,
    reply.hidden_by, reply.hidden_at from comment_replies reply join comments on comments.id = comment_id)`
const commentColumns = sql`kind, one.id, post_id, title, content, one.created_at, one.hidden_reason, one.hidden_by,
  one.hidden_at, ${author}, (extract(epoch from one.created_at) * 1000000)::bigint || '~' || kind || one.id as cursor`
const commentsWithAuthors = sql`${commentsAndReplies} one join posts post on post.id = post_id join users author on author.id = one.user_id`

/** Finds comments and replies for moderators, newest first. */
export async function findManagedComments(
  db: Database,
  { show, search }: { show?: 'hidden' | undefined; search: string },
  { after, limit }: Page,
): Promise<ManagedCommentRow[]> {
  const where = [
    sql`true`,
    ...(show === undefined ? [] : [sql`one.hidden_at is not null`]),
    ...(search === ''
      ? []
      : [sql`(normalize_for_search(content) like ${toPattern(search)} or ${matchesAuthor(search)})`]),
    ...(after === undefined
      ? []
      : [sql`(one.created_at, kind, one.id) < (${toInstant(after)}, ${after.kind}, ${after.id}::int)`]),
  ]
  const { rows } = await sql<ManagedCommentRow>`
    select ${commentColumns} from ${commentsWithAuthors} where ${sql.join(where, sql` and `)}
     order by one.created_at desc, kind desc, one.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findManagedComment(
  db: Database | Transaction,
  kind: CommentKind,
  id: number,
): Promise<ManagedCommentRow | undefined> {
  const { rows } = await sql<ManagedCommentRow>`
    select ${commentColumns} from ${commentsWithAuthors} where kind = ${kind} and one.id = ${id}`.execute(db)
  return rows[0]
}

const toTable = (kind: CommentKind) => sql.table(kind === 'comment' ? 'comments' : 'comment_replies')

export async function lockComment(
  trx: Transaction,
  kind: CommentKind,
  id: number,
): Promise<{ user_id: UserId; hidden_reason: string | null } | undefined> {
  const { rows } = await sql<{ user_id: UserId; hidden_reason: string | null }>`
    select user_id, hidden_reason from ${toTable(kind)} where id = ${id} for update`.execute(trx)
  return rows[0]
}

export async function setHidden(
  trx: Transaction,
  kind: CommentKind,
  id: number,
  hidden: { reason: string; by: string } | undefined,
): Promise<void> {
  await sql`
    update ${toTable(kind)} set hidden_reason = ${hidden?.reason ?? null}, hidden_by = ${hidden?.by ?? null},
      hidden_at = ${hidden ? sql`now()` : null} where id = ${id}`.execute(trx)
}
