import { readdirSync, type StatsFs, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { signInNewMember } from '#test/member.ts'
import { sweepFiles } from './sweep-files.ts'

const MEGABYTE = 1_048_576
const GIGABYTE = 1024 * MEGABYTE
const HOUR_MS = 60 * 60 * 1000
const SAVE = '/account/posts/save'
const UPLOAD = '/admin777/upload'

/** Simulates a disk with this many free bytes. */
const leaveFree = (bytes: number): void => {
  vi.spyOn(promises, 'statfs').mockResolvedValue({ bavail: bytes, bsize: 1 } as StatsFs)
  syncBuiltinESMExports()
}
beforeEach(() => leaveFree(100 * GIGABYTE))
afterEach(() => {
  vi.mocked(promises.statfs).mockRestore()
  syncBuiltinESMExports()
})

const textFile = (megabytes: number) => new Blob([Buffer.alloc(megabytes * MEGABYTE, 'a line of text\n')])
const attachmentForm = (megabytes: number, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Foils', language: 'en', ...fields })) form.append(name, value)
  form.append('attachment', textFile(megabytes), 'a.txt')
  return form
}
async function pictureForm(width = 40) {
  const noise = { type: 'gaussian', mean: 120, sigma: 90 } as const
  const bytes = await sharp({ create: { width, height: width, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  return form
}

databaseTest('the quotas of uploads', (connection) => {
  const quotas = { SHOP_UPLOAD_QUOTA_ACCOUNT_MB: '3', SHOP_UPLOAD_QUOTA_SHOP_MB: '5' }
  const suite = appForSuite(connection, quotas)
  const files = () => readdirSync(join(suite().services.config.dataDir, 'uploads')).sort()

  it('limit an account and the whole shop, without counting deleted files', async () => {
    const [ana, bea, cleo] = [
      await signInNewMember(suite, connection),
      await signInNewMember(suite, connection),
      await signInNewMember(suite, connection),
    ]
    const saved = await ana.postForm(SAVE, attachmentForm(2))
    expect(saved.statusCode, saved.body).toBe(200)
    const before = files()
    const full = await ana.postForm(SAVE, attachmentForm(2, { title: 'More foils' }))
    expect(full.json()).toMatchObject({
      status: 413,
      code: 'account_quota',
      detail: expect.stringMatching(/^You’ve reached the file limit/),
    })
    expect(files()).toEqual(before)
    expect((await ana.get('/account/posts.json')).json().data).toHaveLength(1)

    expect((await bea.postForm(SAVE, attachmentForm(2))).statusCode).toBe(200)
    const shopFull = await cleo.postForm(SAVE, attachmentForm(2))
    expect(shopFull.json()).toMatchObject({
      status: 413,
      code: 'shop_quota',
      detail: expect.stringMatching(/^We can’t store/),
    })

    const { id } = saved.json().data[0]
    const fields = { id, title: 'Bare', language: 'en', remove_attachment: '1' }
    expect((await ana.post(SAVE, fields)).statusCode).toBe(200)
    expect((await cleo.postForm(SAVE, attachmentForm(2))).statusCode).toBe(200)
  })

  it('count pictures as well, and one too many is not stored', async () => {
    await connection().pool.query('delete from post_files')
    await connection().pool.query('delete from stored_files')
    const ana = await signInNewMember(suite, connection)
    await connection().pool.query(`insert into stored_files (name, user_id, bytes) values ('a.txt', $1, $2)`, [
      ana.user.id,
      3 * MEGABYTE - 20_000,
    ])
    expect((await ana.postForm(UPLOAD, await pictureForm(40))).statusCode).toBe(200)
    expect((await ana.postForm(UPLOAD, await pictureForm(800))).statusCode).toBe(413)
    const { rows } = await connection().pool.query(`select name from stored_files where name <> 'a.txt' order by name`)
    const pictures = files().filter((name) => name.endsWith('-1280.webp'))
    expect(pictures).toEqual(rows.map(({ name }: { name: string }) => name))
  })

  it('accept only as many concurrent uploads as fit', async () => {
    await connection().pool.query('delete from post_files')
    await connection().pool.query('delete from stored_files')
    const ana = await signInNewMember(suite, connection)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ana.postForm(SAVE, attachmentForm(1, { title: `Foils ${n}` }))),
    )
    const statuses = responses.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, 200, 200, 413, 413, 413, 413, 413])
  })

  it('refuse uploads that would leave less than a gigabyte free', async () => {
    const ana = await signInNewMember(suite, connection)
    leaveFree(GIGABYTE - 1)
    const before = files()
    for (const response of [
      await ana.postForm(SAVE, attachmentForm(1)),
      await ana.postForm(UPLOAD, await pictureForm()),
    ]) {
      expect([response.statusCode, response.json().detail]).toEqual([
        413,
        expect.stringMatching(/^We can’t accept files/),
      ])
    }
    expect(files()).toEqual(before)
    expect(readdirSync(join(suite().services.config.dataDir, 'incoming'))).toEqual([])
  })
})

databaseTest('the sweep of stored files', (connection, engine) => {
  const suite = appForSuite(connection)
  const member = () => signInNewMember(suite, connection)
  type Browser = Awaited<ReturnType<typeof member>>
  const dataDir = () => suite().services.config.dataDir
  const files = () => readdirSync(join(dataDir(), 'uploads'))
  const sweep = (hours: number) => sweepFiles(connection().db, diskStore(dataDir()), Date.now() + hours * HOUR_MS)
  const upload = async (ana: Browser): Promise<string> => {
    const response = await ana.postForm(UPLOAD, await pictureForm())
    expect(response.statusCode, response.body).toBe(200)
    return response.json().location.slice('/uploads/'.length)
  }
  const postWith = (ana: Browser, picture: string, id?: number) =>
    ana.post(SAVE, { id, title: 'Foils', language: 'en', content: `<p><img src="/uploads/${picture}" alt="" /></p>` })

  it('deletes only files that no post has used for a day', async () => {
    const ana = await member()
    const [used, reused, never] = [await upload(ana), await upload(ana), await upload(ana)]
    const first = await postWith(ana, used)
    expect(first.statusCode, first.body).toBe(200)
    const second = (await postWith(ana, reused)).json().data[0]
    const attached = (await ana.postForm(SAVE, attachmentForm(1))).json().data[0]
    const attachment = attached.attachment_url.slice('/uploads/'.length)
    await sweep(23)
    expect(files()).toEqual(expect.arrayContaining([used, reused, never, attachment]))

    expect((await postWith(ana, used, second.id)).statusCode).toBe(200)
    const product = 'b'.repeat(32)
    const described = `${'c'.repeat(32)}-1280.webp`
    const demo = 'orchid-jar-1280.webp'
    for (const name of [`${product}-640.webp`, `${product}-1280.webp`, described, demo])
      writeFileSync(join(dataDir(), 'uploads', name), name)
    const unknown = [`${'d'.repeat(32)}-1280.webp`, `${'e'.repeat(32)}.pdf`]
    for (const name of unknown) writeFileSync(join(dataDir(), 'uploads', name), name)
    const { id } = await makeProduct(connection().db)
    const html = `<img src="/uploads/${described}">`
    await connection().pool.query('update products set description_html = $2 where id = $1', [id, html])

    await sweep(25)
    const remaining = [used, attachment, `${product}-640.webp`, `${product}-1280.webp`, described, demo]
    expect(files().sort()).toEqual(remaining.sort())
    await sweep(25)
    expect(files().sort()).toEqual(remaining)
  })

  it('refuses a post whose picture was deleted, but not one with a product’s picture', async () => {
    const ana = await member()
    const picture = await upload(ana)
    await sweep(25)
    const { statusCode, body } = await postWith(ana, picture)
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      422,
      { code: 'picture_not_found', errors: { content: expect.stringMatching(/is missing/) } },
    ])
    writeFileSync(join(dataDir(), 'uploads', `${'f'.repeat(32)}-1280.webp`), 'of a product')
    expect((await postWith(ana, `${'f'.repeat(32)}-1280.webp`)).statusCode).toBe(200)
  })

  // The embedded engine has one connection, so these two never meet there.
  it.runIf(engine === 'postgres')(
    'never deletes the picture of a post that is being saved',
    async () => {
      const ana = await member()
      const seen = { saved: 0, refused: 0 }
      let savingMs = 12
      for (let round = 0; round < 40; round++) {
        const picture = await upload(ana)
        const started = performance.now()
        // Varies whether the post references its picture first, on machines of any speed.
        const pause = new Promise((resolve) => setTimeout(resolve, Math.random() * 1.5 * savingMs))
        const saving = postWith(ana, picture).finally(() => {
          savingMs = performance.now() - started
        })
        const [response] = await Promise.all([saving, pause.then(() => sweep(25))])
        expect([200, 422]).toContain(response.statusCode)
        expect(files().includes(picture), `round ${round}`).toBe(response.statusCode === 200)
        seen[response.statusCode === 200 ? 'saved' : 'refused']++
      }
      expect(seen.saved).toBeGreaterThan(0)
      expect(seen.refused).toBeGreaterThan(0)
    },
    120_000,
  )
})
