import { expect, type Page, test } from 'playwright/test'
import { addToCart, masque, signInAsLeader } from '#test/e2e-helpers.ts'

/** Counts the visible PV figures, and lists those that are not green when positive and red otherwise. */
const findMiscoloredPoints = (page: Page) =>
  page.evaluate(() => {
    const readColor = (name: string) => {
      const probe = document.body.appendChild(document.createElement('span'))
      probe.className = name
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    const [green, red] = [readColor('text-success'), readColor('text-danger')]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const miscolored: string[] = []
    let count = 0
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      const points = /^\s*([+−]?)([\d,]+)\s?PV\s*$/.exec(textContent ?? '')
      if (!points || !parentElement?.checkVisibility()) continue
      count++
      const isPositive = points[1] !== '−' && Number(points[2]?.replaceAll(',', '')) > 0
      if (getComputedStyle(parentElement).color !== (isPositive ? green : red)) miscolored.push(textContent ?? '')
    }
    return { count, miscolored }
  })

async function expectPointColors(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // The network is also idle before a slow page requests its figures.
  await expect.poll(async () => (await findMiscoloredPoints(page)).count, `PV figures on ${path}`).toBeGreaterThan(0)
  expect((await findMiscoloredPoints(page)).miscolored, path).toEqual([])
}

test('points and volumes in the shop are green when positive and red otherwise', async ({ page }) => {
  await addToCart(page, masque.id)
  for (const path of ['/', '/packages', `/packages/${masque.id}`, '/checkout/cart']) await expectPointColors(page, path)
})

test('points and volumes in the account are green when positive and red otherwise', async ({ page }) => {
  await signInAsLeader(page)
  for (const path of ['/account/points', '/account/sales', '/account/sales/downline'])
    await expectPointColors(page, path)
  await page.goto('/account/sales')
  await page.getByRole('button', { name: /^Total PV/ }).click()
  await expect(page.getByRole('dialog').getByText('Your personal PV')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await findMiscoloredPoints(page)).miscolored).toEqual([])
})
