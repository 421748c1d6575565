import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { test as base, expect, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
import { addToCart, fillContact, fillDelivery, findLink, nextStep, signUp } from '#test/e2e-helpers.ts'
import { findModal } from '#test/staff-pages.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'

const OWNER = 'owner-of-new@example.com'
const PASSWORD = 'lavender tubes 9'

/** Starts an empty shop, whose output is in the file `log` of its data directory. */
const test = base.extend<object, { newShop: RunningShop }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for required fixtures
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-new-'))
      const log = join(dataDir, 'log')
      const shop = await startShop({ dataDir, log, env: { DEMO: '0', SHOP_OPEN_TO_VISITORS: '' } })
      await use(shop)
      await shop.stop()
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ newShop }, use) => use(newShop.url),
})

/** Expects no heading without content, no empty label, and no program identifiers. */
async function expectNoEmptyElements(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const empty = await page.evaluate(() => {
    const textOf = (element: Element | null) => element?.textContent?.trim() ?? ''
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [role="status"], [role="alert"], [aria-live]')
    const hasNoContent = (element: Element) =>
      textOf(element) === '' &&
      !element.ariaLabel &&
      !element.querySelector('img, svg, input, select, textarea, [aria-label]')
    const hasOnlyHeading = (element: Element) =>
      textOf(element) !== '' &&
      textOf(element) === textOf(element.querySelector('h1, h2, h3, h4')) &&
      !element.querySelector('img, svg, input')
    return [
      ...[...document.querySelectorAll('h1, h2, h3, h4, p, li, dl, dt, dd, a, button, label')].filter(hasNoContent),
      ...[...document.querySelectorAll('section, article, fieldset, footer > *')].filter(hasOnlyHeading),
    ]
      .filter(isVisible)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
  const pathname = new URL(page.url()).pathname
  expect(empty, pathname).toEqual([])
  expect(await page.locator('body').innerText(), pathname).not.toMatch(/\b(undefined|null|NaN)\b|\[object/)
}

// One shop for all tests.
test.describe.configure({ mode: 'default' })

/** Counts what a person does: taps, and fields filled. */
let actions = 0
const tap = (locator: Locator) => {
  actions++
  return locator.click()
}
const enter = (locator: Locator, text: string) => {
  actions++
  return locator.fill(text)
}
const choose = (locator: Locator, label: string) => {
  actions++
  return locator.selectOption(label)
}

test('visitors of an empty store see that it opens soon', async ({ page }) => {
  for (const path of ['/', '/packages', '/checkout/cart', '/nothing-here']) {
    expect((await page.goto(path))?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening soon')
    await expectNoEmptyElements(page)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an owner goes from the printed link to the first paid and shipped order', async ({
    page,
    browser,
    newShop,
  }) => {
    const printed = () => readFile(join(newShop.dataDir, 'log'), 'utf8')
    await expect.poll(printed).toContain('/admin/setup/')
    const main = page.getByRole('main')
    const step = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    const save = (name = 'Save and continue') => tap(main.getByRole('button', { name }))
    const field = (name: string) => main.getByRole('textbox', { name, exact: true })

    actions++
    await page.goto(findLink(await printed(), '/admin/setup/'))
    await enter(page.getByLabel('Your name'), 'Ada Lee')
    await enter(page.getByLabel('Email'), OWNER)
    await tap(page.getByRole('button', { name: 'Continue' }))
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await enter(page.getByLabel('Password', { exact: true }), PASSWORD)
    await enter(page.getByLabel('Confirm password'), PASSWORD)
    await enter(page.getByRole('textbox', { name: 'Code' }), new TOTP({ secret }).generate())
    await tap(page.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await tap(page.getByRole('link', { name: 'Continue setup' }))

    await expect(main).toContainText('0 of 12 done')
    await tap(main.getByRole('link', { name: 'Continue' }))
    await step('Store name')
    await enter(field('Store name'), 'Lily & Co')
    await save()
    await step('Store email and phone number')
    await enter(field('Email'), 'hello@example.com')
    await enter(field('Phone'), '(201) 555-0100')
    await save()
    await step('Pickup location')
    await enter(field('Pickup address'), 'Lily & Co\n1 Main Street\nEnglewood, NJ 07631')
    await enter(field('Hours'), 'Mon–Fri 9–6')
    await choose(main.getByRole('combobox', { name: 'State' }), 'New Jersey')
    await save()
    await step('Quick Pay recipient')
    await enter(field('Quick Pay recipient'), 'Lily & Co LLC')
    await enter(field('Quick Pay phone number'), '(201) 555-0176')
    await save()
    await step('Shipping rates')
    await save('Use these rates and continue')
    await step('Taxes')
    await enter(field('Percent'), '6.625')
    await save()
    await step('Terms')
    await save('Publish and continue')
    await step('Mail server')
    await tap(main.getByRole('link', { name: 'Skip for now' }))

    const photo = { width: 800, height: 600, channels: 3, background: '#3a5b4e' } as const
    const buffer = await sharp({ create: photo }).jpeg().toBuffer()
    actions++
    await page.getByLabel('Add pictures').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await enter(field('Name'), 'Steam Brush')
    await enter(field('Price'), '64.50')
    await tap(page.getByRole('button', { name: 'Publish' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Steam Brush')
    await tap(page.getByRole('button', { name: 'Menu' }))
    await tap(page.getByRole('link', { name: 'Setup' }))
    await expect(main).toContainText('8 of 12 done')

    await tap(main.getByRole('link', { name: /^Test order/ }))
    await tap(main.getByRole('button', { name: 'Place a test order' }))
    await expect(page.getByRole('region', { name: 'It worked' })).toContainText('Paid and shipped.')
    await tap(main.getByRole('link', { name: 'Next step' }))
    // The mail server and a second member of staff can wait.
    await page.goto('/packages')
    await expect(page.getByRole('region', { name: 'Not open yet' })).toBeVisible()
    await page.goto('/admin/setup?step=open')
    await tap(main.getByRole('button', { name: 'Open the store' }))
    await expect(main).toContainText('Your store is open.')
    const setupActions = actions

    const customer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    const shop = (path: string) => customer.goto(newShop.url + path)
    await shop('/')
    await expectNoEmptyElements(customer)
    await shop('/packages/1')
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Steam Brush')
    await expectNoEmptyElements(customer)
    await customer.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(customer.getByRole('region', { name: 'Added to cart' })).toBeVisible()
    await shop('/checkout/shipping')
    await fillContact(customer, 'first@example.com')
    await fillDelivery(customer)
    await nextStep(customer)
    await expect(customer.getByRole('radio', { name: /^Quick Pay/ })).toHaveCount(1)
    await nextStep(customer)
    await expectNoEmptyElements(customer)
    await customer.getByRole('button', { name: 'Place Order' }).click()
    await expect(customer.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
    await customer.context().close()

    await page.goto('/admin')
    await tap(page.getByRole('button', { name: 'Menu' }))
    await tap(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: /^Orders/ }))
    await tap(main.getByRole('link', { name: /100001/ }).first())
    for (const task of ['Record payment', 'Pack', 'Ship']) {
      const next = page.locator('button[aria-keyshortcuts="n"]').filter({ hasText: task })
      await tap(next)
      // A Quick Pay payment has cleared, so packing asks nothing.
      if (task !== 'Pack') await tap(findModal(page).locator('button[type="submit"]'))
      await expect(findModal(page)).toHaveCount(0)
      await expect(next).toHaveCount(0)
    }
    await expect(main.getByText('Shipped', { exact: true }).first()).toBeVisible()
    process.stdout.write(
      `first run: ${setupActions} actions to the open store, ${actions - setupActions} to pay and ship its first order\n`,
    )
  })
})

test('pages of a store with one product show no empty elements', async ({ page }) => {
  for (const path of [
    '/',
    '/packages',
    '/faqs',
    '/about',
    '/contact',
    '/product-finder',
    '/posts',
    '/register',
    '/checkout/cart',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoEmptyElements(page)
    if (path === '/faqs') {
      // No side column exists yet.
      const messageBox = await page.getByText('Answers are coming soon.').boundingBox()
      expect(messageBox?.x).toBe((await page.getByRole('heading', { level: 1 }).boundingBox())?.x)
    }
  }
  await addToCart(page, 1)
  await page.goto('/checkout/cart')
  await expectNoEmptyElements(page)
})

test('the account of the first member shows no empty elements', async ({ page }) => {
  await signUp(page, 'owner@example.com', 'a long enough one 4471')
  for (const path of ['/account/orders', '/account/addresses', '/account/points', '/account/sales', '/account/posts']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoEmptyElements(page)
  }
})
