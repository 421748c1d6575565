import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ContentDocumentId, PostId } from '#server/platform/database/tables.generated.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { lockLibraryPictures } from './library-picture.queries.ts'
import { addFilesOfDocument, lockStoredFiles, replaceFilesOfPost } from './stored-file.queries.ts'

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
  const names = attachment_file === null ? pictures : [...pictures, attachment_file]
  const locked = await lockPictures(trx, names, pictures, files)
  if (!locked.ok) return locked
  await replaceFilesOfPost(trx, postId, locked.storedNames)
  return { ok: true }
}

/**
 * Like `linkFiles`, for a document of the shop's content. `pictures` are URLs. Its earlier versions can be restored, so
 * their files stay.
 */
export async function linkContentFiles(
  trx: Transaction,
  { documentId, pictures }: { documentId: ContentDocumentId; pictures: readonly string[] },
  { files }: { files: FileStore },
): Promise<Result<NoValue, Refusal<'picture_not_found'>>> {
  const names = pictures.flatMap((url) => [...url.matchAll(PICTURE)].map(([, name = '']) => name))
  const locked = await lockPictures(trx, names, names, files)
  if (!locked.ok) return locked
  await addFilesOfDocument(trx, documentId, locked.storedNames)
  return { ok: true }
}

/** Locks the pictures, and the stored files among `names`; refuses if one of the pictures does not exist. */
async function lockPictures(
  trx: Transaction,
  names: readonly string[],
  pictures: readonly string[],
  files: FileStore,
): Promise<Result<{ storedNames: string[] }, Refusal<'picture_not_found'>>> {
  await lockLibraryPictures(
    trx,
    pictures.map((name) => name.replace(/-1280\.webp$/, '')),
  )
  const storedNames = await lockStoredFiles(trx, [...new Set(names)])
  for (const name of new Set(pictures)) {
    if (!storedNames.includes(name) && !(await files.find(name))) return refuse({ code: 'picture_not_found' })
  }
  return { ok: true, storedNames }
}
