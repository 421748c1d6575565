import formbody from '@fastify/formbody'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { type Call, DEFAULT_BODY_BYTES, MAX_BODY_BYTES } from '#contract/base/call.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { isDeepJson } from '#server/platform/deep-json.ts'
import { problem, toProblem } from './errors.ts'

/** Reads JSON, forms and multipart forms; any other type is 415. Nested fields arrive as `shipping[zip]`. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    isDeepJson(text) || hasLoneSurrogate(text)
      ? done(problem('malformed', shopMessages.malformed), undefined)
      : parseJson(request, text, done),
  )
  await app.register(formbody, {
    bodyLimit: DEFAULT_BODY_BYTES,
    parser: (text) => parse(text, { depth: 3, parameterLimit: 200, arrayLimit: 0, plainObjects: false }),
  })
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fields: 200, fieldSize: MAX_BODY_BYTES, fieldNameSize: 100, parts: 200 },
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-encoding': encoding } = request.headers
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return done()
    // Compressed bodies are not decompressed; parsed as they are, they would mean something else.
    reply.header('accept-encoding', 'identity')
    done(problem('wrong_type', toProblem(415).detail))
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !hasFile(request)) request.body = await readMultipart(request)
  })
}

/** Matches surrogates escaped in JSON, after an even number of backslashes; captures one that is not half of a pair. */
const SURROGATES = /(?<!\\)(?:\\\\)*\\u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(d[89a-f]))/gi

/**
 * Reports whether the JSON escapes half of a surrogate pair (`\ud83d`). Only JavaScript accepts that as text:
 * PostgreSQL refuses it in JSON, which the audit log and orders are stored as. Forms cannot express it.
 */
function hasLoneSurrogate(json: string): boolean {
  for (const [, lone] of json.matchAll(SURROGATES)) if (lone !== undefined) return true
  return false
}

/**
 * Reports whether this is the multipart body of a call that takes a file; serve() reads it after authorizing the
 * caller.
 */
export const hasFile = (request: FastifyRequest): boolean =>
  request.isMultipart() && request.routeOptions.config.call?.file !== undefined

/** Maximum size of a call's body in bytes, without its file. */
export const maxBodyBytes = (call: Call | undefined): number => call?.maxBodyBytes ?? DEFAULT_BODY_BYTES

export type Fields = Record<string, unknown>
export type FileOptions = {
  maxBytes: number
  /** Receives the fields sent before the file; must read the stream to its end. */
  onFile(part: MultipartFile, fields: Fields): Promise<void>
}

const ONE_FILE = 'Please send one file at a time.'
const NO_FILE = 'Files can’t be uploaded here.'

/** Reads the fields of a multipart form. Without `file`, a file in it is refused and its bytes are never stored. */
export async function readMultipart(request: FastifyRequest, file?: FileOptions): Promise<Fields> {
  const maxFieldBytes = maxBodyBytes(request.routeOptions.config.call)
  const maxBytes = maxFieldBytes + (file?.maxBytes ?? 0)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const fields: Fields = {}
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: { files: file ? 1 : 0, fileSize: file?.maxBytes ?? 1 } })) {
      if (part.type === 'file') {
        await file?.onFile(part, fields)
        continue
      }
      bytes += Buffer.byteLength(String(part.value))
      if (part.valueTruncated || bytes > maxFieldBytes) throw tooLarge()
      const previous = fields[part.fieldname]
      fields[part.fieldname] = previous === undefined ? part.value : [previous, part.value].flat()
    }
    return fields
  } catch (error) {
    // Drains the rest of the request, so that the response is read and the connection stays usable.
    request.raw.unpipe().resume()
    if ((error as { code?: unknown }).code === 'FST_FILES_LIMIT') throw problem('invalid', file ? ONE_FILE : NO_FILE)
    throw isMalformed(error) ? problem('malformed', shopMessages.malformed) : error
  }
}

export const tooLarge = (message = 'This is larger than the shop accepts.') => problem('too_large', message)

/** Errors of the parser about the form have no code, unlike our own and those of the system. */
const isMalformed = (error: unknown): boolean => (error as { code?: unknown }).code === undefined
