import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ListingQuery } from '#contract/catalog/calls.ts'
import { demoCategories, demoFamilies, demoProducts } from '#seed/catalog.ts'
import { demoFaqs, demoNotices, demoSlides } from '#seed/content.ts'
import { demoPosts } from '#seed/network/posts.ts'
import { listFeatured } from '#server/catalog/list-featured.ts'
import { listProducts } from '#server/catalog/list-products.ts'
import { readPublished } from '#server/content/documents/read-documents.ts'
import { isPassword } from '#server/identity/credentials/password.ts'
import { findStaffAccount } from '#server/identity/staff/list-staff.ts'
import { signInStaff } from '#server/identity/staff/sign-in-staff.ts'
import { makeStaffSecondFactors } from '#server/identity/staff/staff-second-factor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { importBankTransactions } from '#server/orders/bank-transactions/import-bank-transactions.ts'
import { listBankTransactions } from '#server/orders/bank-transactions/list-bank-transactions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { databaseTest } from '#test/database.ts'
import { readSignIns } from './demo-sign-ins.ts'
import { isEmptyShop } from './empty-shop.queries.ts'
import { type SeedResult, seedDemoShop } from './seed-demo-shop.ts'

const SECRETS = { secret: 'a secret of tests only, 32 letters', secretPrevious: undefined }

databaseTest('demo shop', (connection) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-demo-'))
  const now = new Date('2026-08-01T15:00:00Z')
  let first: SeedResult

  beforeAll(async () => {
    expect(await isEmptyShop(connection().db)).toBe(true)
    first = await seedDemoShop(connection(), { dataDir, ...SECRETS }, now)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('fills an empty shop with everything that its pages show', async () => {
    expect(first).toEqual({ ok: true, products: demoProducts.length })
    const { db, pool } = connection()
    const listing = await listProducts(db, ListingQuery.parse({}))
    // A family has one card.
    const sharedCards = demoFamilies.reduce((sum, { members }) => sum + members.length - 1, 0)
    expect(listing.total).toBe(demoProducts.length - sharedCards)
    expect(listing.categories.map(({ slug }) => slug)).toEqual(demoCategories.map(({ slug }) => slug))
    expect((await listFeatured(db)).length).toBeGreaterThanOrEqual(5)
    const { rows } = await pool.query(`select
      (select jsonb_array_length(body -> 'questions') from content_documents join content_versions on document_id = id
        where kind = 'faqs' and number = published_number) as faqs, (select count(distinct package_id) from package_contents) as packages`)
    expect(rows[0]).toEqual({
      faqs: demoFaqs.length,
      packages: demoProducts.filter(({ kind }) => kind === 'package').length,
    })
  })

  test('publishes the slides and notices of the home page', async () => {
    expect(await readPublished(connection().db, 'slides')).toEqual(demoSlides)
    expect(await readPublished(connection().db, 'notices')).toEqual(demoNotices)
  })

  test('stores descriptions unchanged, because they need no sanitizing', async () => {
    const stored = await connection().db.selectFrom('products').select(['handle', 'description_html']).execute()
    const original = new Map(demoProducts.map(({ handle, description }) => [handle, description]))
    for (const { handle, description_html } of stored) expect(description_html).toBe(original.get(handle))
  })

  test('sets the minimum sub-total to 25 dollars', async () => {
    expect((await openSettings(connection().db, {})).get('minimum_sub_total')).toBe(2500)
  })

  test('stores every referenced picture', async () => {
    const uploads = new Set(readdirSync(join(dataDir, 'uploads')))
    const { db } = connection()
    const images = await db.selectFrom('product_images').select('file').execute()
    const { slides } = await readPublished(db, 'slides')
    const expected = [
      ...images.flatMap(({ file }) => [320, 640, 960, 1280].map((width) => `${file}-${width}`)),
      ...slides.flatMap(({ picture }) =>
        [640, 1280, 1920].map((width) => `${picture.src.replace('/uploads/', '')}-${width}`),
      ),
    ].flatMap((name) => [`${name}.avif`, `${name}.webp`])
    expect(expected.filter((name) => !uploads.has(name))).toEqual([])
  })

  test('has sixty members in five tiers and a year of orders and points, and all totals match', async () => {
    const { pool, db } = connection()
    const { rows } = await pool.query(
      `
      with recursive tree as (
        select member_id, 1 as tier from sponsorships where sponsor_id is null
        union all select below.member_id, tier + 1 from sponsorships below join tree on below.sponsor_id = tree.member_id)
      select (select count(*)::int from users) as users, (select max(tier) from tree) as tiers,
        (select count(*)::int from orders where created_at > $1::timestamptz - interval '366 days') as orders,
        (select max(created_at) < $1 from orders where email not like '%@visitors.example') as past,
        (select count(distinct month)::int from point_entries) as months`,
      [now],
    )
    expect(rows[0]).toMatchObject({ users: 60, tiers: 5, past: true })
    expect(rows[0].orders).toBeGreaterThan(400)
    expect(rows[0].months).toBeGreaterThan(11)
    expect((await verifyShop(db, dataDir)).findings).toEqual([])
  })

  test('has posts in three languages with comments and replies, stored as written', async () => {
    const { rows } = await connection().pool.query(`
      select (select count(distinct language)::int from posts) as languages, (select count(*)::int from comments) as comments,
        (select count(*)::int from comment_replies) as replies`)
    expect(rows[0].languages).toBe(3)
    expect(Math.min(rows[0].comments, rows[0].replies)).toBeGreaterThan(3)
    const stored = await connection().pool.query('select title, content_html from posts')
    const original = new Map(demoPosts.map(({ title, content }) => [title, content]))
    for (const { title, content_html } of stored.rows) expect(content_html).toBe(original.get(title))
  })

  test('lists its sign-ins in a file that only the operator can read; no other account has a password', async () => {
    const signIns = await readSignIns(dataDir)
    expect(signIns.map(({ description }) => description)).toHaveLength(6)
    expect(statSync(join(dataDir, 'demo-sign-ins.txt')).mode & 0o077).toBe(0)
    const { rows } = await connection().pool.query(
      `select email, password_hash from users where password_hash is not null
        union all select email, password_hash from staff`,
    )
    expect(rows.map(({ email }) => email).sort()).toEqual(signIns.map(({ email }) => email).sort())
    for (const { email, password_hash } of rows) {
      expect(await isPassword(signIns.find((signIn) => signIn.email === email)?.password ?? '', password_hash)).toBe(
        true,
      )
    }
  })

  test('lets one account per role sign in at /admin, the owner with an authenticator code', async () => {
    const { db } = connection()
    const staff = (await readSignIns(dataDir)).filter(({ description }) => description.endsWith('/admin'))
    expect(staff.map(({ description, totpSecret }) => [description.split(',')[0], totpSecret !== undefined])).toEqual([
      ['owner', true],
      ['manager', false],
      ['clerk', false],
    ])
    const secondFactors = makeStaffSecondFactors(SECRETS)
    for (const { email, totpSecret } of staff) {
      const code =
        totpSecret === undefined ? '' : new TOTP({ secret: totpSecret }).generate({ timestamp: now.getTime() })
      const signedIn = await inTransaction(db, async (trx) => {
        const found = await findStaffAccount(trx, email)
        if (!found?.password_hash) throw new Error(`${email} cannot sign in`)
        const { id: staffId, password_hash: passwordHash } = found
        const deps = { secondFactors, requiredOfAll: false }
        return signInStaff(
          trx,
          { credentials: { id: staffId, passwordHash }, browser: { code, oldToken: undefined } },
          { now, ...deps },
        )
      })
      expect(signedIn).toMatchObject({ ok: true })
    }
  })

  test('writes a bank file about its open orders: two exact matches, two probable, one unknown', async () => {
    const { db } = connection()
    const text = readFileSync(join(dataDir, 'demo-notices.csv'), 'utf8')
    const imported = await inTransaction(db, (trx) =>
      importBankTransactions(trx, { kind: 'system', job: 'test' }, { text }),
    )
    expect(imported).toMatchObject({ ok: true, added: { length: 5 }, known: [], skipped: [] })
    const transactions = (await listBankTransactions(db, { state: 'open' })).reverse()
    expect(transactions.map(({ match }) => match?.sort)).toEqual(['exact', 'exact', 'probable', 'probable', 'unknown'])
    expect(transactions.map(({ match }) => match?.candidates[0]?.reason)).toEqual([
      'Matches memo code, customer name, and amount.',
      'Matches memo code, customer name, and amount.',
      expect.stringMatching(/^Matches memo code and customer name; \$5\.00 short of the \$.* due\.$/),
      'Matches customer name and amount.',
      undefined,
    ])
  })

  test('has an order in every state', async () => {
    const { rows } = await connection().pool.query(
      `select last_name, status, payment_state as payment, fulfillment_state as goods from orders
        where email like '%@visitors.example' order by id`,
    )
    expect(rows.map(({ last_name, status, payment, goods }) => `${last_name} ${status} ${payment} ${goods}`)).toEqual([
      'Unwin processing unpaid unfulfilled',
      'Sobol processing unpaid unfulfilled',
      'Hallam processing partly_paid unfulfilled',
      'Varga processing overpaid unfulfilled',
      'Brisk processing paid unfulfilled',
      'Lindqvist processing unpaid unfulfilled',
      'Ackroyd processing paid packed',
      'Dupree processing paid ready_for_pickup',
      'Partridge processing paid partly_shipped',
      'Okoro processing paid shipped',
      'Ferreira processing paid delivered',
      'Nakata processing paid picked_up',
      'Eastman completed paid picked_up',
      'Toth completed partly_refunded delivered',
      'Lazarre canceled unpaid unfulfilled',
      'Zeller canceled refunded unfulfilled',
      'Valdern processing paid unfulfilled',
    ])
  })

  test('has different goods in each of these orders', async () => {
    const { rows } = await connection().pool.query(
      `select string_agg(line.quantity || ' x ' || product_id, ', ' order by position) as goods
         from orders join order_lines line on order_id = orders.id where email like '%@visitors.example' group by orders.id`,
    )
    expect(new Set(rows.map(({ goods }) => goods)).size).toBe(rows.length)
  })

  test('is rejected if the database is not empty', async () => {
    expect(await seedDemoShop(connection(), { dataDir, ...SECRETS })).toEqual({
      ok: false,
      refusal: { code: 'not_empty' },
    })
    expect((await connection().db.selectFrom('products').select('id').execute()).length).toBe(demoProducts.length)
  })
})
