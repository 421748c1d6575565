import { expect, type Page, test } from 'playwright/test'
import { expectAccessible, expectNoHorizontalOverflow, NARROWEST } from '#test/accessibility.ts'

const scripts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/\.js$/.test(name) ? [name] : [])),
  )

test('/admin redirects to the sign-in, and links back to the shop', async ({ page }) => {
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(error.message))
  const response = await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  // Attached late: before sign-in, the browser logs refused requests.
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
  await page.setViewportSize(NARROWEST)
  await expectNoHorizontalOverflow(page)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'home page' })).toBeVisible()
  expect(trouble).toEqual([])
})

test('the back office and the shop share no script', async ({ page }) => {
  await page.goto('/admin/login')
  await page.waitForLoadState('networkidle')
  const ofAdmin = await scripts(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const ofShop = await scripts(page)
  expect(ofAdmin.length).toBeGreaterThan(0)
  expect(ofShop.length).toBeGreaterThan(0)
  expect(ofAdmin.filter((name) => ofShop.includes(name))).toEqual([])
})

test('nothing else exists below /admin, and its calls reject visitors without a session', async ({ request }) => {
  const statuses = { '/admin/orders': 200, '/admin/nothing.json': 404, '/admin/orders.json': 401, '/admin/': 308 }
  for (const [path, status] of Object.entries(statuses))
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(status)
})
