import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import { contentDisposition } from './attachment-name.ts'
import { fileKinds } from './recognise.ts'

const ENDING = /^[0-9a-f]{32}\.([a-z]{3,4})$/

/** Sends a stored file as a download under its owner's name for it; whoever calls has checked who asks. */
export async function sendAttachment(
  reply: FastifyReply,
  dataDir: string,
  { file, name }: { file: string; name: string },
): Promise<FastifyReply> {
  const kind = fileKinds.find(({ ending }) => ending === ENDING.exec(file)?.[1])
  if (!kind) throw notFound()
  const handle = await open(join(dataDir, 'uploads', file)).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') throw notFound()
    throw fault
  })
  reply
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(kind.type)
  return reply.send(handle.createReadStream())
}
