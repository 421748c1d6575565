import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { test as base, expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { addToCart, fillContact, findLink, nextStep, runCommandOn, signUp } from '#test/e2e-helpers.ts'
import { findModal, submitStaffSignIn } from '#test/staff-pages.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'

const OWNER = 'owner-of-new@example.com'
const PASSWORD = 'lavender tubes 9'

/** Starts a shop without settings, categories and products. */
const test = base.extend<object, { newShop: RunningShop }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for required fixtures
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-new-'))
      const shop = await startShop({ dataDir, env: { DEMO: '0' } })
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

test('pages of an unconfigured shop show no empty elements', async ({ page }) => {
  for (const path of ['/', '/packages', '/faqs', '/about', '/contact', '/product-finder', '/posts', '/register']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoEmptyElements(page)
    if (path === '/') await expect(page.getByRole('heading', { name: 'Pay by check' })).toBeVisible()
    if (path === '/faqs') {
      // No side column exists yet.
      const messageBox = await page.getByText('Answers are coming soon.').boundingBox()
      expect(messageBox?.x).toBe((await page.getByRole('heading', { level: 1 }).boundingBox())?.x)
    }
  }
})

/** Recovery codes of the owner, each of which signs in once. */
const recoveryCodes: string[] = []
const signInOwner = (page: Page) => submitStaffSignIn(page, OWNER, PASSWORD, () => recoveryCodes.shift() ?? '')

test('the owner is guided through the setup until the checklist is dismissed', async ({ page, newShop }) => {
  const output = await runCommandOn(newShop.dataDir, 'staff', 'add', OWNER, '--role', 'owner')
  await page.goto(findLink(output, '/admin/set-password/'))
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  recoveryCodes.push(...(await codes.allInnerTexts()))
  await signInOwner(page)
  const steps = page.getByRole('region', { name: 'Set up your store' })
  await expect(steps).toContainText('0 of 8 done.')
  await steps.getByRole('link', { name: 'Store email and phone number' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Change Phone', exact: true })).toBeVisible()
  for (const [setting, value] of [
    ['shop_phone', '(201) 555-0100'],
    ['shop_email', 'hello@example.com'],
  ] as const) {
    await runCommandOn(newShop.dataDir, 'settings', 'set', setting, value)
  }
  await page.getByRole('navigation').getByText('Today').click()
  await expect(steps).toContainText('1 of 8 done.')
  for (const name of ['Shipping rates', 'Taxes', 'Terms', 'Staff']) {
    await steps.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Today')
    await page.goBack()
  }
  await steps.getByRole('button', { name: 'Dismiss this list' }).click()
  await expect(steps).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(steps).toContainText('1 of 8 done.')
  for (const [setting, value] of [
    ['shop_phone', ''],
    ['shop_email', ''],
  ] as const) {
    await runCommandOn(newShop.dataDir, 'settings', 'set', setting, value)
  }
})

test('the owner adds the first product on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOwner(page)
  const steps = page.getByRole('region', { name: 'Set up your store' })
  await steps.getByRole('link', { name: 'Products' }).click()
  const photo = { width: 800, height: 600, channels: 3, background: '#3a5b4e' } as const
  const buffer = await sharp({ create: photo }).jpeg().toBuffer()
  await page.getByLabel('Add pictures').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Steam Brush')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('64.50')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Steam Brush')
  await page.goto('/admin')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Products' })).toContainText('done')
  await page.goto('/packages/1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Steam Brush')
  await expectNoEmptyElements(page)
})

test('a guest buys the only product and sees how to pay and where to pick it up', async ({ page, newShop }) => {
  await page.goto('/checkout/cart')
  await expectNoEmptyElements(page)
  await addToCart(page, 1)
  await page.goto('/checkout/cart')
  await expectNoEmptyElements(page)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'first@example.com')
  await expectNoEmptyElements(page)
  await nextStep(page)
  // No Quick Pay number is set yet.
  await expect(page.getByRole('radio', { name: /^Quick Pay/ })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Check/ })).toBeChecked()
  await expectNoEmptyElements(page)
  await nextStep(page)
  await expect(page.getByRole('main')).toContainText('At our counter')
  await expectNoEmptyElements(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  await expectNoEmptyElements(page)

  const outbox = join(newShop.dataDir, 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1)
  const [fileName = ''] = await readdir(outbox)
  const text = await readFile(join(outbox, fileName), 'utf8')
  expect(text).toContain('first@example.com')
  expect(text).toContain('At our counter')
})

test('the owner records the payment and hands the order over', async ({ page }) => {
  await signInOwner(page)
  await page.goto('/admin/orders/100001')
  for (const task of ['Record payment', 'Pack', 'Ready for pickup', 'Hand over']) {
    const next = page.locator('button[aria-keyshortcuts="n"]').filter({ hasText: task })
    await next.click()
    // Packing asks because the check has not cleared; only the notice that it is ready needs no dialog.
    if (task !== 'Ready for pickup') await findModal(page).locator('button[type="submit"]').click()
    await expect(findModal(page)).toHaveCount(0)
    await expect(next).toHaveCount(0)
  }
  await expect(page.getByRole('main').getByText('Picked up', { exact: true }).first()).toBeVisible()
})

test('the account of the first member shows no empty elements', async ({ page }) => {
  await signUp(page, 'owner@example.com', 'a long enough one 4471')
  for (const path of ['/account/orders', '/account/addresses', '/account/points', '/account/sales', '/account/posts']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoEmptyElements(page)
  }
})
