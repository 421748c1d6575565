import { randomBytes } from 'node:crypto'
import { fileFolders } from '#contract/paths.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import { sanitizeAttachmentName } from './attachment-name.ts'
import { detectFileKind, type FileKind } from './detect-file-kind.ts'
import { isHeicFile } from './store-picture.ts'

export type StoredAttachment = { file: string; name: string; bytes: number }

export const toAttachmentUrl = (file: string): string => fileFolders.uploads + file

/** Moves a file into the store under a random name; refuses types that cannot be attached there. */
export async function storeAttachment(
  files: FileStore,
  received: ReceivedFile,
  isAccepted: (kind: FileKind) => boolean = () => true,
): Promise<Result<{ attachment: StoredAttachment }, Refusal<'attachment_not_supported' | 'heic_not_supported'>>> {
  const kind = await detectFileKind(received)
  if (!kind || !isAccepted(kind))
    return refuse({ code: (await isHeicFile(received.path)) ? 'heic_not_supported' : 'attachment_not_supported' })
  const file = `${randomBytes(16).toString('hex')}.${kind.ending}`
  // Its bytes were flushed on arrival; the post that references it commits after this.
  await files.add([{ name: file, path: received.path }])
  return { ok: true, attachment: { file, name: sanitizeAttachmentName(received.name, kind), bytes: received.bytes } }
}
