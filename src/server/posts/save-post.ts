import { POST_LANGUAGES, RICH_TEXT_BYTES } from '#contract/base/limits.ts'
import type { SavedPost } from '#contract/posts/calls.ts'
import { readTags } from '#domain/posts/tags.ts'
import { decideVisibility } from '#domain/posts/visibility.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { exceedsMarkupLimits } from '#server/content/markup-limits.ts'
import { linkFiles } from '#server/content/uploads/link-files.ts'
import { deleteFileRecord, type QuotaRefusal, recordFile } from '#server/content/uploads/record-file.ts'
import { type StoredAttachment, storeAttachment } from '#server/content/uploads/store-attachment.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PostId, UserId } from '#server/platform/database/tables.generated.ts'
import type { JobOptions } from '#server/platform/fair-queue.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import type { Services } from '#server/platform/services.ts'
import { hasAttachment, hasDuplicatePost, lockAuthor } from './duplicate-submission.queries.ts'
import { insertPost, lockOwnPost, type PostOptions, type PostTexts, updatePost } from './post.queries.ts'
import { createPostTexts } from './post-texts.ts'
import { toPostVersion } from './present-post.ts'

export type SavePostRefusal =
  | Refusal<'not_found'>
  /** It was changed since the user loaded it. */
  | Refusal<'stale'>
  | Refusal<'picture_not_found'>
  | Refusal<'content_too_long'>
  /** More or deeper markup than the shop sanitizes. */
  | Refusal<'too_much_markup'>
  | QuotaRefusal

type PreparedPost = Pick<SavedPost, 'id' | 'language' | 'remove_attachment' | 'expected_version'> &
  Pick<SavedPost, 'status' | 'publish_at' | 'cover' | 'tags'> & {
    texts: PostTexts
    attachment: StoredAttachment | undefined
  }

/**
 * Runs before the transaction: sanitizes the texts and stores the attachment for `savePost`. The caller must delete the
 * file if no post ends up using it.
 */
export async function preparePost(
  files: FileStore,
  post: SavedPost,
  file: ReceivedFile | undefined,
  options: JobOptions = {},
): Promise<
  Result<
    { post: PreparedPost },
    Refusal<'attachment_not_supported' | 'heic_not_supported' | 'content_too_long' | 'too_much_markup'>
  >
> {
  const { id, language, remove_attachment, expected_version, status, publish_at, cover, tags } = post
  // Sanitizing can shorten text, but input above the size limit is refused without sanitizing it.
  if (post.content.length > RICH_TEXT_BYTES) return refuse({ code: 'content_too_long' })
  if (exceedsMarkupLimits(post.content)) return refuse({ code: 'too_much_markup' })
  const texts = await createPostTexts({ ...post, language: language ?? POST_LANGUAGES[0] }, options)
  const stored = file && (await storeAttachment(files, file))
  if (stored?.ok === false) return stored
  const attachment = stored?.attachment
  const chosen = { id, language, remove_attachment, expected_version, status, publish_at, cover, tags }
  return { ok: true, post: { ...chosen, texts, attachment } }
}

/**
 * Inserts a post or changes one of the user's; `unused` is the file that no post uses, or that its post no longer uses.
 * A new post repeated within a minute returns the existing one.
 */
export async function savePost(
  trx: Transaction,
  userId: UserId,
  { id, language, remove_attachment, expected_version, texts, attachment: stored, ...chosen }: PreparedPost,
  { settings, files, now }: Pick<Services, 'settings' | 'files'> & { now: Date },
): Promise<Result<{ unused: string | undefined }, SavePostRefusal>> {
  const needsApproval = settings.get('review_posts')
  const link = (
    postId: PostId,
    attachment_file: string | null,
    cover: string | null,
  ): Promise<Result<NoValue, Refusal<'picture_not_found'>>> =>
    linkFiles(trx, { postId, content_html: texts.content_html + (cover ?? ''), attachment_file }, { files })

  const isTooLong = countBytes(texts) > RICH_TEXT_BYTES
  if (id === undefined) {
    if (isTooLong) return refuse({ code: 'content_too_long' })
    await lockAuthor(trx, userId)
    if (await hasDuplicatePost(trx, userId, texts, stored)) return { ok: true, unused: stored?.file }
  }
  if (stored) {
    const recorded = await recordFile(trx, { userId }, { name: stored.file, bytes: stored.bytes }, { settings })
    if (!recorded.ok) return recorded
  }
  if (id === undefined) {
    const options = chooseOptions(chosen, undefined, { now, needsApproval })
    const postId = await insertPost(trx, userId, withCover(texts, options), stored ?? null)
    const linkResult = await link(postId, stored?.file ?? null, options.cover)
    return linkResult.ok ? { ok: true, unused: undefined } : linkResult
  }
  const post = await lockOwnPost(trx, userId, id)
  if (!post) return refuse({ code: 'not_found' })
  // A post from before the limit was in bytes may be edited but must not grow.
  if (isTooLong && countBytes(texts) > countBytes(post)) return refuse({ code: 'content_too_long' })
  const attachment = stored ?? (remove_attachment === '1' ? null : undefined)
  if (expected_version !== undefined && toPostVersion(post) !== expected_version) {
    // Detects a request that is repeated because its response was lost.
    const hasFile = stored
      ? await hasAttachment(trx, post.id, stored)
      : attachment === undefined || !post.attachment_file
    if (!hasFile || !hasSameTexts(post, { ...texts, language: language ?? post.language }))
      return refuse({ code: 'stale' })
    if (stored) await deleteFileRecord(trx, stored.file)
    return { ok: true, unused: stored?.file }
  }
  const options = chooseOptions(chosen, post, { now, needsApproval })
  const newTexts = { ...texts, language: language ?? post.language }
  await updatePost(trx, post.id, withCover(newTexts, options), attachment)
  const attachmentFile = attachment === undefined ? post.attachment_file : (attachment?.file ?? null)
  const linkResult = await link(post.id, attachmentFile, options.cover)
  if (!linkResult.ok) return linkResult
  if (attachment === undefined || post.attachment_file === null) return { ok: true, unused: undefined }
  await deleteFileRecord(trx, post.attachment_file)
  return { ok: true, unused: post.attachment_file }
}

/** Fields that the author did not send keep their value. */
function chooseOptions(
  { status, publish_at, cover, tags }: Pick<PreparedPost, 'status' | 'publish_at' | 'cover' | 'tags'>,
  before: PostOptions | undefined,
  { now, needsApproval }: { now: Date; needsApproval: boolean },
): PostOptions {
  const planned =
    publish_at === undefined ? (before?.publish_at ?? null) : publish_at === '' ? null : new Date(publish_at)
  const publishAt = planned !== null && planned > now ? planned : null
  return {
    cover: cover === undefined ? (before?.cover ?? null) : cover || null,
    tags: tags === undefined ? (before?.tags ?? []) : readTags(tags),
    publish_at: publishAt,
    visibility: decideVisibility({ status, before: before?.visibility, publishAt, now, needsApproval }),
  }
}

/** Lists show the cover instead of the first picture. */
const withCover = (texts: PostTexts, options: PostOptions): PostTexts & PostOptions => ({
  ...texts,
  ...options,
  image: options.cover ?? texts.image,
})

const countBytes = ({ content_html }: Pick<PostTexts, 'content_html'>): number => Buffer.byteLength(content_html)

const hasSameTexts = (post: Pick<PostTexts, 'title' | 'language' | 'content_html'>, texts: PostTexts): boolean =>
  (['title', 'language', 'content_html'] as const).every((part) => post[part] === texts[part])
