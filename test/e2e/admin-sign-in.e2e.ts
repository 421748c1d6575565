import { expect, type Page, test } from 'playwright/test'
import { expectNoHorizontalOverflow, MIN_VIEWPORT } from '#test/accessibility.ts'

const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/\.js$/.test(name) ? [name] : [])),
  )

test('/admin redirects to the sign-in page, which links back to the shop', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const response = await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  // Attached after the redirect, which logs refused requests.
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.setViewportSize(MIN_VIEWPORT)
  await expectNoHorizontalOverflow(page)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'home page' })).toBeVisible()
  expect(errors).toEqual([])
})

test('without a session, a page opens the sign-in page, which leads back to it', async ({ page }) => {
  await page.goto('/admin/orders?queue=to_pack')
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Forders%3Fqueue%3Dto_pack')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('a page whose scripts fail to load shows a message after a delay and offers a reload', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/admin/login')
  const reloadLink = page.getByRole('link', { name: 'Reload' })
  await expect(reloadLink).toBeHidden()
  await expect(reloadLink).toBeVisible()
  await page.unroute('**/*.js')
  await reloadLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('the back office and the shop share no scripts', async ({ page }) => {
  await page.goto('/admin/login')
  await page.waitForLoadState('networkidle')
  const adminScripts = await loadedScripts(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const shopScripts = await loadedScripts(page)
  expect(adminScripts.length).toBeGreaterThan(0)
  expect(shopScripts.length).toBeGreaterThan(0)
  expect(adminScripts.filter((name) => shopScripts.includes(name))).toEqual([])
})

test('unknown paths below /admin are not found, and its API rejects visitors without a session', async ({
  request,
}) => {
  const statuses = {
    '/admin/orders': 200,
    '/admin/nothing': 404,
    '/admin/nothing.json': 404,
    '/admin/orders.json': 401,
    '/admin/': 308,
  }
  for (const [path, status] of Object.entries(statuses))
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(status)
})
