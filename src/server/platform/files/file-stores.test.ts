import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { s3ForSuite } from '#test/s3-server.ts'
import { ConfigError, readConfig } from '../config.ts'
import { diskStore } from './disk-store.ts'
import { type FileStore, StoreUnavailable } from './file-store.ts'
import { moveFiles } from './move-files.ts'
import { openStores } from './open-files.ts'
import { s3Store } from './s3-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-stores-'))
afterAll(() => rmSync(folder, { recursive: true }))
const createFolder = () => mkdtempSync(join(folder, 'data-'))
const server = s3ForSuite()
afterEach(() => {
  server.intercept = undefined
  server.isPublic = false
  server.requests.length = 0
})

const openBucket = (env: Record<string, string> = {}, options = {}) => {
  const { s3 } = readConfig({ DATA_DIR: createFolder(), ...server.env(), ...env })
  if (!s3) throw new Error('no bucket')
  return s3Store(s3, options)
}
let prefixes = 0
const openEmptyBucket = (options = {}) => openBucket({ S3_PREFIX: `test-${++prefixes}/files/` }, options)
const createFile = (content: Buffer | string): string => {
  const path = join(createFolder(), 'file')
  writeFileSync(path, content)
  return path
}
const read = async (store: FileStore, name: string, range?: Parameters<FileStore['open']>[1]) => {
  const opened = await store.open(name, range)
  if (!opened || opened === 'no_such_range') return opened
  return { bytes: opened.bytes, range: opened.range, content: (await buffer(opened.content)).toString() }
}
const listNames = async (store: FileStore) => (await collect(store.list())).map(({ name }) => name).sort()

const stores: [string, () => FileStore][] = [
  ['a folder', () => diskStore(createFolder())],
  ['a bucket', () => openEmptyBucket()],
]

describe.each(stores)('files in %s', (_kind, createStore) => {
  let store: FileStore
  beforeEach(() => {
    store = createStore()
  })

  test('are stored unchanged: bytes, a file handed over, a copy of one that stays', async () => {
    const movedFile = createFile('moved')
    const originalFile = createFile('original')
    const before = Date.now() - 2000
    await store.add([
      { name: 'a.txt', bytes: Buffer.from('bytes') },
      { name: 'b.txt', path: movedFile },
      { name: 'c.txt', copyOf: originalFile },
    ])
    expect(await read(store, 'a.txt')).toEqual({ bytes: 5, range: undefined, content: 'bytes' })
    expect(await read(store, 'b.txt')).toMatchObject({ content: 'moved' })
    expect(await read(store, 'c.txt')).toMatchObject({ content: 'original' })
    expect(await readFile(originalFile, 'utf8')).toBe('original')
    await expect(readFile(movedFile)).rejects.toThrow('ENOENT')
    const found = await store.find('a.txt')
    expect(found).toMatchObject({ bytes: 5 })
    expect(found?.storedAt.getTime()).toBeGreaterThan(before)
  })

  test('can have any size, including empty ones', async () => {
    const large = randomBytes(6_000_000)
    await store.add([
      { name: 'large.zip', path: createFile(large) },
      { name: 'empty.txt', bytes: Buffer.alloc(0) },
    ])
    const opened = await store.open('large.zip')
    if (!opened || opened === 'no_such_range') throw new Error('not there')
    expect((await buffer(opened.content)).equals(large)).toBe(true)
    expect(await read(store, 'empty.txt')).toEqual({ bytes: 0, range: undefined, content: '' })
  })

  test('can be read in part', async () => {
    await store.add([{ name: 'a.txt', bytes: Buffer.from('0123456789') }])
    expect(await read(store, 'a.txt', { first: 2, last: 4 })).toEqual({
      bytes: 10,
      range: { first: 2, last: 4 },
      content: '234',
    })
    expect(await read(store, 'a.txt', { first: 7, last: undefined })).toMatchObject({ content: '789' })
    expect(await read(store, 'a.txt', { first: 7, last: 99 })).toMatchObject({ range: { first: 7, last: 9 } })
    expect(await read(store, 'a.txt', { suffix: 3 })).toMatchObject({ range: { first: 7, last: 9 }, content: '789' })
    expect(await read(store, 'a.txt', { suffix: 99 })).toMatchObject({ content: '0123456789' })
    expect(await read(store, 'a.txt', { first: 10, last: undefined })).toBe('no_such_range')
    expect(await read(store, 'a.txt', { suffix: 0 })).toBe('no_such_range')
    expect(await read(store, 'none.txt', { suffix: 3 })).toBeUndefined()
  })

  test('are reported missing if they do not exist, and can be removed nevertheless', async () => {
    expect(await store.find('none.txt')).toBeUndefined()
    expect(await store.open('none.txt')).toBeUndefined()
    expect(await store.hold('none.txt', join(createFolder(), 'local'))).toBe(false)
    await store.remove('none.txt')
    await store.add([{ name: 'a.txt', bytes: Buffer.from('a') }])
    await store.remove('a.txt')
    expect(await store.find('a.txt')).toBeUndefined()
  })

  test('can be listed', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `${index + 10}-640.webp`)
    await store.add(names.map((name) => ({ name, copyOf: import.meta.filename })))
    expect(await listNames(store)).toEqual(names)
    const [first] = await collect(store.list())
    expect(first).toMatchObject({ bytes: (await readFile(import.meta.filename)).length, storedAt: expect.any(Date) })
  })

  test('stay available on this disk after they are removed from the store', async () => {
    await store.add([{ name: 'a.txt', bytes: Buffer.from('local') }])
    const localFile = join(createFolder(), 'local')
    expect(await store.hold('a.txt', localFile)).toBe(true)
    expect(await store.hold('a.txt', localFile)).toBe(true)
    await store.remove('a.txt')
    expect(await readFile(localFile, 'utf8')).toBe('local')
  })
})

describe('a bucket', () => {
  test('stores each shop’s files under its own prefix, and hides other files', async () => {
    const [first, second] = [openEmptyBucket(), openEmptyBucket()]
    await first.add([{ name: 'a.txt', bytes: Buffer.from('own') }])
    expect(await listNames(second)).toEqual([])
    const whole = openBucket()
    expect((await listNames(whole)).filter((name) => name.includes('/'))).toEqual([])
    expect(server.requests).toContain(`PUT shop-files/test-${prefixes - 1}/files/a.txt`)
  })

  // The test server cannot paginate: it creates its tokens with a cipher that OpenSSL has removed.
  test('is listed page by page', async () => {
    const store = openBucket({ S3_PREFIX: 'shop/' })
    const page = (names: string[], end: string) => `<?xml version="1.0" encoding="UTF-8"?>
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop-files</Name><Prefix>shop/</Prefix>
      ${names.map(
        (name) => `<Contents><Key>shop/${name}</Key><LastModified>2026-11-24T09:30:00.000Z</LastModified>
        <ETag>&quot;b1&quot;</ETag><Size>${name.length}</Size><Owner><ID>someone</ID></Owner></Contents>`,
      )}${end}</ListBucketResult>`
    server.intercept = (request, response) => {
      const query = new URL(request.url ?? '', 'http://store').searchParams
      const token = query.get('continuation-token')
      const isNext = token === '1/+= &'
      if (token !== null && !isNext) throw new Error(`an unknown token: ${token}`)
      const next = '<NextContinuationToken>1/+= &amp;</NextContinuationToken><IsTruncated>true</IsTruncated>'
      response.writeHead(200).end(isNext ? page(['c-640.webp'], '') : page(['a.pdf', 'others/b.pdf', ''], next))
      return true
    }
    const storedAt = new Date('2026-11-24T09:30:00Z')
    expect(await collect(store.list())).toEqual([
      { name: 'a.pdf', bytes: 5, storedAt },
      { name: 'c-640.webp', bytes: 10, storedAt },
    ])
  })

  test('is retried after a temporary error, with the whole file', async () => {
    const store = openEmptyBucket()
    let failures = 2
    server.intercept = (request, response) => {
      if (failures === 0) return false
      failures--
      request.resume()
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return true
    }
    await store.add([{ name: 'a.txt', path: createFile('all of it') }])
    expect(failures).toBe(0)
    expect(await read(store, 'a.txt')).toMatchObject({ content: 'all of it' })
  })

  test('reports an invalid key at once, instead of missing files', async () => {
    const store = openBucket({ S3_SECRET_ACCESS_KEY: 'wrong' })
    await expect(store.open('a.txt')).rejects.toThrow(/403 SignatureDoesNotMatch/)
    await expect(store.find('a.txt')).rejects.toThrow(StoreUnavailable)
    expect(server.requests).toHaveLength(2)
  })

  test('is not treated as empty if it does not exist', async () => {
    const store = openBucket({ S3_BUCKET: 'another' })
    await expect(store.open('a.txt')).rejects.toThrow(/NoSuchBucket/)
    await expect(listNames(store)).rejects.toThrow(StoreUnavailable)
  })

  test.each([
    ['accepts a connection and sends nothing', () => true],
    [
      'closes every connection',
      (request) => {
        request.socket.destroy()
        return true
      },
    ],
  ] as [string, NonNullable<typeof server.intercept>][])('counts as unavailable if it %s', async (_what, intercept) => {
    const store = openEmptyBucket({ silentMs: 100 })
    server.intercept = intercept
    await expect(store.find('a.txt')).rejects.toThrow(StoreUnavailable)
    await expect(store.open('a.txt')).rejects.toThrow(StoreUnavailable)
    await expect(store.add([{ name: 'a.txt', path: createFile('a') }])).rejects.toThrow(StoreUnavailable)
  })

  test('counts as unavailable if nothing listens there', async () => {
    const store = openBucket({ S3_ENDPOINT: 'http://127.0.0.1:9' })
    await expect(store.find('a.txt')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('fails the read if it disconnects while a file is read', async () => {
    const store = openEmptyBucket()
    server.intercept = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => response.destroy())
      return true
    }
    const opened = await store.open('a.txt')
    if (!opened || opened === 'no_such_range') throw new Error('not there')
    await expect(buffer(opened.content)).rejects.toThrow()
    const localFile = join(createFolder(), 'local')
    await expect(store.hold('a.txt', localFile)).rejects.toThrow(StoreUnavailable)
    await expect(readFile(localFile)).rejects.toThrow('ENOENT')
  })

  test('is checked for public read access and for versions of deleted files', async () => {
    const store = openEmptyBucket()
    expect(await store.examine()).toEqual({ readableByAll: false, keepsVersions: undefined })
    server.isPublic = true
    server.intercept = (request, response) => {
      if (!request.url?.includes('versioning')) return false
      response.writeHead(200).end('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>')
      return true
    }
    expect(await store.examine()).toEqual({ readableByAll: true, keepsVersions: true })
    expect(await listNames(store)).toEqual([])
  })

  test.each([400, 401, 403, 404])('is private if it responds to anonymous requests with %i', async (status) => {
    const store = openEmptyBucket()
    server.intercept = (request, response) => {
      if (request.headers.authorization !== undefined) return false
      response.writeHead(status).end('<html><h1>No</h1></html>')
      return true
    }
    expect(await store.examine()).toMatchObject({ readableByAll: false })
  })
})

describe('bucket settings', () => {
  const readTestConfig = (env: Record<string, string>) => readConfig({ DATA_DIR: createFolder(), ...env })

  test('are optional: without them, files are on disk and no client is loaded', async () => {
    expect(readTestConfig({})).toMatchObject({ s3: undefined, storage: 'disk' })
    expect((await openStores(readTestConfig({}))).s3).toBeUndefined()
  })

  test('stop the start with the name of the missing setting if incomplete', () => {
    expect(() => readTestConfig({ STORAGE: 's3' })).toThrow(ConfigError)
    expect(() => readTestConfig({ S3_ENDPOINT: 'https://store.example.com' })).toThrow(/S3_BUCKET/)
    expect(() => readTestConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' })).toThrow(/S3_SECRET_ACCESS_KEY/)
    expect(() => readTestConfig({ ...server.env(), S3_PREFIX: 'no-slash' })).toThrow(/S3_PREFIX/)
    expect(() => readTestConfig({ ...server.env(), S3_ENDPOINT: 'ftp://store.example.com' })).toThrow(/S3_ENDPOINT/)
  })

  test('put Amazon’s bucket into the host name, and others into the path', () => {
    const { S3_ENDPOINT: _, ...amazon } = server.env()
    expect(readTestConfig({ ...amazon, S3_REGION: 'eu-west-1' }).s3).toMatchObject({
      endpoint: new URL('https://s3.eu-west-1.amazonaws.com'),
      pathStyle: false,
    })
    expect(readTestConfig(server.env()).s3).toMatchObject({ pathStyle: true })
    expect(readTestConfig({ ...server.env(), S3_PATH_STYLE: 'off' }).s3).toMatchObject({ pathStyle: false })
  })
})

describe('moving files', () => {
  const openBoth = (storage: 'disk' | 's3', dataDir = createFolder(), prefix = `test-${++prefixes}/files/`) =>
    openStores(readConfig({ DATA_DIR: dataDir, ...server.env(), STORAGE: storage, S3_PREFIX: prefix }))
  const openPair = async (storage: 'disk' | 's3') => {
    const { disk, s3, files } = await openBoth(storage)
    if (!s3) throw new Error('no bucket')
    return storage === 's3' ? { from: disk, to: s3, files } : { from: s3, to: disk, files }
  }
  const fill = (store: FileStore, count: number) =>
    store.add(
      Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, bytes: Buffer.from(`file ${index}`) })),
    )

  test.each(['s3', 'disk'] as const)(
    'to %s: every file stays readable during the move, and ends up there',
    async (storage) => {
      const { from, to, files } = await openPair(storage)
      await fill(from, 30)
      await files.add([{ name: 'new.txt', bytes: Buffer.from('new') }])
      expect(await listNames(to)).toEqual(['new.txt'])
      expect(await read(files, '7.txt')).toMatchObject({ content: 'file 7' })
      expect(await listNames(files)).toHaveLength(31)
      const localFile = createFolder()
      expect(await moveFiles({ from, to, folder: localFile })).toEqual({ files: 30, bytes: 200, differing: [] })
      expect(readdirSync(localFile)).toEqual([])
      expect(await listNames(from)).toEqual([])
      expect(await listNames(to)).toHaveLength(31)
      expect(await read(files, '7.txt')).toMatchObject({ content: 'file 7' })
      expect(await moveFiles({ from, to, folder: localFile })).toEqual({ files: 0, bytes: 0, differing: [] })
    },
  )

  test('files already copied by an interrupted move are compared, not sent again; differing ones stay in both', async () => {
    const { from, to } = await openPair('s3')
    await fill(from, 3)
    await to.add([
      { name: '0.txt', bytes: Buffer.from('file 0') },
      { name: '1.txt', bytes: Buffer.from('another') },
    ])
    server.requests.length = 0
    expect(await moveFiles({ from, to, folder: createFolder() })).toEqual({ files: 2, bytes: 12, differing: ['1.txt'] })
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
    expect(await listNames(from)).toEqual(['1.txt'])
    expect(await read(to, '1.txt')).toMatchObject({ content: 'another' })
  })

  test.each(['', 'file'])(
    'partial files of an interrupted move (“%s”) are sent again, completely',
    async (originalFile) => {
      const { from, to } = await openPair('s3')
      await fill(from, 1)
      await to.add([{ name: '0.txt', bytes: Buffer.from(originalFile) }])
      expect(await moveFiles({ from, to, folder: createFolder() })).toEqual({ files: 1, bytes: 6, differing: [] })
      expect(await listNames(from)).toEqual([])
      expect(await read(to, '0.txt')).toMatchObject({ content: 'file 0' })
    },
  )

  test('a file that arrives with other bytes is not removed from its source', async () => {
    const { from, to } = await openPair('s3')
    await fill(from, 1)
    server.intercept = (request, response) => {
      if (request.method !== 'GET' || !server.requests.some((request) => request.startsWith('PUT'))) return false
      response.writeHead(200, { 'content-length': '6' }).end('file 9')
      return true
    }
    await expect(moveFiles({ from, to, folder: createFolder() })).rejects.toThrow(/0\.txt was altered/)
    expect(await listNames(from)).toEqual(['0.txt'])
  })

  test.each(['s3', 'disk'] as const)('to %s: a file erased during its move does not reappear', async (storage) => {
    const { from, to, files } = await openPair(storage)
    await fill(from, 1)
    // Simulates a removal by the shop, between writing the copy and removing the original.
    const during: FileStore = {
      ...to,
      async add(added) {
        await files.remove('0.txt')
        await to.add(added)
      },
    }
    expect(await moveFiles({ from, to: during, folder: createFolder() })).toMatchObject({ files: 0 })
    expect(await listNames(files)).toEqual([])
  })

  test('a bucket that fails halfway loses nothing, and the next run continues', async () => {
    const { from, to, files } = await openPair('s3')
    await fill(from, 40)
    let puts = 0
    server.intercept = (request, response) => {
      if (request.method !== 'PUT' || ++puts < 20) return false
      request.resume()
      response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
      return true
    }
    await expect(moveFiles({ from, to, folder: createFolder() })).rejects.toThrow(/QuotaExceeded/)
    expect(await listNames(files)).toHaveLength(40)
    expect((await listNames(from)).length).toBeGreaterThan(0)
    server.intercept = undefined
    await moveFiles({ from, to, folder: createFolder() })
    expect(await listNames(to)).toHaveLength(40)
    expect(await listNames(from)).toEqual([])
  })
})
