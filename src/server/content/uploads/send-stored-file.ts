import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, toProblem } from '#server/http/errors.ts'
import { readRange } from '#server/http/range.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

export type SentFile = { file: string; type: string; headers: Record<string, string> }

/**
 * Streams a stored file or the requested range. Its name identifies its content and is the ETag; a deleted file is 404
 * even for clients that have cached it. Pass the request if browsers may revalidate.
 */
export async function sendStoredFile(
  reply: FastifyReply,
  files: FileStore,
  { file, type, headers }: SentFile,
  request?: FastifyRequest,
): Promise<FastifyReply> {
  const etag = `"${file}"`
  const responseHeaders = { ...headers, ...(request && { etag, 'accept-ranges': 'bytes' }) }
  const isCached = request !== undefined && matchesEtag(request.headers['if-none-match'], etag)
  if (isCached || request?.method === 'HEAD') {
    const storedFile = await files.find(file)
    if (!storedFile) throw notFound()
    reply.headers(responseHeaders)
    if (isCached) return reply.code(304).send()
    return reply.type(type).header('content-length', storedFile.bytes).send()
  }
  const opened = await files.open(file, request && findRequestedRange(request, etag))
  if (!opened) throw notFound()
  if (opened === 'no_such_range')
    return reply
      .code(416)
      .type('application/problem+json')
      .send(JSON.stringify(toProblem(416)))
  const { bytes, range, content } = opened
  reply.headers(responseHeaders).type(type)
  if (!range) return reply.header('content-length', bytes).send(content)
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes}`)
  return reply.header('content-length', range.last - range.first + 1).send(content)
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) === true

/** If-Range with another ETag gets the whole file. */
function findRequestedRange({ headers }: FastifyRequest, etag: string) {
  const { range, 'if-range': ifRange } = headers
  return range === undefined || (ifRange !== undefined && ifRange !== etag) ? undefined : readRange(range)
}
