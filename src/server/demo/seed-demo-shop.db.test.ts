import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ListingQuery } from '#contract/catalog.ts'
import { demoCategories, demoProducts } from '#seed/catalogue.ts'
import { demoFaqs, demoPopups, demoSlides } from '#seed/content.ts'
import { databaseTest } from '#test/database.ts'
import { listFeatured } from '../catalog/list-featured.ts'
import { listProducts } from '../catalog/list-products.ts'
import { openSettings } from '../settings/settings.ts'
import { isEmptyShop, type Seeded, seedDemoShop } from './seed-demo-shop.ts'

databaseTest('the demo shop', (connection) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-demo-'))
  let first: Seeded

  beforeAll(async () => {
    expect(await isEmptyShop(connection().db)).toBe(true)
    first = await seedDemoShop(connection(), dataDir)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('fills an empty shop with everything that its pages show', async () => {
    expect(first).toEqual({ ok: true, products: demoProducts.length })
    const { db, pool } = connection()
    const listing = await listProducts(db, ListingQuery.parse({}))
    expect(listing.total).toBe(demoProducts.length)
    expect(listing.categories.map(({ slug }) => slug)).toEqual(demoCategories.map(({ slug }) => slug))
    expect((await listFeatured(db)).length).toBeGreaterThanOrEqual(5)
    const { rows } = await pool.query(`select
      (select count(*) from home_slides) as slides, (select count(*) from home_popups) as popups,
      (select count(*) from faqs) as faqs, (select count(distinct package_id) from package_contents) as packages`)
    expect(rows[0]).toEqual({
      slides: demoSlides.length,
      popups: demoPopups.length,
      faqs: demoFaqs.length,
      packages: demoProducts.filter(({ kind }) => kind === 'package').length,
    })
  })

  test('a description is kept as it was written: it holds nothing that has to be taken out', async () => {
    const stored = await connection().db.selectFrom('products').select(['handle', 'description_html']).execute()
    const written = new Map(demoProducts.map(({ handle, description }) => [handle, description]))
    for (const { handle, description_html } of stored) expect(description_html).toBe(written.get(handle))
  })

  test('sets the minimum sub-total to 25 dollars', async () => {
    expect((await openSettings(connection().db, {})).get('minimum_sub_total')).toBe(2500)
  })

  test('puts every picture that it names into the upload store', async () => {
    const uploads = new Set(readdirSync(join(dataDir, 'uploads')))
    const { db } = connection()
    const images = await db.selectFrom('product_images').select('file').execute()
    const slides = await db.selectFrom('home_slides').select('file').execute()
    const wanted = [
      ...images.flatMap(({ file }) => [320, 640, 960, 1280].map((width) => `${file}-${width}`)),
      ...slides.flatMap(({ file }) => [640, 1280, 1920].map((width) => `${file}-${width}`)),
    ].flatMap((name) => [`${name}.avif`, `${name}.webp`])
    expect(wanted.filter((name) => !uploads.has(name))).toEqual([])
  })

  test('is refused where there is something already', async () => {
    expect(await seedDemoShop(connection(), dataDir)).toEqual({ ok: false, refusal: { code: 'not_empty' } })
    expect((await connection().db.selectFrom('products').select('id').execute()).length).toBe(demoProducts.length)
  })
})
