import { POST_LANGUAGES } from '#contract/limits.ts'
import type { SavedPost } from '#contract/post.ts'
import type { Transaction } from '../database/connect.ts'
import type { PostId, UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { isOutage, notFound, problem } from '../errors.ts'
import { tooLarge } from '../plugins/bodies.ts'
import type { Services } from '../services.ts'
import { linkFiles } from '../upload/link-files.ts'
import type { ReceivedFile } from '../upload/receive-upload.ts'
import { forgetFile, quotaSentence, recordFile } from '../upload/record-file.ts'
import { discardAttachment, storeAttachment } from '../upload/store-attachment.ts'
import { insertPost, lockOwnPost, updatePost, type Visibility } from './post.queries.ts'
import { textsOf } from './post-texts.ts'

const PICTURE_GONE = 'A picture of this post is no longer there. Please take it out, or add it again.'

type Needs = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Writes a post or changes one of the user's own; 404 when the id is not theirs. A file that no post names any more is
 * deleted: the old one when the change has been committed, the new one when it has not.
 */
export async function savePost(
  { db, settings, config: { dataDir } }: Needs,
  userId: UserId,
  post: SavedPost,
  file: ReceivedFile | undefined,
): Promise<void> {
  const texts = await textsOf({ ...post, language: post.language ?? POST_LANGUAGES[0] })
  const visibility: Visibility = settings.get('review_posts') ? 'waiting' : 'public'
  const stored = file && (await storeAttachment(dataDir, file))
  const link = async (trx: Transaction, id: PostId, attachment_file: string | null) => {
    const linked = await linkFiles(trx, dataDir, id, { content_html: texts.content_html, attachment_file })
    if (!linked.ok) throw problem(422, PICTURE_GONE, { content: PICTURE_GONE })
  }
  const saving = inTransaction(db, async (trx) => {
    if (stored) {
      const recorded = await recordFile(trx, settings, userId, { name: stored.file, bytes: stored.bytes })
      if (!recorded.ok) throw tooLarge(quotaSentence(recorded.refusal))
    }
    if (post.id === undefined) {
      const id = await insertPost(trx, userId, texts, visibility, stored ?? null)
      await link(trx, id, stored?.file ?? null)
      return null
    }
    const own = await lockOwnPost(trx, userId, post.id)
    if (!own) throw notFound()
    const attachment = stored ?? (post.remove_attachment === '1' ? null : undefined)
    // What staff have hidden does not come back by being edited.
    const kept = { ...texts, language: post.language ?? own.language }
    await updatePost(trx, own.id, kept, own.visibility === 'hidden' ? 'hidden' : visibility, attachment)
    await link(trx, own.id, attachment === undefined ? own.attachment_file : (attachment?.file ?? null))
    if (attachment === undefined || own.attachment_file === null) return null
    await forgetFile(trx, own.attachment_file)
    return own.attachment_file
  })
  const unused = await saving.catch(async (fault) => {
    // When the connection broke, nobody knows whether the post was written: better a file too many than one too few.
    if (stored && !isOutage(fault)) await discardAttachment(dataDir, stored.file)
    throw fault
  })
  if (unused !== null) await discardAttachment(dataDir, unused)
}
