import type { FastifyReply } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { formatContentDisposition } from './attachment-name.ts'
import { fileKinds } from './detect-file-kind.ts'
import { sendStoredFile } from './send-stored-file.ts'

const ENDING = /^[0-9a-f]{32}\.([a-z]{3,4})$/

/** Sends a stored file as a download under its original name; the caller has checked the permission. */
export async function sendAttachment(
  reply: FastifyReply,
  files: FileStore,
  { file, name }: { file: string; name: string },
): Promise<FastifyReply> {
  const kind = fileKinds.find(({ ending }) => ending === ENDING.exec(file)?.[1])
  if (!kind) throw notFound()
  const headers = {
    'content-disposition': formatContentDisposition(name),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  return sendStoredFile(reply, files, { file, type: kind.type, headers })
}
