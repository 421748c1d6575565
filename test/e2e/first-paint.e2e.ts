import { expect, type Page, test } from 'playwright/test'
import { masque } from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'
import { recordShifts } from '#test/layout-shifts.ts'

const PHONE = { width: 390, height: 844 }

const holdScripts = (page: Page) => holdRequests(page, '**/*.js')

test('a page paints from its HTML alone and requests scripts afterward', async ({ page }) => {
  const resourceTypes: string[] = []
  page.on('request', (request) => resourceTypes.push(request.resourceType()))
  const release = await holdScripts(page)
  const response = await page.goto(`/packages/${masque.id}`, { waitUntil: 'domcontentloaded' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(masque.name)
  expect(await title.evaluate((node) => getComputedStyle(node).fontFamily)).toContain('Fraunces')
  await expect.poll(() => resourceTypes).toContain('script')
  expect(resourceTypes).not.toContain('stylesheet')
  expect(resourceTypes.indexOf('script')).toBeGreaterThan(resourceTypes.indexOf('image'))
  release()

  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[^;]+;/)
  expect(policy).not.toContain('unsafe-inline')
})

test('clicks before hydration are replayed in order', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const release = await holdScripts(page)
  await page.goto(`/packages/${masque.id}`, { waitUntil: 'domcontentloaded' })
  const increase = page.getByRole('button', { name: 'Increase: Quantity' })
  await increase.click()
  await increase.click()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click()
  release()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
})

test('a search opened before hydration stays open and keeps its text', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const release = await holdScripts(page)
  await page.goto('/packages', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const searchBox = page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')
  await searchBox.fill('gel')
  release()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(searchBox).toHaveValue('gel')
  await expect(searchBox).toBeFocused()
})

test('a search opened before hydration receives the focus afterward', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/packages', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toBeFocused()
})

test('a link clicked before it becomes a button opens the dialog of the button', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const release = await holdScripts(page)
  await page.goto('/packages', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL('/packages')
  release()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a sort order selected before hydration sorts the listing', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/packages', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  release()
  await expect(page).toHaveURL(/sort=price/)
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
})

test('without scripts, clicks have their native effect', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`/packages/${masque.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.getByRole('main').getByText(masque.name)).toBeVisible()
})

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`late fonts render without layout shifts at ${viewport.width} pixels`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const shifts = await recordShifts(page)
    const release = await holdRequests(page, '**/*.woff2')
    await page.goto(`/packages/${masque.id}`, { waitUntil: 'domcontentloaded' })
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    // Waits beyond the point where a font with `optional` would be dropped.
    await page.waitForFunction(
      () => performance.now() - (performance.getEntriesByType('paint').at(-1)?.startTime ?? 0) > 500,
    )
    release()
    const families = () =>
      page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))
    await expect.poll(families).toEqual(expect.arrayContaining(['Fraunces', 'Hanken Grotesk']))
    await page.evaluate(() => document.fonts.ready)
    expect(await shifts()).toBeLessThanOrEqual(0.01)
  })
}
