import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'

const SAVE = '/account/posts/save'
const UPLOAD = '/admin777/upload'
const MEGABYTE = 1_048_576
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif', width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#8a3b2e' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer()
const blob = (bytes: Buffer | string) => new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)])
const createForm = (fields: Record<string, string>, file?: [field: string, bytes: Buffer | string, name: string]) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append(file[0], blob(file[1]), file[2])
  return form
}
const pictureForm = (bytes: Buffer | string, name = 'a.png') => createForm({}, ['file', bytes, name])
const postForm = (bytes: Buffer | string, name: string, fields: Record<string, string> = {}) =>
  createForm({ title: 'Foils', language: 'en', content: '', ...fields }, ['attachment', bytes, name])

databaseTest('uploads', (connection) => {
  const suite = appForSuite(connection)
  const member = () => signInNewMember(suite, connection)
  type Browser = Awaited<ReturnType<typeof member>>
  const folder = (name: string) => {
    const path = join(suite().services.config.dataDir, name)
    mkdirSync(path, { recursive: true })
    return readdirSync(path)
  }
  const attach = async (ana: Browser, bytes: Buffer | string, name: string, fields: Record<string, string> = {}) => {
    const response = await ana.postForm(SAVE, postForm(bytes, name, fields))
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data[0] as { id: number; attachment: string; attachment_url: string }
  }

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    're-encodes a %s picture from the editor and serves it with an immutable cache header',
    async (format) => {
      const ana = await member()
      const response = await ana.postForm(UPLOAD, pictureForm(await picture(format, 2000)))
      expect(response.statusCode, response.body).toBe(200)
      const { location } = response.json()
      expect(location).toMatch(/^\/uploads\/[0-9a-f]{32}-1280\.webp$/)
      const served = await browserOf(suite).get(location)
      expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
      const { width, format: stored, exif } = await sharp(served.rawPayload).metadata()
      expect({ width, stored, exif }).toEqual({ width: 1280, stored: 'webp', exif: undefined })
      expect(folder('incoming')).toEqual([])
    },
  )

  it('serves an attachment as a download under its own name, with the type of its bytes', async () => {
    const ana = await member()
    const { attachment, attachment_url } = await attach(ana, PDF, 'Preisliste „Frühjahr“ 가격표.pdf')
    expect(attachment).toBe('Preisliste „Frühjahr“ 가격표.pdf')
    const { headers, rawPayload } = await browserOf(suite).get(attachment_url)
    expect(rawPayload.equals(PDF)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Preisliste _Fr_hjahr_ ___.pdf"; filename*=UTF-8''${encodeURIComponent(attachment)}`,
    })
  })

  it('serves an attached picture as a download, too', async () => {
    const bytes = await picture('png')
    const { attachment_url } = await attach(await member(), bytes, 'before.png')
    const { headers, rawPayload } = await browserOf(suite).get(attachment_url)
    expect(headers['content-type']).toBe('image/png')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="before.png"/)
    expect(rawPayload.equals(bytes)).toBe(true)
  })

  it.each([
    ['price;stock\n1;2\n', 'prices.csv', 'text/csv', 'prices.csv'],
    ['a < b, ana <ana@example.com>\r\n', 'notes.TXT', 'text/plain', 'notes.TXT'],
    ['alert(1)', 'run.js', 'text/plain', 'run.js.txt'],
    [PDF, 'invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    [PDF, '../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    [PDF, 'a\u202efdp.exe', 'application/pdf', 'afdp.exe.pdf'],
    [PDF, '.pdf', 'application/pdf', 'pdf.pdf'],
    [Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'), 'all.zip', 'application/zip', 'all.zip'],
  ])('serves %j with the name %j as %s, saved as %j', async (bytes, name, type, saved) => {
    const { attachment, attachment_url } = await attach(await member(), bytes, name)
    expect(attachment).toBe(saved)
    expect((await browserOf(suite).get(attachment_url)).headers['content-type']).toMatch(type)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const disguises: [string, Buffer | string, string][] = [
    ['SVG', svg, 'a.svg'],
    ['SVG named as text', `\n\n<!-- a -->${svg}`, 'a.txt'],
    ['SVG in the middle of text', `hello\n${'x'.repeat(65_530)}${svg}`, 'a.txt'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'a.html'],
    ['HTML named as CSV', 'a,b\n<img src=x onerror=alert(1)>', 'a.csv'],
    ['HTML in UTF-16', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le'), 'a.txt'],
    ['HTML before a PDF', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), PDF]), 'a.pdf'],
    ['a script that begins like a GIF', 'GIF89a/*\0\0*/=1;alert(1)', 'a.gif'],
    ['a program', Buffer.from(`MZ${'\0'.repeat(200)}PE`, 'latin1'), 'a.txt'],
    ['bytes', Buffer.from([1, 2, 3, 4]), 'a.txt'],
    ['nothing', '', 'a.txt'],
  ]
  it.each(disguises)('refuses %s as a picture and as an attachment', async (_, bytes, name) => {
    const ana = await member()
    const before = folder('uploads')
    const responses = [
      await ana.postForm(SAVE, postForm(bytes, name)),
      await ana.postForm(UPLOAD, pictureForm(bytes, name)),
    ]
    expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual([
      [415, 'attachment_not_supported'],
      [415, 'not_a_picture'],
    ])
    expect(responses[0]?.json().detail).toContain('Attachments can be PDF')
    expect([folder('uploads'), folder('incoming')]).toEqual([before, []])
    expect((await ana.get('/account/posts.json')).json().data).toEqual([])
  })

  it('refuses a picture that is broken or decompresses to too much, with a message', async () => {
    const ana = await member()
    const whole = await picture('jpeg', 800)
    const flood = await sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const broken = [whole.subarray(0, whole.length / 2), { status: 415, code: 'not_a_picture' }] as const
    for (const [bytes, refusal] of [broken, [flood, { status: 422, code: 'corrupt_picture' }] as const]) {
      const response = await ana.postForm(UPLOAD, pictureForm(bytes))
      expect(response.json()).toMatchObject(refusal)
      expect(response.json().errors.file).toMatch(/picture/)
    }
    expect(folder('incoming')).toEqual([])
  })

  it('refuses a picture above 8 MB and an attachment above 20 MB, and accepts exactly that size', async () => {
    const ana = await member()
    const text = (bytes: number) => Buffer.alloc(bytes, 'a line of text\n')
    expect((await ana.postForm(SAVE, postForm(text(20 * MEGABYTE), 'a.txt'))).statusCode).toBe(200)
    expect((await ana.postForm(SAVE, postForm(text(20 * MEGABYTE + 1), 'a.txt'))).statusCode).toBe(413)
    expect((await ana.postForm(UPLOAD, pictureForm(text(8 * MEGABYTE)))).statusCode).toBe(415)
    expect((await ana.postForm(UPLOAD, pictureForm(text(8 * MEGABYTE + 1)))).statusCode).toBe(413)
    expect((await ana.postForm(UPLOAD, pictureForm(text(90 * MEGABYTE)))).statusCode).toBe(413)
    expect(folder('incoming')).toEqual([])
  })

  it('leaves nothing on disk after a request from a guest, a forged form, or a form with the token after the file', async () => {
    const ana = await member()
    const before = folder('uploads')
    const lateUpload = pictureForm(await picture('png'))
    lateUpload.append('_csrf', ana.csrf())
    const responses = [
      await browserOf(suite).postForm(UPLOAD, pictureForm(await picture('png'))),
      await ana.postForm(UPLOAD, pictureForm(await picture('png')), 'none'),
      await ana.postForm(UPLOAD, createForm({ _csrf: 'wrong' }, ['file', await picture('png'), 'a.png']), 'none'),
      await ana.postForm(UPLOAD, pictureForm(await picture('png')), 'none', { 'x-csrf-token': 'wrong' }),
      await ana.postForm(UPLOAD, pictureForm(await picture('png')), 'header', { 'sec-fetch-site': 'cross-site' }),
      await ana.postForm(UPLOAD, lateUpload, 'none'),
      await ana.postForm(SAVE, createForm({ title: 'Forged', language: 'en' }), 'none'),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403, 403, 403, 403, 403])
    expect([folder('uploads'), folder('incoming')]).toEqual([before, []])
    expect((await ana.get('/account/posts.json')).json().data).toEqual([])
  })

  it('accepts a plain form with the token in a field before the file', async () => {
    const ana = await member()
    const form = createForm({ _csrf: ana.csrf(), title: 'Bare', language: 'en' }, ['attachment', PDF, 'a.pdf'])
    const response = await ana.postForm(SAVE, form, 'none', { accept: 'text/html' })
    expect([response.statusCode, response.headers.location]).toEqual([303, '/account/posts'])
    expect((await ana.get('/account/posts.json')).json().data).toMatchObject([{ title: 'Bare', attachment: 'a.pdf' }])
  })

  it('handles an empty file field, a file in another field, and two files', async () => {
    const ana = await member()
    const fields = { title: 'Foils', language: 'en' }
    const two = postForm(PDF, 'a.pdf')
    two.append('attachment', blob(PDF), 'b.pdf')
    const responses = [
      await ana.postForm(SAVE, createForm(fields, ['attachment', '', ''])),
      await ana.postForm(SAVE, createForm(fields, ['elsewhere', PDF, 'a.pdf'])),
      await ana.postForm(SAVE, two),
      await ana.postForm(UPLOAD, createForm({ other: '1' })),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 422, 422, 422])
    expect(responses[0]?.json().data).toMatchObject([{ attachment: null }])
    expect(responses[2]?.json().detail).toBe('Please send one file at a time.')
    expect(responses[3]?.json().errors).toEqual({ file: 'Fail to upload image!' })
  })

  it('keeps an attachment until it is replaced or removed, then deletes its file', async () => {
    const ana = await member()
    const first = await attach(ana, PDF, 'one.pdf')
    const fields = { id: String(first.id) }
    const remaining = await ana.post(SAVE, { id: first.id, title: 'Again', language: 'en' })
    expect(remaining.json().data).toMatchObject([{ attachment: 'one.pdf', attachment_url: first.attachment_url }])
    const second = await attach(ana, 'two', 'two.txt', fields)
    expect(second.attachment_url).not.toBe(first.attachment_url)
    const files = folder('uploads')
    expect(files).toContain(second.attachment_url.slice('/uploads/'.length))
    expect(files).not.toContain(first.attachment_url.slice('/uploads/'.length))
    const bare = await ana.post(SAVE, { ...fields, title: 'Bare', language: 'en', remove_attachment: '1' })
    expect(bare.json().data).toMatchObject([{ attachment: null, attachment_url: null }])
    expect(folder('uploads')).not.toContain(second.attachment_url.slice('/uploads/'.length))
  })

  it('deletes the file of a refused post or a failed transaction', async () => {
    const [ana, bea] = [await member(), await member()]
    const { id } = await attach(bea, PDF, 'hers.pdf')
    const before = folder('uploads')
    expect((await ana.postForm(SAVE, postForm(PDF, 'a.pdf', { id: String(id) }))).statusCode).toBe(404)
    expect((await ana.postForm(SAVE, postForm(PDF, 'a.pdf', { title: '' }))).statusCode).toBe(422)
    await connection().pool.query(`alter table posts add constraint nothing_more check (title <> 'Fails')`)
    expect((await ana.postForm(SAVE, postForm(PDF, 'a.pdf', { title: 'Fails' }))).statusCode).toBe(500)
    expect([folder('uploads'), folder('incoming')]).toEqual([before, []])
  })

  it('gives an attachment the visibility of its post', async () => {
    const ana = await member()
    const { id, attachment_url } = await attach(ana, PDF, 'a.pdf')
    await connection().pool.query(`update posts set visibility = 'waiting' where id = $1`, [id])
    expect((await browserOf(suite).get(attachment_url)).statusCode).toBe(404)
    expect((await (await member()).get(attachment_url)).statusCode).toBe(404)
    expect((await ana.get(attachment_url)).statusCode).toBe(200)
  })

  it.each([
    'no form at all',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf a pic',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  ])('reports a malformed form: %j', async (payload) => {
    const ana = await member()
    const response = await suite().app.inject({
      method: 'POST',
      url: UPLOAD,
      payload,
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'x-csrf-token': ana.csrf(),
        cookie: [...ana.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    expect([400, 422]).toContain(response.statusCode)
    expect(folder('incoming')).toEqual([])
  })
})

databaseTest('uploads with the default limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })

  it('allows sixty per minute, of any kind', async () => {
    const ana = await signInNewMember(suite, connection)
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const response =
        i % 2 === 0 ? await ana.postForm(UPLOAD, createForm({})) : await ana.postForm(SAVE, createForm({ title: '' }))
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([...Array(60).fill(422), 429])
  })
})
