import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { listVersionDifferences } from '#server/catalog/editing/list-version-differences.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { httpsServerForSuite } from '#test/https-server.ts'
import { importsOf } from '#test/product-imports.ts'
import { requireOk } from '#test/require-ok.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { executePictureFetch } from './import-picture.jobs.ts'

const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#8a3b2e' } })
  .png()
  .toBuffer()
/** Claims 60,000 × 60,000 pixels in a few bytes. */
const bomb = Buffer.from(picture)
bomb.writeUInt32BE(60_000, 16)
bomb.writeUInt32BE(60_000, 20)
let isBroken = true

const { network, requests } = httpsServerForSuite({
  '/a.png': (_, response) => response.setHeader('content-type', 'image/png').end(picture),
  '/b.png': (_, response) => response.setHeader('content-type', 'image/png').end(picture),
  '/c.png': (_, response) => response.setHeader('content-type', 'image/png').end(picture),
  '/d.png': (_, response) => response.setHeader('content-type', 'image/png').end(picture),
  '/bomb.png': (_, response) => response.setHeader('content-type', 'image/png').end(bomb),
  '/fake.png': (_, response) => response.setHeader('content-type', 'image/png').end('<svg onload="alert(1)"/>'),
  '/page.png': (_, response) => response.setHeader('content-type', 'text/html').end('<p>Sign in</p>'),
  '/repaired.png': (_, response) => (isBroken ? response.writeHead(503).end() : response.end(picture)),
  '/inside.png': (_, response) => response.writeHead(302, { location: 'https://169.254.169.254/latest' }).end(),
})

databaseTest('pictures of an import', (connection) => {
  const suite = appForSuite(connection)
  const imports = importsOf(suite)
  const call = async (id: number, method: 'get' | 'post') => {
    const manager = await openStaffBrowser(suite, 'manager')
    return method === 'get'
      ? manager.get(`/admin/products/imports/${id}/pictures.json`)
      : manager.post(`/admin/products/imports/${id}/pictures`, {})
  }
  const work = (id: number) => executePictureFetch(suite().services, id, { network: network() })
  const fetchAll = async (id: number) => {
    requireOk(await call(id, 'post'))
    await work(id)
    return (await imports.read(id)).pictures
  }
  const imagesOf = async (handle: string) => {
    const { rows } = await connection().pool.query(
      `select file, source_url from product_images join products on products.id = product_id
        where handle = $1 order by position`,
      [handle],
    )
    return rows
  }
  const fileOf = (...rows: string[]) => ['Handle,Title,Variant Price,Image Src', ...rows].join('\n')

  it('are fetched, stored in all sizes, and undone with the import', async () => {
    const { import_id, pictures } = await imports.import(
      fileOf(
        'a-wax,Wax,5,https://cdn.example/a.png',
        'a-wax,,,https://cdn.example/b.png',
        'a-oil,Oil,5,https://cdn.example/a.png',
      ),
    )
    expect(pictures).toEqual({ fetching: false, open: 2, waiting: 0, stored: 0, failed: 0 })
    expect(await fetchAll(import_id)).toEqual({ fetching: false, open: 0, waiting: 0, stored: 2, failed: 0 })
    expect(requests.slice(-2)).toEqual(['cdn.example /a.png', 'cdn.example /b.png'])
    const [first, second] = await imagesOf('a-wax')
    expect([first, second]).toEqual([
      { file: expect.stringMatching(/^[0-9a-f]{32}$/), source_url: 'https://cdn.example/a.png' },
      { file: expect.stringMatching(/^[0-9a-f]{32}$/), source_url: 'https://cdn.example/b.png' },
    ])
    expect((await imagesOf('a-oil'))[0].file).toBe(first.file)
    const stored = readdirSync(join(suite().services.config.dataDir, 'uploads'))
    expect(stored.filter((name) => name.startsWith(first.file))).toHaveLength(8)
    expect(await listVersionDifferences(connection().db)).toEqual([])

    const again = await imports.preview(
      fileOf('a-wax,Wax,5,https://cdn.example/a.png', 'a-wax,,,https://cdn.example/b.png'),
    )
    expect(again.counts).toMatchObject({ unchanged: 1, changed: 0 })
    expect(await imports.undoAll(import_id)).toMatchObject({ state: 'undone' })
    expect(await imagesOf('a-wax')).toEqual([])
  })

  it('that fail are listed with the reason, and fetched again on request', async () => {
    isBroken = true
    const addresses = [
      ...['https://cdn.example/missing.png', 'https://cdn.example/page.png', 'https://cdn.example/fake.png'],
      ...['https://cdn.example/bomb.png', 'https://cdn.example/inside.png', 'https://inside.example/a.png'],
      ...['https://127.0.0.2/a.png', 'http://cdn.example/a.png', 'https://cdn.example/repaired.png'],
    ]
    const { import_id } = await imports.import(fileOf(...addresses.map((url, n) => `f-${n},Product ${n},5,${url}`)))
    expect(await fetchAll(import_id)).toMatchObject({ stored: 0, failed: 9 })
    const reasons = Object.fromEntries(
      requireOk(await call(import_id, 'get')).data.map(({ url, error }: { url: string; error: string }) => [
        url,
        error,
      ]),
    )
    expect(reasons).toEqual({
      'https://cdn.example/missing.png': 'There is no picture at this address.',
      'https://cdn.example/page.png': 'This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.',
      'https://cdn.example/fake.png': 'This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.',
      'https://cdn.example/bomb.png': 'The picture is damaged or too large.',
      'https://cdn.example/inside.png': 'The address leads to a private network.',
      'https://inside.example/a.png': 'The address leads to a private network.',
      'https://127.0.0.2/a.png': 'The address leads to a private network.',
      'http://cdn.example/a.png': 'Only addresses that begin with https:// are fetched.',
      'https://cdn.example/repaired.png': 'The server responded with status 503.',
    })
    isBroken = false
    expect(await fetchAll(import_id)).toMatchObject({ stored: 1, failed: 8 })
    expect((await imagesOf('f-8'))[0].file).not.toBeNull()
  })

  it('are not fetched twice at once, nor by clerks, and not undone while they are fetched', async () => {
    const { import_id } = await imports.import(fileOf('c-wax,Wax,5,https://cdn.example/c.png'))
    expect((await call(import_id, 'post')).statusCode).toBe(200)
    expect((await call(import_id, 'post')).json().code).toBe('stale')
    expect((await imports.undo(import_id)).json().code).toBe('stale')
    await work(import_id)
    expect((await call(import_id, 'post')).json().code).toBe('unchanged')
    const clerk = await openStaffBrowser(suite, 'clerk')
    expect((await clerk.post(`/admin/products/imports/${import_id}/pictures`, {})).statusCode).toBe(403)
  })

  it('leave a product that was edited meanwhile with its edit', async () => {
    const { import_id } = await imports.import(fileOf('d-wax,Wax,5,https://cdn.example/d.png'))
    requireOk(await call(import_id, 'post'))
    const manager = await openStaffBrowser(suite, 'manager')
    const { rows } = await connection().pool.query(`select id from products where handle = 'd-wax'`)
    await manager.post('/admin/products/change', { products: [{ product_id: rows[0].id, fields: { price: 9 } }] })
    await work(import_id)
    expect((await imagesOf('d-wax'))[0].file).not.toBeNull()
    expect((await imports.undo(import_id)).json().code).toBe('changed_since_import')
  })
})
