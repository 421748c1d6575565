import { sql } from 'kysely'
import type { PostLanguage } from '#contract/base/limits.ts'
import type { Visibility } from '#domain/posts/visibility.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { PostId, UserId } from '#server/platform/database/tables.generated.ts'

export type Page = { offset: number; limit: number }
export type Attachment = { file: string; name: string }
export type PostTexts = {
  title: string
  language: PostLanguage
  content_html: string
  excerpt: string
  image: string | null
}
/** Choices of an author besides the texts. */
export type PostOptions = { cover: string | null; tags: string[]; publish_at: Date | null; visibility: Visibility }

/** When a public post became public; readers see it as its date. */
const PUBLISHED = sql<Date>`published_at`.as('created_at')

const selectPostsByUser = (db: Database, userId: UserId) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'language', 'content_html', 'attachment_file', 'attachment_name', 'created_at'])
    .select(['updated_at', 'visibility', 'hidden_reason', 'cover', 'tags', 'publish_at'])
    .where('user_id', '=', userId)

export const findPostByUser = (db: Database, userId: UserId, id: number) =>
  selectPostsByUser(db, userId)
    .where('id', '=', id as PostId)
    .executeTakeFirst()

export const findPostsByUser = (db: Database, userId: UserId, { offset, limit }: Page) =>
  selectPostsByUser(db, userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countPostsByUser(db: Database, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

const hasTag = (tag: string) => (tag === '' ? sql<boolean>`true` : sql<boolean>`tags @> array[${tag}]::text[]`)

/** `tag` is empty for all posts. */
export const findPublicPosts = (db: Database, language: PostLanguage, tag: string, { offset, limit }: Page) =>
  db
    .selectFrom('posts as post')
    .innerJoin('users as author', 'author.id', 'post.user_id')
    .select(['post.id', 'post.title', 'post.language', 'post.excerpt', 'post.image'])
    .select(PUBLISHED)
    .select(['author.first_name', 'author.last_name'])
    .where('post.language', '=', language)
    .where('post.visibility', '=', 'public')
    .where(hasTag(tag))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function findPublicPostsByTitle(
  db: Database,
  words: readonly string[],
  limit: number,
): Promise<{ id: number; title: string; language: string }[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'language'])
    .where('visibility', '=', 'public')
    .where((is) =>
      is.and(words.map((word) => sql<boolean>`strpos(' ' || normalize_for_search(title), ${` ${word}`}) > 0`)),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countPublicPosts(db: Database, language: PostLanguage, tag: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('language', '=', language)
    .where('visibility', '=', 'public')
    .where(hasTag(tag))
    .executeTakeFirstOrThrow()
  return count
}

export const findPublicPost = (db: Database, id: number) =>
  db
    .selectFrom('posts as post')
    .innerJoin('users as author', 'author.id', 'post.user_id')
    .select(['post.id', 'post.title', 'post.language', 'post.content_html', 'post.excerpt', 'post.image'])
    .select(['post.attachment_file', 'post.attachment_name', 'post.tags'])
    .select(PUBLISHED)
    .select(['author.first_name', 'author.last_name'])
    .where('post.id', '=', id as PostId)
    .where('post.visibility', '=', 'public')
    .executeTakeFirst()

export async function insertPost(
  trx: Transaction,
  userId: UserId,
  texts: PostTexts & PostOptions,
  attachment: Attachment | null,
): Promise<PostId> {
  const { id } = await trx
    .insertInto('posts')
    .values({ ...texts, user_id: userId, ...toAttachmentColumns(attachment) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a post of the user; undefined if they have no such post. */
export const lockOwnPost = (trx: Transaction, userId: UserId, id: number) =>
  trx
    .selectFrom('posts')
    .select(['id', 'visibility', 'title', 'language', 'content_html', 'attachment_file', 'updated_at'])
    .select(['cover', 'tags', 'publish_at'])
    .where('id', '=', id as PostId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Updates a post; `undefined` keeps the attachment. */
export async function updatePost(
  trx: Transaction,
  id: PostId,
  texts: PostTexts & PostOptions,
  attachment: Attachment | null | undefined,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({
      ...texts,
      updated_at: sql<Date>`now()`,
      ...(attachment !== undefined && toAttachmentColumns(attachment)),
    })
    .where('id', '=', id)
    .execute()
}

/** Publishes scheduled posts whose time has come. */
export async function publishDuePosts(db: Database): Promise<void> {
  await sql`
    update posts set visibility = 'public', published_at = publish_at, publish_at = null
     where visibility = 'scheduled' and publish_at <= now()`.execute(db)
}

/** Finds the original name of a stored file if everyone, or its author, may see the post. */
export async function findAttachmentName(
  db: Database,
  file: string,
  userId: UserId | undefined,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('attachment_name')
    .where('attachment_file', '=', file)
    .where((where) =>
      where.or([where('visibility', '=', 'public'), ...(userId === undefined ? [] : [where('user_id', '=', userId)])]),
    )
    .executeTakeFirst()
  return row?.attachment_name ?? undefined
}

/** Finds the newest public posts for search engines. */
export const findSitemapPosts = (db: Database, limit: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'updated_at'])
    .where('visibility', '=', 'public')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const toAttachmentColumns = (attachment: Attachment | null) => ({
  attachment_file: attachment?.file ?? null,
  attachment_name: attachment?.name ?? null,
})
