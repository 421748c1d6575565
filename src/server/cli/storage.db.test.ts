import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { openStores, type Stores } from '#server/platform/files/open-files.ts'
import { copyDataDir } from '#test/database.ts'
import { s3ForSuite } from '#test/s3-server.ts'

const program = fileURLToPath(new URL('../shop.ts', import.meta.url))
const FILES = 60

describe('shop storage', () => {
  const server = s3ForSuite()
  let dataDir = ''
  let running: Connection
  beforeAll(async () => {
    dataDir = await copyDataDir()
    running = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  })
  afterAll(async () => {
    await running.close()
    rmSync(dataDir, { recursive: true })
  })
  afterEach(() => {
    server.intercept = undefined
    server.isPublic = false
  })

  /** Runs the command to its end, or kills it once `killAt` is true for a request that it sent. */
  const shop = (args: string[], env: Record<string, string> = {}, shouldKill?: (requestCount: string) => boolean) =>
    new Promise<{ code: number | 'killed'; out: string; err: string }>((resolve, reject) => {
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
      const environment = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env }
      const child = execFile(
        process.execPath,
        [program, ...args],
        { cwd: tmpdir(), env: environment },
        (error, out, err) => {
          if (error?.signal === 'SIGKILL') resolve({ code: 'killed', out, err })
          else if (error && typeof error.code !== 'number') reject(error)
          else resolve({ code: Number(error?.code ?? 0), out, err })
        },
      )
      server.intercept = (request) => {
        if (shouldKill?.(`${request.method} ${request.url}`)) child.kill('SIGKILL')
        return false
      }
    })

  const contents = new Map<string, Buffer>()
  const hashFiles = async (store: Stores['disk']) => {
    const hashes = new Map<string, string>()
    for await (const { name } of store.list()) {
      const opened = await store.open(name)
      if (!opened || opened === 'no_such_range') throw new Error(name)
      hashes.set(
        name,
        createHash('sha256')
          .update(await buffer(opened.content))
          .digest('hex'),
      )
    }
    return hashes
  }
  const expectedHashes = () =>
    new Map([...contents].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]))
  const openTestStores = (storage: 'disk' | 's3') =>
    openStores(readConfig({ DATA_DIR: dataDir, ...server.env(), STORAGE: storage }))

  it('reports where files are, and problems with a bucket', async () => {
    expect(await shop(['storage', 'check'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('There is no bucket'),
    })
    const checked = await shop(['storage', 'check'], server.env())
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toMatch(
      /In the bucket shop-files\/ at 127\.0\.0\.1:\d+: 0 files, 0 bytes\. Writing, reading and deleting work/,
    )
    expect(checked.out).toContain('New files go to the bucket.')
    server.isPublic = true
    expect(await shop(['storage', 'check'], server.env())).toMatchObject({
      code: 1,
      out: expect.stringContaining('ANYONE'),
    })
    const wrong = await shop(['storage', 'check'], { ...server.env(), S3_SECRET_ACCESS_KEY: 'wrong' })
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The shop cannot reach its files: .*SignatureDoesNotMatch\n$/),
    })
  })

  it('refuses to move files to a store that the shop would not read', async () => {
    expect(await shop(['storage', 'move', '--to', 's3'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('S3_BUCKET'),
    })
    const env = { ...server.env(), STORAGE: 'disk' }
    expect(await shop(['storage', 'move', '--to', 's3'], env)).toMatchObject({
      code: 1,
      err: 'New files still go to the disk: set STORAGE=s3 and restart the shop first.\n',
    })
  })

  it.each(['s3', 'disk'] as const)(
    'moves files to %s; a kill at any point loses nothing, and the next run continues',
    async (to) => {
      const { disk, s3, files } = await openTestStores(to)
      if (!s3) throw new Error('no bucket')
      const [source, target] = to === 's3' ? [disk, s3] : [s3, disk]
      if (contents.size === 0) {
        for (let index = 0; index < FILES; index++)
          contents.set(`${randomBytes(16).toString('hex')}.pdf`, randomBytes(5000))
        await source.add([...contents].map(([name, bytes]) => ({ name, bytes })))
      }
      const env = { ...server.env(), STORAGE: to }
      for (const killAfter of [1, 12, 40]) {
        let requestCount = 0
        const shouldKill = (request: string) => !request.includes('list-type') && ++requestCount === killAfter
        expect((await shop(['storage', 'move', '--to', to], env, shouldKill)).code).toBe('killed')
        server.intercept = undefined
        expect(await hashFiles(files)).toEqual(expectedHashes())
      }
      const done = await shop(['storage', 'move', '--to', to], env)
      expect(done).toMatchObject({ code: 0, err: '' })
      expect(done.out).toMatch(/^Moved \d+ files, \d+ bytes, to .*; each was read back and its SHA-256 matches\.\n$/)
      server.intercept = undefined
      expect(await hashFiles(target)).toEqual(expectedHashes())
      expect(await hashFiles(source)).toEqual(new Map())
      const entry = await running.pool.query(
        `select action, payload -> 'after' ->> 'to' as store from audit_entries join audit_payloads on entry_id = id
          order by id desc limit 1`,
      )
      expect(entry.rows).toEqual([{ action: 'storage.moved', store: to }])
    },
  )

  it('temporary files of a killed move are swept', () => {
    for (const name of readdirSync(join(dataDir, 'incoming'))) expect(name).toMatch(/^[0-9a-f]{32}(?:\.part)?$/)
    expect(readFileSync(join(dataDir, 'uploads', [...contents.keys()][0] ?? ''))).toHaveLength(5000)
  })
})
