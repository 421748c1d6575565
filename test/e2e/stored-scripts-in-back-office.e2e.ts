import { stringify } from 'csv-stringify/sync'
import { expect, type Page } from 'playwright/test'
import type { Role } from '#contract/permissions.ts'
import { addressFields } from '#domain/addresses/address.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { findLink, postFromPage, runCommandOn } from '#test/e2e-helpers.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { postAs } from '#test/order-page.ts'
import { MAX_FIELD_LENGTH, PASSWORD, test } from '#test/script-injection-shop.ts'
import { nameAttempts, packAttempts, roundRobin, scriptAttempts } from '#test/script-payloads.ts'
import { openVisitor } from '#test/shop-visitor.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { findModal } from '#test/staff-pages.ts'

const MANAGER = 'manager@example.com'
/** Maximum length of order comments and staff notes (docs/product §10.3, docs/back-office §3). */
const NOTE_LENGTH = 2000
const validFields = { state: 'NJ', zip: '07631', phone_number: '(201) 555-0100' }
const NAME_FIELDS = ['first_name', 'last_name'] as const
/** Names have separate rules: no links and no control characters. */
const ADDRESS_FIELDS = addressFields.filter(
  (field) => !(field in validFields || NAME_FIELDS.some((name) => name === field)),
)
/** Maximum length of a post with unclosed markup. */
const POST_LENGTH = 4000
/** Maximum length of a bank transaction's text that is stored. */
const BANK_TEXT_LENGTH = 200

/** Names of categories and options are short. */
const MAX_CATEGORY_NAME = 100
const shortAttempts = scriptAttempts.filter((attempt) => attempt.trim().length < MAX_CATEGORY_NAME)

/** Waits until the page has loaded its data. */
async function waitForPage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.waitForLoadState('networkidle')
}

/** Signs in a new staff member without the form. */
async function signInAs(role: Role, page: Page, shop: { dataDir: string; url: string }): Promise<void> {
  const connection = await openDatabase({ databaseUrl: '', dataDir: shop.dataDir, mode: 'join' })
  const { id } = await makeStaff(connection.db, role)
  const value = await staffSession(connection.db, id)
  await connection.close()
  await page.context().addCookies([{ name: 'staff', value, url: shop.url }])
}

/** docs/security G8, for the back office: no stored text may execute for staff, who can change everything. */
test.describe('no stored script runs in the back office', () => {
  test('from customers, members, banks and other staff', async ({ page, shop, products, watch, signUp }) => {
    const output = await runCommandOn(
      shop.dataDir,
      'staff',
      'add',
      MANAGER,
      '--role',
      'manager',
      '--reason',
      'The counter',
    )
    await page.goto(`${shop.url}${findLink(output, '/admin/set-password/')}`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

    await page.goto(`${shop.url}/admin/login`)
    await page.getByLabel('Email').fill(MANAGER)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await waitForPage(page, 'Today')

    const texts = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    const [comments, notes] = [roundRobin(packAttempts(NOTE_LENGTH)), roundRobin(packAttempts(NOTE_LENGTH))]
    for (let n = 0; !texts.isDone() || !comments.isDone() || !notes.isDone(); n++) {
      const user = await signUp()
      await user.post('/shopping-cart/product/add', { id: products[n % products.length], quantity: 1 })
      const { id } = await user.post('/checkout/confirm', {
        ...deliveryForm,
        ...names.fields(NAME_FIELDS),
        comments: comments.next(),
        shipping: { ...names.fields(NAME_FIELDS), ...texts.fields(ADDRESS_FIELDS), ...validFields },
      })
      await postAs(page, `/admin/orders/${id}/notes/add`, { note: notes.next() })
      await watch.visit(`${shop.url}/admin/orders/${id}`)
      await waitForPage(page, `Order ${id}`)
      await watch.inspect()
    }
    for (const path of ['/admin/orders', `/admin/orders?search=${encodeURIComponent('<svg')}`]) {
      await watch.visit(`${shop.url}${path}`)
      await waitForPage(page, 'Orders')
      await watch.inspect()
    }

    const bankTexts = packAttempts(BANK_TEXT_LENGTH)
    const rows = bankTexts.map((text, n) => ({
      Date: '11/20/2026',
      Amount: `${n + 1}.00`,
      Name: text,
      Memo: text,
      Id: `ID${n}-00000`,
    }))
    expect(
      await postFromPage(page, '/admin/bank-transactions/import', {
        text: stringify(rows, { header: true }),
        kind: 'csv',
      }),
    ).toBe(200)
    await watch.visit(`${shop.url}/admin/money/bank-transactions`)
    await waitForPage(page, /Money|Bank payments/)
    await watch.inspect()

    // A sample is enough: the banner renders all names with the same code.
    for (let n = 0; n < 3; n++) {
      const member = await signUp(names.fields(['first_name', 'last_name']))
      const { id } = JSON.parse((await member.get('/account/user.json')).body)
      await watch.visit(`${shop.url}/admin/members/${id}`)
      await page.getByRole('button', { name: 'Sign in as', exact: true }).click()
      await watch.inspect()
      const reason = packAttempts(MAX_FIELD_LENGTH)[n]
      expect(await postFromPage(page, `/admin/members/${id}/sign-in-as`, { reason })).toBe(200)
      await watch.visit(`${shop.url}/account`)
      await expect(page.getByRole('region', { name: 'Signed in as a member' })).toBeVisible()
      await watch.inspect()
    }

    const writer = await signUp()
    const titles = packAttempts(MAX_FIELD_LENGTH - 8)
    const contents = packAttempts(POST_LENGTH)
    for (const [n, title] of titles.slice(0, 20).entries()) {
      const form = new FormData()
      const content = contents[n] ?? title
      for (const [name, token] of Object.entries({ title, language: 'en', content })) form.set(name, token)
      const { data } = await writer.postForm('/account/posts/save', form)
      if (n > 1) continue
      await watch.visit(`${shop.url}/admin/posts?post=${data[0].id}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await watch.inspect()
    }
    const messages = roundRobin(packAttempts(POST_LENGTH))
    const subjects = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    for (let n = 0; n < 3 || !messages.isDone(); n++) {
      const fields = { ...names.fields(['name']), ...subjects.fields(['subject']), email: `writer${n}@example.com` }
      await writer.post('/contact', { ...fields, message: messages.next() })
      if (n >= 3) continue
      await watch.visit(`${shop.url}/admin/messages`)
      await page.getByRole('table').getByRole('link').first().click()
      await waitForPage(page, /^(?!Messages$)/)
      await watch.inspect()
    }
    for (const path of [
      '/admin/messages',
      '/admin/posts',
      '/admin/audit',
      '/admin/outbox',
      '/admin/stock',
      '/admin/money?tab=unpaid',
    ]) {
      await watch.visit(`${shop.url}${path}`)
      await page.waitForLoadState('networkidle')
      await watch.inspect()
    }
    expect([...watch.executed]).toEqual([])
  })

  test('from products, families, categories and a product file', async ({ page, shop, products, watch }) => {
    await signInAs('manager', page, shop)
    await page.goto(`${shop.url}/admin/products`)
    const productTexts = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    for (let version = 1; version === 1 || !productTexts.isDone(); version++) {
      const text = productTexts.fields([
        'name',
        'vendor',
        'sku',
        'shelf',
        'search_words',
        'page_title',
        'page_description',
      ])
      const fields = { ...text, tags: [productTexts.next()], description_html: productTexts.next(), pv: version }
      const path = `/admin/products/${products[0]}`
      expect(await postFromPage(page, `${path}/save`, { fields, expected_version: String(version) })).toBe(200)
      await watch.visit(`${shop.url}${path}`)
      await page.getByRole('button', { name: 'History' }).click()
      await page.waitForLoadState('networkidle')
      await watch.inspect()
      await watch.visit(`${shop.url}/packages/${products[0]}`)
      await watch.inspect()
    }
    expect([...watch.executed]).toEqual([])

    const read = async (path: string) => (await page.request.get(`${shop.url}${path}`)).json()
    const categoryNames = packAttempts(MAX_CATEGORY_NAME, shortAttempts)
    for (const [n, name] of categoryNames.entries()) {
      const { version } = await read('/admin/categories.json')
      const category = { name, slug: `category-${n}`, parent_id: null, expected_version: version }
      expect(await postFromPage(page, '/admin/categories/add', category)).toBe(200)
    }
    const familyTexts = roundRobin(packAttempts(MAX_CATEGORY_NAME, shortAttempts))
    const members = products.slice(0, 20).map((product_id) => ({ product_id, swatch: null }))
    const nextFamily = () => ({
      ...familyTexts.fields(['name', 'option_name']),
      members: members.map((member, n) => ({ ...member, option_value: `${n}${familyTexts.next()}`.slice(0, 100) })),
      canonical: 0,
    })
    expect(await postFromPage(page, '/admin/products/families/add', nextFamily())).toBe(200)
    const { families } = await read('/admin/products/choices.json')
    const familyPath = `/admin/products/families/${families[0].family_id}`
    while (!familyTexts.isDone()) {
      const { version } = await read(`${familyPath}.json`)
      const change = { ...nextFamily(), expected_version: version }
      expect(await postFromPage(page, `${familyPath}/save`, change)).toBe(200)
      for (const path of [`/admin/products/${products[0]}`, `/packages/${products[0]}`, '/packages']) {
        await watch.visit(`${shop.url}${path}`)
        await page.waitForLoadState('networkidle')
        await watch.inspect()
      }
    }
    const imported = packAttempts(MAX_FIELD_LENGTH).map((name, n) => ({
      ...{ Handle: `imported-${n}`, Title: name, Vendor: name, Type: name.slice(0, MAX_CATEGORY_NAME), Tags: name },
      ...{ 'Variant SKU': name, 'Variant Price': n === 0 ? name : '9.00', 'Image Src': `https://x.example/${name}` },
    }))
    await watch.visit(`${shop.url}/admin/products/import`)
    const file = {
      name: '<svg onload=run()>.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(stringify(imported, { header: true })),
    }
    await page.getByLabel('Product file').setInputFiles(file)
    await expect(page.getByRole('heading', { name: 'What this file leaves alone' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await watch.inspect()
    for (const path of ['/admin/products', '/admin/products/import', '/admin/categories', '/admin/audit']) {
      await watch.visit(`${shop.url}${path}`)
      await page.waitForLoadState('networkidle')
      await watch.inspect()
    }
    expect([...watch.executed]).toEqual([])
  })

  test('from the terms, and from guest orders on the erasure page', async ({ page, shop, products, watch, signUp }) => {
    await signInAs('owner', page, shop)
    await page.goto(`${shop.url}/admin/settings/terms`)
    const terms = { text: scriptAttempts.join('\n'), expected_version: '0', reason: packAttempts(MAX_FIELD_LENGTH)[0] }
    expect(await postFromPage(page, '/admin/terms/publish', terms)).toBe(200)
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    while (!names.isDone()) await signUp(names.fields(['first_name', 'last_name']))
    await watch.visit(`${shop.url}/admin/settings/terms?version=1`)
    await expect(page.getByRole('region', { name: 'Members' }).getByRole('link').first()).toBeVisible()
    await watch.inspect()
    await watch.visit(`${shop.url}/admin/settings/terms`)
    await page.getByLabel('Text').fill(scriptAttempts.toReversed().join('\n'))
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await watch.inspect()
    await watch.visit(`${shop.url}/terms`)

    const [texts, comments] = [roundRobin(packAttempts(MAX_FIELD_LENGTH)), roundRobin(packAttempts(NOTE_LENGTH))]
    const user_email = 'guest@example.com'
    for (let n = 0; !texts.isDone() || !comments.isDone(); n++) {
      const guest = await openVisitor(shop.port)
      await guest.post('/shopping-cart/product/add', { id: products[n % products.length], quantity: 1 })
      await guest.post('/checkout/confirm', {
        ...deliveryForm,
        // A guest's name also appears in emails to others.
        ...names.fields(['first_name', 'last_name']),
        user_email,
        comments: comments.next(),
        shipping: { ...names.fields(NAME_FIELDS), ...texts.fields(ADDRESS_FIELDS), ...validFields },
      })
      guest.close()
    }
    await watch.visit(`${shop.url}/admin/members/guests`)
    const email = page.getByLabel('Email on the order')
    for (const attempt of packAttempts(MAX_FIELD_LENGTH).slice(0, 5)) {
      await email.fill(attempt)
      await email.press('Enter')
      await watch.inspect()
    }
    await email.fill(user_email)
    await email.press('Enter')
    await expect(page.getByRole('heading', { name: 'Emptied' })).toBeVisible()
    await watch.inspect()
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(findModal(page)).toContainText('Still open')
    await watch.inspect()
    expect([...watch.executed]).toEqual([])
  })
})
