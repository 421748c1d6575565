import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { collect } from '#test/collect.ts'
import { copyDataDir, databaseTest, openEmptyPostgres, openTestDatabase } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'
import { s3ForSuite } from '#test/s3-server.ts'
import { sweepFiles } from './content/uploads/sweep-files.ts'
import { makeBackup } from './operations/backup/make-backup.ts'
import { restoreBackup } from './operations/backup/restore-backup.ts'
import { verifyShop } from './operations/verify/verify-shop.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import type { Connection } from './platform/database/connection.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { openStores } from './platform/files/open-files.ts'
import { eraseUser } from './privacy/erase-personal-data.ts'
import { findPerson } from './privacy/find-person.ts'
import { removeErasedFiles } from './privacy/remove-erased-files.ts'
import { writeExport } from './privacy/write-export.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
const UNAVAILABLE = 'We can’t load pictures and files right now. Please try again in a moment.'
const DAY_MS = 24 * 60 * 60 * 1000
const createForm = (fields: Record<string, string>, field: string, bytes: Buffer, name: string) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}
const HIDE = `update posts set visibility = 'hidden', hidden_reason = 'x', hidden_by = 'x', hidden_at = now() where id = $1`
const drawPicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a3b2e' } })
    .png()
    .toBuffer()

type Member = Awaited<ReturnType<typeof signInNewMember>>
const savePost = (member: Member, name = 'prices.pdf') =>
  member.postForm(
    '/account/posts/save',
    createForm({ title: 'Foils', language: 'en', content: '' }, 'attachment', PDF, name),
  )
const attach = async (member: Member) => {
  const response = await savePost(member)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data[0] as { id: number; attachment_url: string }
}
const toFileName = ({ attachment_url }: { attachment_url: string }) => attachment_url.slice('/uploads/'.length)
const listNames = async (store: FileStore) => (await collect(store.list())).map(({ name }) => name).sort()

databaseTest('a shop that stores files in a bucket', (connection) => {
  const server = s3ForSuite()
  const suite = appForSuite(connection, () => ({ ...server.env(), S3_PREFIX: 'shop/' }))
  afterEach(() => {
    server.intercept = undefined
  })
  const files = () => suite().services.files
  const listStoredNames = () => listNames(files())
  const listDiskFiles = () => readdirSync(join(suite().services.config.dataDir, 'uploads'))
  const failRequests = () => {
    server.intercept = (request, response) => {
      request.resume()
      response.writeHead(500).end()
      return true
    }
  }
  const signInMember = () => signInNewMember(suite, connection)

  it('stores pictures and attachments in the bucket and serves them exactly as it would from disk: whole, in ranges, and deduplicated', async () => {
    const ana = await signInMember()
    const post = await attach(ana)
    const picture = await ana.postForm('/admin777/upload', createForm({}, 'file', await drawPicture(), 'a.png'))
    const { location } = picture.json()
    expect(await listStoredNames()).toEqual(
      expect.arrayContaining([toFileName(post), location.slice('/uploads/'.length)]),
    )
    expect(listDiskFiles()).toEqual([])
    expect(readdirSync(join(suite().services.config.dataDir, 'incoming'))).toEqual([])

    const guest = browserOf(suite)
    const served = await guest.get(post.attachment_url)
    expect(served.rawPayload.equals(PDF)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'cache-control': 'private, no-cache',
      'content-disposition': expect.stringContaining('prices.pdf'),
    })
    const requestFile = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      suite().app.inject({ url, headers, method })
    const part = await requestFile(post.attachment_url, { range: 'bytes=1-3' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'PDF', `bytes 1-3/${PDF.length}`])
    expect((await requestFile(post.attachment_url, { range: 'bytes=-6' })).body).toBe('%%EOF\n')
    expect((await requestFile(post.attachment_url, { range: 'bytes=1-3', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await requestFile(post.attachment_url, { range: 'bytes=5000-' })).statusCode).toBe(416)
    const etag = String(served.headers.etag)
    expect((await requestFile(post.attachment_url, { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304)
    const head = await requestFile(location, {}, 'HEAD')
    expect(head.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': expect.stringMatching(/^\d+$/),
    })
    expect(head.body).toBe('')
    expect((await guest.get(location)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await guest.get('/uploads/00000000000000000000000000000000-1280.webp')).statusCode).toBe(404)
  })

  it('checks permissions for a file before requesting it from the bucket', async () => {
    const [ana, eve] = [await signInMember(), await signInMember()]
    const post = await attach(ana)
    await connection().pool.query(HIDE, [post.id])
    server.requests.length = 0
    expect((await eve.get(post.attachment_url)).statusCode).toBe(404)
    expect((await browserOf(suite).get(post.attachment_url)).statusCode).toBe(404)
    expect(server.requests).toEqual([])
    expect((await ana.get(post.attachment_url)).statusCode).toBe(200)
  })

  it('responds with 503 while the bucket is unavailable, loses nothing, and recovers', async () => {
    const ana = await signInMember()
    const post = await attach(ana)
    const before = await listStoredNames()
    const countRows = async () =>
      (
        await connection().pool.query(
          'select count(*)::int as posts, (select count(*)::int from stored_files) as files from posts',
        )
      ).rows[0]
    const rows = await countRows()
    failRequests()
    for (const response of [await ana.get(post.attachment_url), await savePost(ana)]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('5')
      expect(response.headers['content-disposition']).toBeUndefined()
      expect(response.json()).toMatchObject({ detail: UNAVAILABLE })
    }
    // Requests that need no file still work.
    expect((await ana.get('/account/posts.json?offset=0')).statusCode).toBe(200)
    server.intercept = undefined
    expect(await countRows()).toEqual(rows)
    expect(await listStoredNames()).toEqual(before)
    expect((await ana.get(post.attachment_url)).statusCode).toBe(200)
    expect((await savePost(ana)).statusCode).toBe(200)
  })

  it('shows license evidence in the bucket only to its owner', async () => {
    const [ana, eve] = [await signInMember(), await signInMember()]
    const form = createForm(
      { cosmetology_id: 'NJ-1', license_state: 'NJ', license_type: 'cosmetologist', expires_on: '2199-12-31' },
      'evidence',
      PDF,
      'card.pdf',
    )
    const saved = await ana.postForm('/account/license/save', form)
    expect(saved.statusCode, saved.body).toBe(200)
    const { rows } = await connection().pool.query('select file_name from license_files where user_id = $1', [
      ana.user.id,
    ])
    expect(await listStoredNames()).toContain(rows[0].file_name)
    for (const browser of [eve, browserOf(suite)]) {
      expect((await browser.get(`/uploads/${rows[0].file_name}`)).statusCode).toBe(404)
    }
  })

  it('erases and exports files in the bucket and sweeps unreferenced ones', async () => {
    const ana = await signInMember()
    const post = await attach(ana)
    const person = await findPerson(connection().db, ana.user.email)
    if (!person) throw new Error('person not found')
    const zip = await buffer(writeExport(connection().db, files(), person, new Date()))
    expect(zip.includes(`files/${toFileName(post)}`)).toBe(true)
    expect(zip.includes(PDF)).toBe(true)

    const owner = { kind: 'staff', staffId: 1, email: 'owner@example.com', role: 'owner' } as const
    const done = await inTransaction(connection().db, (trx) =>
      eraseUser(trx, owner, ana.user.id, 'Requested by the customer'),
    )
    if (!done.ok) throw new Error(done.refusal.code)
    await removeErasedFiles(files(), suite().services.config.dataDir, done.erased)
    expect(await files().find(toFileName(post))).toBeUndefined()

    const unreferenced = `${'ab'.repeat(16)}.pdf`
    await files().add([{ name: unreferenced, bytes: PDF }])
    await sweepFiles(connection().db, files())
    expect(await listStoredNames()).toContain(unreferenced)
    await sweepFiles(connection().db, files(), Date.now() + 2 * DAY_MS)
    expect(await listStoredNames()).not.toContain(unreferenced)
  })

  it('aborts an export when the bucket fails, and the shop keeps running', async () => {
    const ana = await signInMember()
    const post = await attach(ana)
    const person = await findPerson(connection().db, ana.user.email)
    if (!person) throw new Error('person not found')
    server.intercept = (request, response) => {
      if (request.method !== 'GET') return false
      response.writeHead(200, { 'content-length': '5000' }).write('half')
      setImmediate(() => response.destroy())
      return true
    }
    const reading = buffer(writeExport(connection().db, files(), person, new Date()))
    await expect(reading).rejects.toThrow()
    server.intercept = undefined
    expect((await ana.get(post.attachment_url)).statusCode).toBe(200)
  })
})

databaseTest('a backup of a shop that stores files in a bucket', (_, engine) => {
  const server = s3ForSuite()
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-bucket-'))
  let dataDir = ''
  let source: Connection
  beforeAll(async () => {
    dataDir = engine === 'embedded' ? await copyDataDir() : join(folder, 'source')
    source =
      engine === 'embedded'
        ? await openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
        : await openTestDatabase('postgres')
  })
  afterAll(async () => {
    await source.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(folder, { recursive: true })
  })
  const suite = appForSuite(
    () => source,
    () => ({ ...server.env(), S3_PREFIX: 'shop/', DATA_DIR: dataDir }),
  )

  it('contains the bucket’s files and restores only into an empty bucket', async () => {
    const { config, files } = suite().services
    const post = await attach(await signInNewMember(suite, () => source))
    const picture = await (await signInNewMember(suite, () => source)).postForm(
      '/admin777/upload',
      createForm({}, 'file', await drawPicture(), 'a.png'),
    )
    expect(picture.statusCode).toBe(200)
    const storedNames = await listNames(files)
    expect(storedNames).toHaveLength(2)
    const path = join(folder, 'backup.tar.gz')
    const { manifest, missing } = await makeBackup(source, { ...config, files }, path, {
      withSecret: false,
    })
    expect({ missing, files: manifest.uploads.files }).toEqual({ missing: [], files: 2 })

    const createTarget = async (prefix: string) => {
      const restoredDir = mkdtempSync(join(folder, 'restored-'))
      const config = readConfig({ DATA_DIR: restoredDir, ...server.env(), S3_PREFIX: prefix })
      const database = engine === 'postgres' ? await openEmptyPostgres() : undefined
      const stores = await openStores(config)
      const options = {
        config: { ...config, databaseUrl: database?.url, erasedList: join(restoredDir, 'erased.txt') },
        bucket: stores.s3,
        secretIsGiven: false,
      }
      return { dataDir: restoredDir, database, options, stores }
    }
    const occupied = await createTarget('shop/')
    const fresh = await createTarget('restored/')
    try {
      expect(await restoreBackup(path, occupied.options)).toEqual({ ok: false, refusal: { code: 'store_not_empty' } })

      // Fails while files are being uploaded, then starts over: some files are in the bucket already.
      let puts = 0
      server.intercept = (request, response) => {
        if (request.method !== 'PUT' || ++puts < 2) return false
        request.resume()
        response.writeHead(403).end()
        return true
      }
      await expect(restoreBackup(path, fresh.options)).rejects.toThrow(/403/)
      server.intercept = undefined
      expect(await restoreBackup(path, fresh.options)).toMatchObject({ ok: true })
      expect(await listNames(fresh.stores.files)).toEqual(storedNames)
      expect(readdirSync(join(fresh.dataDir, 'uploads'))).toEqual([])
      const localFile = join(folder, 'local-file')
      expect(await fresh.stores.files.hold(toFileName(post), localFile)).toBe(true)
      expect(readFileSync(localFile).equals(PDF)).toBe(true)
      const restored = await openDatabase({ databaseUrl: fresh.database?.url, dataDir: fresh.dataDir, mode: 'serve' })
      try {
        const findings = (await verifyShop(restored.db, fresh.dataDir, () => {}, undefined, fresh.stores.files))
          .findings
        expect(findings).toEqual((await verifyShop(source.db, dataDir, () => {}, undefined, files)).findings)
        expect(findings.filter((finding) => finding.includes('not there'))).toEqual([])
        await fresh.stores.files.remove(toFileName(post))
        expect(
          (await verifyShop(restored.db, fresh.dataDir, () => {}, undefined, fresh.stores.files)).findings,
        ).toContainEqual(expect.stringContaining(`its attachment ${toFileName(post)} is not there`))
      } finally {
        await restored.close()
      }
    } finally {
      await occupied.database?.close()
      await fresh.database?.close()
    }
  })
})
