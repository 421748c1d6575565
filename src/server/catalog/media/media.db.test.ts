import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import type { MediaPicture } from '#contract/content/media.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { dropChangedForSuite } from '#test/drop-changed.ts'
import { makeCategory, makePicture, makeProduct, makeUser } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'

const MEDIA = '/admin/content/media'
const newFile = () => randomBytes(16).toString('hex')
const formWith = (content: Buffer | string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return form
}
const drawPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#8a3b2e' } })
    .png()
    .toBuffer()

databaseTest('the media library', (connection) => {
  const suite = appForSuite(connection)
  dropChangedForSuite(connection, suite)
  const open = async (role: 'clerk' | 'manager' = 'manager') => {
    const browser = await openStaffBrowser(suite, role)
    const upload = async (name = 'Jar on stone.png', content?: Buffer | string) =>
      browser.postForm(`${MEDIA}/upload`, formWith(content ?? (await drawPicture()), name))
    const list = async (query = '') => (await browser.get(`${MEDIA}.json${query}`)).json<AdminResponse<'media'>>()
    const read = async (id: number) => (await browser.get(`${MEDIA}/${id}.json`)).json<AdminResponse<'mediaPicture'>>()
    const find = async (file: string) => (await list()).data.find(({ src }) => src === `/uploads/${file}`)
    const change = async (picture: Pick<MediaPicture, 'id' | 'version'>, call: string, body: object = {}) =>
      browser.post(`${MEDIA}/${picture.id}/${call}`, { ...body, expected_version: picture.version })
    return { browser, upload, list, read, find, change }
  }
  const storedFiles = (src: string) =>
    readdirSync(join(suite().services.config.dataDir, 'uploads')).filter((name) =>
      name.startsWith(`${src.slice('/uploads/'.length)}-`),
    ).length
  const findEntries = async (action: string) =>
    (await connection().pool.query('select subject_id from audit_entries where action = $1', [action])).rows.length
  const productResponse = async (id: number) => (await browserOf(suite).get(`/packages/${id}.json`)).json()

  it('stores pictures in all sizes, and nothing else', async () => {
    const { upload, browser } = await open()
    const stored = await upload()
    expect(stored.statusCode, stored.body).toBe(200)
    const picture = stored.json<MediaPicture>()
    expect(picture).toMatchObject({
      ...{ name: 'Jar on stone', alt: '', widths: [320, 640, 960, 1280, 1920], use_count: 0, of_member: false },
      size: { width: 60, height: 40, bytes: expect.any(Number) },
      added_by: expect.stringContaining('manager'),
    })
    expect(storedFiles(picture.src)).toBe(10)
    expect(await findEntries('picture.added')).toBe(1)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect((await upload('logo.svg', svg)).statusCode).toBe(415)
    expect((await browser.post(`${MEDIA}/upload`, {})).statusCode).toBe(422)
    const named = (await upload('<img src=x onerror=alert(1)>\u0000.png')).json<MediaPicture>()
    expect(named.name).toBe('<img src=x onerror=alert(1)>')
    const clerk = await open('clerk')
    expect((await clerk.upload()).statusCode).toBe(403)
    expect((await clerk.browser.get(`${MEDIA}.json`)).statusCode).toBe(403)
  })

  it('lists each picture once with every place that shows it', async () => {
    const { pool, db } = connection()
    const { read, find, list } = await open()
    const file = newFile()
    const soap = await makeProduct(db, { name: 'Soap', images: [file] })
    const balm = await makeProduct(db, {
      name: 'Balm',
      descriptionHtml: `<p><img src="/uploads/${file}-1280.webp" alt=""></p>`,
    })
    const category = await makeCategory(db, { name: 'Body' })
    await pool.query('update categories set picture_file = $1 where id = $2', [file, category.id])
    const picture = await find(file)
    expect(picture).toMatchObject({ size: null, use_count: 3 })
    expect((await read(picture?.id ?? 0)).uses).toEqual([
      { kind: 'category', id: category.id, name: 'Body' },
      { kind: 'description', id: balm.id, name: 'Balm' },
      { kind: 'product', id: soap.id, name: 'Soap' },
    ])
    expect((await list('?use=unused')).data.some(({ src }) => src.endsWith(file))).toBe(false)
    expect((await list('?use=used')).data.some(({ src }) => src.endsWith(file))).toBe(true)
  })

  it('finds pictures by alt text and file name, page by page', async () => {
    const { list } = await open()
    for (let number = 0; number < 50; number++) await makePicture(connection(), { alt: `Crème brush ${number}` })
    const first = await list('?search=creme+brush')
    expect([first.data.length, first.count]).toEqual([48, 50])
    const second = await list(`?search=creme+brush&after=${first.next}`)
    expect([second.data.map(({ alt }) => alt), second.next]).toEqual([['Crème brush 1', 'Crème brush 0'], null])
    expect((await list('?search=%25')).data).toEqual([])
    expect((await list('?search=brush+49')).data).toHaveLength(1)
  })

  it('includes pictures of posts, which belong to their authors', async () => {
    const { pool, db } = connection()
    const { find, change } = await open()
    const user = await makeUser(db)
    const file = newFile()
    await pool.query('insert into stored_files (name, user_id, bytes) values ($1, $2, 900)', [
      `${file}-1280.webp`,
      user.id,
    ])
    await pool.query(
      `insert into posts (user_id, title, language, content_html, visibility) values ($1, 'Lashes', 'en', $2, 'public')`,
      [user.id, `<img src="/uploads/${file}-1280.webp">`],
    )
    const picture = await find(file)
    if (!picture) throw new Error('not listed')
    expect(picture).toMatchObject({ of_member: true, widths: [1280], uses: [{ kind: 'post', name: 'Lashes' }] })
    const replacement_id = await makePicture(connection())
    const refusals = [await change(picture, 'replace', { replacement_id }), await change(picture, 'delete')]
    for (const { statusCode, body } of refusals) {
      expect([statusCode, JSON.parse(body).code]).toEqual([409, 'picture_of_member'])
    }
    await pool.query('delete from stored_files where name = $1', [`${file}-1280.webp`])
    expect(await find(file)).toBeUndefined()
  })

  it('keeps the suggested alt text, unless someone else changed it', async () => {
    const { upload, change } = await open()
    const picture = (await upload()).json<MediaPicture>()
    const saved = await change(picture, 'save', { alt: '  A jar ' })
    expect(saved.json()).toMatchObject({ id: picture.id, alt: 'A jar' })
    const stale = await change(picture, 'save', { alt: 'A pot' })
    expect([stale.statusCode, stale.json().code, stale.json().current.alt]).toEqual([409, 'stale', 'A jar'])
    expect((await change(picture, 'delete')).json().code).toBe('stale')
    expect((await change(picture, 'replace', { replacement_id: picture.id })).json().code).toBe('stale')
    const missing = { id: 2_000_000_000, version: '1' }
    expect((await change(missing, 'save', { alt: '' })).statusCode).toBe(404)
    expect((await change(missing, 'replace', { replacement_id: picture.id })).statusCode).toBe(404)
    expect((await change(missing, 'delete')).statusCode).toBe(404)
  })

  it('replaces a picture in every place, with a version of each product', async () => {
    const { pool, db } = connection()
    const { upload, read, change, find, browser } = await open()
    const before = newFile()
    const other = `${before}0`
    const { id: soap } = await makeProduct(db, { name: 'Soap', images: [before, other] })
    const { id: balm } = await makeProduct(db, {
      descriptionHtml: `<img src="/uploads/${before}-1280.webp"><img src="/uploads/${other}-1280.webp">`,
    })
    const { id: category } = await makeCategory(db)
    await pool.query('update categories set picture_file = $1 where id = $2', [before, category])
    expect((await productResponse(soap)).image.src).toBe(`/uploads/${before}`)
    const picture = await find(before)
    if (!picture) throw new Error('not listed')
    const replacement = (await upload('New jar.png')).json<MediaPicture>()
    const after = replacement.src.slice('/uploads/'.length)

    for (const unusable of [picture.id, 2_000_000_000, (await find(other))?.id]) {
      const refused = await change(picture, 'replace', { replacement_id: unusable })
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'replacement_unusable'])
    }
    const replaced = await change(picture, 'replace', { replacement_id: replacement.id })
    expect(replaced.statusCode, replaced.body).toBe(200)
    expect(replaced.json()).toMatchObject({ id: picture.id, src: `/uploads/${after}`, name: 'New jar', use_count: 3 })
    expect((await browser.get(`${MEDIA}/${replacement.id}.json`)).statusCode).toBe(404)

    const shown = await productResponse(soap)
    expect(shown.images.map(({ src }: { src: string }) => src)).toEqual([`/uploads/${after}`, `/uploads/${other}`])
    expect((await productResponse(balm)).description_html).toBe(
      `<img src="/uploads/${after}-1280.webp"><img src="/uploads/${other}-1280.webp">`,
    )
    const { rows } = await pool.query('select picture_file from categories where id = $1', [category])
    expect(rows).toEqual([{ picture_file: after }])
    const { version } = (await browser.get(`/admin/products/${soap}.json`)).json()
    expect(version).toBe('2')
    expect((await read(picture.id)).former_versions).toBe(2)

    // A restored version shows the former file, and the next replacement reaches it, too.
    await browser.post(`/admin/products/${soap}/restore`, { version: 1, expected_version: version })
    expect((await productResponse(soap)).image.src).toBe(`/uploads/${before}`)
    const restored = await read(picture.id)
    expect(restored.use_count).toBe(3)
    const third = (await upload()).json<MediaPicture>()
    expect((await change(restored, 'replace', { replacement_id: third.id })).statusCode).toBe(200)
    expect((await productResponse(soap)).image.src).toBe(third.src)
    expect(await findEntries('picture.replaced')).toBe(2)
  })

  it('deletes only what nothing uses and no former version shows', async () => {
    const { db } = connection()
    const { upload, read, change, browser } = await open()
    const unused = (await upload()).json<MediaPicture>()
    expect((await change(unused, 'delete')).statusCode).toBe(200)
    expect([storedFiles(unused.src), (await browser.get(`${MEDIA}/${unused.id}.json`)).statusCode]).toEqual([0, 404])

    const used = (await upload()).json<MediaPicture>()
    const { id } = await makeProduct(db)
    const saveImages = async (images: object[]) => {
      const { version } = (await browser.get(`/admin/products/${id}.json`)).json()
      return browser.post(`/admin/products/${id}/save`, { fields: { images }, expected_version: version })
    }
    expect((await saveImages([{ src: used.src, source_url: null, alt: '' }])).statusCode).toBe(200)
    expect((await read(used.id)).uses).toMatchObject([{ kind: 'product', id }])
    const inUse = await change(used, 'delete')
    expect([inUse.statusCode, inUse.json().code]).toEqual([409, 'picture_in_use'])
    expect((await saveImages([])).statusCode).toBe(200)
    expect(await read(used.id)).toMatchObject({ use_count: 0, former_versions: 1 })
    expect((await change(used, 'delete')).json().code).toBe('picture_in_use')
    expect(storedFiles(used.src)).toBe(10)
    const late = await saveImages([{ src: unused.src, source_url: null, alt: '' }])
    expect([late.statusCode, late.json().code]).toEqual([422, 'picture_not_found'])
  })
})
