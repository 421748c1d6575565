import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { parse } from 'qs'

/** 1 MB outside uploads (product.md §10). */
export const BODY_LIMIT = 1_048_576

/** JSON, forms and multipart forms are read; any other type is 415. Nested fields come as `shipping[zip]`. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  await app.register(formbody, {
    bodyLimit: BODY_LIMIT,
    parser: (text) => parse(text, { depth: 3, parameterLimit: 200, arrayLimit: 0, plainObjects: false }),
  })
  // No call takes files yet: a file part is refused, its bytes are never kept.
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 0, fields: 200, fieldSize: 200_000, fieldNameSize: 100, parts: 200 },
  })
}
