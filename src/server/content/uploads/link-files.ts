import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PostId } from '#server/platform/database/tables.generated.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { lockStoredFiles, replaceFilesOfPost } from './stored-file.queries.ts'

const PICTURE = /\/uploads\/([0-9a-f]{32}-1280\.webp)/g

/**
 * Records which stored files a post uses, so that no sweep deletes them. Refuses if one of its pictures has been
 * deleted in the meantime. Product pictures belong to no uploader and are left out.
 */
export async function linkFiles(
  trx: Transaction,
  { postId, content_html, attachment_file }: { postId: PostId; content_html: string; attachment_file: string | null },
  { files }: { files: FileStore },
): Promise<Result<NoValue, Refusal<'picture_not_found'>>> {
  const pictures = [...content_html.matchAll(PICTURE)].map(([, name = '']) => name)
  const names = new Set(attachment_file === null ? pictures : [...pictures, attachment_file])
  const storedNames = await lockStoredFiles(trx, [...names])
  for (const name of new Set(pictures)) {
    if (!storedNames.includes(name) && !(await files.find(name))) {
      return refuse({ code: 'picture_not_found' })
    }
  }
  await replaceFilesOfPost(trx, postId, storedNames)
  return { ok: true }
}
