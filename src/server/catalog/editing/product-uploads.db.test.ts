import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepFiles } from '#server/content/uploads/sweep-files.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { uploadPicture } from '#test/picture-uploads.ts'
import { openStaffBrowser } from '#test/staff.ts'

const HOUR_MS = 60 * 60 * 1000

const formWith = (content: string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}

databaseTest('uploads of products', (connection) => {
  const suite = appForSuite(connection)
  const manager = () => openStaffBrowser(suite, 'manager')
  type Browser = Awaited<ReturnType<typeof manager>>
  const files = () => readdirSync(join(suite().services.config.dataDir, 'uploads'))
  const sweep = (hours: number) =>
    sweepFiles(connection().db, diskStore(suite().services.config.dataDir), Date.now() + hours * HOUR_MS)
  const uploadDocument = async (browser: Browser, content = '%PDF-1.4\n%%EOF\n', name = 'Safety.pdf') =>
    browser.postForm('/admin/products/document', formWith(content, name))
  const save = async (browser: Browser, id: number, fields: object) => {
    const { version } = (await browser.get(`/admin/products/${id}.json`)).json()
    return browser.post(`/admin/products/${id}/save`, { fields, expected_version: version })
  }
  const imageOf = (src: string) => ({ images: [{ src, source_url: null, alt: '' }] })
  const documentOf = (file: string, title = 'Safety data sheet') => ({ documents: [{ file, kind: 'safety', title }] })

  it('are kept while a product or one of its versions uses them, and deleted a day later otherwise', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    const [used, former, unused] = [
      await uploadPicture(browser),
      await uploadPicture(browser),
      await uploadPicture(browser),
    ]
    const { file } = (await uploadDocument(browser)).json()
    const { file: unusedFile } = (await uploadDocument(browser)).json()
    const stored = (src: string) => files().filter((name) => name.startsWith(src.slice('/uploads/'.length))).length
    expect([used, former, unused].map(stored)).toEqual([8, 8, 8])
    await sweep(23)
    expect(stored(unused)).toBe(8)

    expect((await save(browser, id, { ...imageOf(former), ...documentOf(file) })).statusCode).toBe(200)
    expect((await save(browser, id, { ...imageOf(used), documents: [] })).statusCode).toBe(200)
    await sweep(25)
    expect([used, former, unused].map(stored)).toEqual([8, 8, 0])
    expect(files()).toContain(file)
    expect(files()).not.toContain(unusedFile)

    const { version } = (await browser.get(`/admin/products/${id}.json`)).json()
    const restored = await browser.post(`/admin/products/${id}/restore`, { version: 2, expected_version: version })
    expect(restored.json().images[0].src).toBe(former)
    const late = await save(browser, id, imageOf(unused))
    expect([late.statusCode, late.json().code, Object.keys(late.json().errors)]).toEqual([
      422,
      'picture_not_found',
      ['images'],
    ])
    const lateDocument = await save(browser, id, documentOf(unusedFile))
    expect(lateDocument.json()).toMatchObject({ code: 'document_not_found', errors: { documents: expect.anything() } })
    const many = await browser.post('/admin/products/change', {
      products: [{ product_id: id, fields: imageOf(unused) }],
    })
    expect(many.json()).toMatchObject({ code: 'picture_not_found' })
    const added = await browser.post('/admin/products/add', { fields: { name: 'Comb', price: 1, ...imageOf(unused) } })
    expect(added.json()).toMatchObject({ code: 'picture_not_found' })
  })

  it('can be used by several products, such as a copy', async () => {
    const browser = await manager()
    const src = await uploadPicture(browser)
    const [first, second] = [await makeProduct(connection().db), await makeProduct(connection().db)]
    expect((await save(browser, first.id, imageOf(src))).statusCode).toBe(200)
    expect((await save(browser, second.id, imageOf(src))).statusCode).toBe(200)
  })

  it('are PDF files by their content, and downloads with a safe type', async () => {
    const browser = await manager()
    const visitor = browserOf(suite)
    for (const content of ['<script>alert(1)</script>', 'GIF89a', '']) {
      const refused = await uploadDocument(browser, content)
      expect([refused.statusCode, refused.json().errors.file]).toEqual([415, 'This isn’t a PDF file.'])
    }
    const { file, title } = (await uploadDocument(browser, '%PDF-1.7\nx', '../../Sheet "1".exe')).json()
    expect(title).toBe('Sheet 1.exe')
    const { id } = await makeProduct(connection().db)
    expect((await save(browser, id, documentOf(file, 'Fiche\r\nX-Evil: 1 "é"'))).statusCode).toBe(200)
    const { documents } = (await visitor.get(`/packages/${id}.json`)).json()
    const response = await visitor.get(documents[0].url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="Fiche X-Evil_? 1 _*\.pdf"/),
    })
    expect(response.headers['x-evil']).toBeUndefined()
    expect(response.body).toBe('%PDF-1.7\nx')
    for (const path of [`/documents/${'0'.repeat(32)}.pdf`, '/documents/..%2fsecret.pdf', '/documents/x'])
      expect((await visitor.get(path)).statusCode, path).toBe(404)
  })

  it('need a file and a manager, and have an audit entry', async () => {
    const browser = await manager()
    for (const path of ['/admin/products/picture', '/admin/products/document']) {
      expect((await browser.post(path, {})).statusCode).toBe(422)
      const clerk = await openStaffBrowser(suite, 'clerk')
      expect((await clerk.postForm(path, formWith('x', 'x'))).statusCode).toBe(403)
    }
    const src = await uploadPicture(browser)
    const { rows } = await connection().pool.query(
      `select action, subject_kind from audit_entries where subject_id = $1`,
      [src.slice('/uploads/'.length)],
    )
    expect(rows).toEqual([{ action: 'picture.uploaded', subject_kind: 'picture' }])
  })
})
