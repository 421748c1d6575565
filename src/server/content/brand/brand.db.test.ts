import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { BrandBody } from '#contract/content/brand.ts'
import type { ContentDocument } from '#contract/content/documents.ts'
import { iconPaths, logoPaths } from '#contract/paths.ts'
import { publishDue } from '#server/content/documents/publish-due.ts'
import { sweepFiles } from '#server/content/uploads/sweep-files.ts'
import { makeDropChanged } from '#server/http/pages/drop-changed.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { writeMail } from '#server/platform/mail/mail-parts.ts'
import { findMailFrame } from '#server/platform/mail/mail-text.ts'
import { appForSuite, noPages } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { openStaffBrowser } from '#test/staff.ts'

/** Renders the look that a page would have. */
const lookRenderer: typeof noPages = {
  ...noPages,
  render: async ({ brand }) => ({
    kind: 'page',
    status: 200,
    html: JSON.stringify(brand),
    tags: [],
    endless: false,
    faults: [],
  }),
}

databaseTest('the look of the shop', (connection) => {
  const processes = [0, 1].map(() => appForSuite(connection, {}, undefined, lookRenderer))
  const watches: ChangeWatch[] = []
  beforeAll(async () => {
    for (const process of processes) {
      const dropChanged = makeDropChanged(process().services, (error) => {
        throw error
      })
      watches.push(await watchChanges(connection(), dropChanged))
    }
  })
  afterAll(() => Promise.all(watches.map((watch) => watch.close())))

  const [first] = processes as [(typeof processes)[number]]
  const readLooks = () => Promise.all(processes.map(async (process) => (await process().app.inject('/a-page')).json()))
  async function change(call: string, body: object = {}) {
    const browser = await openStaffBrowser(first, 'manager')
    const { version } = (await browser.get('/admin/content/brand.json')).json<ContentDocument>()
    return browser.post(`/admin/content/brand/${call}`, { expected_version: version, ...body })
  }
  const look = (changes: Partial<BrandBody>) => ({
    content: {
      kind: 'brand',
      body: {
        ...{ logo: null, logo_dark: null, icon: 'letter', accent: null, accent_adjusted: false },
        display_font: 'fraunces',
        ...changes,
      },
    },
  })

  async function upload(background: string): Promise<string> {
    const bytes = await sharp({ create: { width: 2000, height: 200, channels: 4, background } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png')
    return (await (await openStaffBrowser(first, 'manager')).postForm('/admin/upload', form)).json().location
  }

  it('changes in every process when it is published, at once or at its time, and not before', async () => {
    const [before] = await readLooks()
    expect(before).toMatchObject({ displayFont: 'fraunces', drawnIcon: true })
    expect(before.shades).toBeUndefined()
    const icon = (await first().app.inject(iconPaths.svg)).body
    expect((await change('save', look({ accent: '#f5c518' }))).json().errors).toEqual({
      'content.body.accent_adjusted': 'Allow the adjusted shades, or choose another color.',
    })
    await change('save', look({ accent: '#f5c518', accent_adjusted: true }))
    expect(await readLooks()).toEqual([before, before])
    expect((await change('publish')).statusCode).toBe(200)
    await vi.waitFor(async () => {
      for (const shown of await readLooks()) expect(shown.shades.dark.accent).toBe('#f5c518')
    })
    for (const process of processes) expect((await process().app.inject(iconPaths.svg)).body).not.toBe(icon)

    await change('save', look({ display_font: 'jost' }))
    expect((await change('schedule', { at: new Date(Date.now() + 60_000).toISOString() })).statusCode).toBe(200)
    const { pool, db } = connection()
    await pool.query(`update content_documents set scheduled_for = now() - interval '1 second' where kind = 'brand'`)
    await inTransaction(db, publishDue)
    await vi.waitFor(async () => {
      for (const shown of await readLooks()) expect(shown).toMatchObject({ displayFont: 'jost' })
    })
    await change('restore', { number: 1 })
    await change('publish')
    await vi.waitFor(async () => {
      for (const shown of await readLooks()) expect(shown.shades.light.accent).toBe('#8d6f00')
    })
  })

  it('shows a logo on pages, in emails and as the icon, as long as its file exists', async () => {
    const { services } = first()
    const [logo, logo_dark] = [await upload('#0044ff'), await upload('#88aaff')]
    await change('save', look({ logo, logo_dark, icon: 'logo' }))
    await change('publish')
    await vi.waitFor(async () => {
      for (const shown of await readLooks()) expect(shown.drawnIcon).toBe(false)
    })
    const shop = (await first().app.inject('/shop.json')).json()
    // Fitted into 960 by 144 pixels.
    expect(shop.logo).toMatchObject({ width: 960, height: 96 })
    for (const url of [shop.logo.src, shop.logo.dark_src, iconPaths.small]) {
      const { statusCode, rawPayload } = await first().app.inject(url)
      expect([url, statusCode, (await sharp(rawPayload).metadata()).format]).toEqual([url, 200, 'png'])
    }
    const { html } = writeMail('ana@example.com', 'Mirabel', findMailFrame(services.settings), 'Hello', [])
    expect(html).toContain(`src="${services.config.publicUrl}${shop.logo.src}"`)

    // No sweep deletes what a version shows.
    await connection().pool.query(`update stored_files set stored_at = now() - interval '2 days'`)
    await sweepFiles(connection().db, services.files)
    await services.settings.reload()
    expect((await first().app.inject(logoPaths.light)).statusCode).toBe(200)
    await services.files.remove(logo.slice('/uploads/'.length))
    await services.settings.reload()
    expect((await first().app.inject('/shop.json')).json().logo).toBeNull()
    expect((await first().app.inject(logoPaths.light)).statusCode).toBe(404)
    expect((await first().app.inject(iconPaths.small)).statusCode).toBe(200)
  })

  it('has no preview link: its editor has a preview', async () => {
    const browser = await openStaffBrowser(first, 'manager')
    expect((await browser.post('/admin/content/brand/preview', {})).statusCode).toBe(404)
  })
})
