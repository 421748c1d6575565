import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileFolders } from '#contract/paths.ts'
import { moveDurably } from '../durable-files.ts'
import { problem } from '../errors.ts'
import { attachmentName } from './attachment-name.ts'
import type { ReceivedFile } from './receive-upload.ts'
import { recognise } from './recognise.ts'

const SENTENCE = 'An attachment can be a PDF, an Office document, text, CSV, ZIP or a picture.'

export const attachmentUrl = (file: string): string => fileFolders.uploads + file

/** Moves a file into the store under a random name; 415 if it is not of a type that can be attached. */
export async function storeAttachment(
  dataDir: string,
  received: ReceivedFile,
): Promise<{ file: string; name: string; bytes: number }> {
  const kind = await recognise(received)
  if (!kind) throw problem(415, SENTENCE, { attachment: SENTENCE })
  const file = `${randomBytes(16).toString('hex')}.${kind.ending}`
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  // Its bytes were flushed as they arrived; the post that names it commits after this.
  await moveDurably(received.path, join(dataDir, 'uploads', file))
  return { file, name: attachmentName(received.name, kind), bytes: received.bytes }
}

export async function discardAttachment(dataDir: string, file: string): Promise<void> {
  await rm(join(dataDir, 'uploads', file), { force: true })
}
