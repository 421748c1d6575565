import { expect, type Page, test } from 'playwright/test'
import { addToCart, masque, signInAsLeader } from '#test/journey.ts'

/** Figures in points whose color is not green when positive and red otherwise, and their number. */
const wronglyInked = (page: Page) =>
  page.evaluate(() => {
    const ink = (name: string) => {
      const probe = document.body.appendChild(document.createElement('span'))
      probe.className = name
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    const [green, red] = [ink('text-success'), ink('text-danger')]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const wrong: string[] = []
    let seen = 0
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      const points = /^\s*([+−]?)([\d,]+)\s?PV\s*$/.exec(textContent ?? '')
      if (!points || !parentElement?.checkVisibility()) continue
      seen++
      const positive = points[1] !== '−' && Number(points[2]?.replaceAll(',', '')) > 0
      if (getComputedStyle(parentElement).color !== (positive ? green : red)) wrong.push(textContent ?? '')
    }
    return { seen, wrong }
  })

async function expectInk(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // The network is also idle before a late page requests its figures.
  await expect.poll(async () => (await wronglyInked(page)).seen, `figures of points on ${path}`).toBeGreaterThan(0)
  expect((await wronglyInked(page)).wrong, path).toEqual([])
}

test('points and volumes in the shop are green when positive and red otherwise', async ({ page }) => {
  await addToCart(page, masque.id)
  for (const path of ['/', '/packages', `/packages/${masque.id}`, '/checkout/cart']) await expectInk(page, path)
})

test('points and volumes in the account are green when positive and red otherwise', async ({ page }) => {
  await signInAsLeader(page)
  for (const path of ['/account/points', '/account/sales', '/account/sales/downline']) await expectInk(page, path)
  await page.goto('/account/sales')
  await page.getByRole('button', { name: /^Total PV/ }).click()
  await expect(page.getByRole('dialog').getByText('Your personal PV')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await wronglyInked(page)).wrong).toEqual([])
})

test('My PVs are numbered from one, page by page, below their heading', async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account/points')
  await expect(page.getByRole('heading', { level: 1, name: 'My PVs (total)', exact: true })).toBeVisible()
  const numbers = page.getByRole('main').locator('tbody tr td:first-child')
  await expect(numbers.first()).toHaveText('1')
  const { page_count } = await (await page.request.get('/account/points.json')).json()
  if (page_count > 1) {
    await page.goto('/account/points?page=2')
    await expect(numbers.first()).toHaveText('21')
  }
  await page.goto('/account/points?page=200000000')
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(numbers.first()).toHaveText('1')
})
