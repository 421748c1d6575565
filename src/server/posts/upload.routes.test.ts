import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sessions } from '#server/customers/session-cache.ts'
import { handleErrors } from '#server/http/errors.ts'
import { ignoreMalformedRanges } from '#server/http/range.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { uploadRoutes } from './upload.routes.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-uploads-'))
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  ignoreMalformedRanges(app)
  const noDatabase = {} as Database
  uploadRoutes(
    app,
    { files: diskStore(dataDir), db: noDatabase, sessions: {} as Sessions, settings: {} as Settings },
    {} as Visitors,
    async () => {
      throw new Error('nothing is sent here')
    },
  )
  handleErrors(app, async (_request, reply) => reply.send('page'))
  await app.ready()
  mkdirSync(join(dataDir, 'uploads'))
  writeFileSync(join(dataDir, 'secret'), 'secret')
  for (const name of ['jar-640.avif', 'jar-640.webp', 'jar-640.svg', 'page-640.html', '.hidden-640.webp'])
    writeFileSync(join(dataDir, 'uploads', name), name)
  symlinkSync(join(dataDir, 'uploads', 'jar-640.webp'), join(dataDir, 'uploads', 'UPPER-640.webp'))
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

test.each([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
])('serves a stored picture as %s with an immutable cache header', async (format, type) => {
  const { statusCode, headers, body } = await app.inject(`/uploads/jar-640.${format}`)
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: `jar-640.${format}` })
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test.each(['bytes=abc', 'bytes=9-2', 'bytes=-', 'lines=1-2'])('ignores a Range of %s', async (range) => {
  const { statusCode, body } = await app.inject({ url: '/uploads/jar-640.avif', headers: { range } })
  expect([statusCode, body]).toEqual([200, 'jar-640.avif'])
})

test('serves a Range and responds with 416 beyond the end', async () => {
  const createRequest = (range: string) => app.inject({ url: '/uploads/jar-640.avif', headers: { range } })
  expect((await createRequest('bytes=0-2')).body).toBe('jar')
  expect((await createRequest('bytes=500-')).statusCode).toBe(416)
})

test.each([
  '/uploads/none-640.avif',
  '/uploads/jar-640.svg',
  '/uploads/page-640.html',
  '/uploads/.hidden-640.webp',
  '/uploads/UPPER-640.webp',
  '/uploads/',
  '/uploads/..%2fsecret',
  '/uploads/..%2f..%2fetc%2fpasswd',
  '/uploads/%2e%2e/secret',
  '/uploads/jar-640.avif%00.webp',
  '/uploads/..\\secret',
])('responds to %s with not found', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('secret')
})
