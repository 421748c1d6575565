import sharp from 'sharp'
import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const pictureForm = async () => {
  const noise = { type: 'gaussian', mean: 120, sigma: 90 } as const
  const bytes = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  return form
}

databaseTest('pictures uploaded by staff', (connection) => {
  const suite = appForSuite(connection, { SHOP_UPLOAD_QUOTA_ACCOUNT_MB: '1' })

  it('are re-encoded, recorded for their owner, counted, and refused without a file or to a clerk', async () => {
    const { db, pool } = connection()
    const signIn = async (role: 'clerk' | 'manager') => {
      const { id } = await makeStaff(db, role)
      const browser = browserOf(suite)
      browser.jar.set('staff', await staffSession(db, id))
      return { id, browser }
    }
    const manager = await signIn('manager')
    const stored = await manager.browser.postForm('/admin/upload', await pictureForm())
    expect(stored.statusCode, stored.body).toBe(200)
    const { location } = stored.json()
    expect(location).toMatch(/^\/uploads\/[0-9a-f]{32}-1280\.webp$/)
    expect((await browserOf(suite).get(location)).headers['content-type']).toBe('image/webp')
    const { rows } = await pool.query('select name, user_id, staff_id from stored_files')
    expect(rows).toEqual([{ name: location.split('/').at(-1), user_id: null, staff_id: manager.id }])

    for (const brands of [
      'heic\0\0\0\0mif1heic',
      'heix\0\0\0\0mif1heix',
      'mif1\0\0\0\0mif1heic',
      'hevc\0\0\0\0msf1hevc',
    ]) {
      const form = new FormData()
      form.append('file', new Blob([`\0\0\0\x18ftyp${brands}`, 'x'.repeat(500)]), 'IMG_0001.HEIC')
      const refused = await manager.browser.postForm('/admin/upload', form)
      expect([brands, refused.statusCode, refused.json().code, refused.json().errors.file]).toEqual([
        brands,
        415,
        'heic_not_supported',
        'HEIC pictures aren’t supported. Please upload a JPEG. On an iPhone, choose Settings › Camera › Formats › Most Compatible.',
      ])
    }
    expect((await manager.browser.post('/admin/upload', {})).statusCode).toBe(422)
    expect((await manager.browser.postForm('/admin/upload', await pictureForm(), 'none')).statusCode).toBe(403)
    await pool.query('update stored_files set bytes = 1048000')
    expect((await manager.browser.postForm('/admin/upload', await pictureForm())).statusCode).toBe(413)
    const clerk = await signIn('clerk')
    expect((await clerk.browser.postForm('/admin/upload', await pictureForm())).statusCode).toBe(403)
    expect((await pool.query('select 1 from stored_files')).rows).toHaveLength(1)
    const uploads = await pool.query(
      `select actor_id::int, subject_kind, subject_id from audit_entries where action = 'picture.uploaded'`,
    )
    expect(uploads.rows).toEqual([{ actor_id: manager.id, subject_kind: 'picture', subject_id: rows[0].name }])
  })
})
