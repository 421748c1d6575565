import type { SavedPost } from '#contract/post.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { isOutage, notFound } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ReceivedFile } from '../upload/receive-upload.ts'
import { discardAttachment, storeAttachment } from '../upload/store-attachment.ts'
import { insertPost, lockOwnPost, updatePost, type Visibility } from './post.queries.ts'
import { textsOf } from './post-texts.ts'

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
  const texts = await textsOf(post)
  const visibility: Visibility = settings.get('review_posts') ? 'waiting' : 'public'
  const stored = file && (await storeAttachment(dataDir, file))
  const saving = inTransaction(db, async (trx) => {
    if (post.id === undefined) {
      await insertPost(trx, userId, texts, visibility, stored ?? null)
      return null
    }
    const own = await lockOwnPost(trx, userId, post.id)
    if (!own) throw notFound()
    const attachment = stored ?? (post.remove_attachment === '1' ? null : undefined)
    // What staff have hidden does not come back by being edited.
    await updatePost(trx, own.id, texts, own.visibility === 'hidden' ? 'hidden' : visibility, attachment)
    return attachment === undefined ? null : own.attachment_file
  })
  const unused = await saving.catch(async (fault) => {
    // When the connection broke, nobody knows whether the post was written: better a file too many than one too few.
    if (stored && !isOutage(fault)) await discardAttachment(dataDir, stored.file)
    throw fault
  })
  if (unused !== null) await discardAttachment(dataDir, unused)
}
