import { expect, type Locator, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-pages.ts'

const focused = (page: Page) => page.locator('tr[aria-level]:focus')

test('the network is explored by keyboard, for any member and month, and searched', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInStaff(page, 'clerk', '/admin/network')
  const tree = page.getByRole('treegrid', { name: 'No sponsor' })
  const first = tree.locator('tr[aria-expanded]').first()
  await expect(first).toHaveAttribute('aria-level', '1')

  // The right arrow expands legs, and the left arrow collapses them, also from below.
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(tree.locator('tr[aria-level="2"]').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toHaveAttribute('aria-level', '1')
  await page.keyboard.press('ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expectAccessible(page)

  // Enter opens a member's part; the path leads back, and the month stays in the URL.
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const path = page.getByRole('navigation', { name: 'Path to the top' })
  await expect(path.getByRole('listitem')).toHaveCount(2)
  const months = page.getByLabel('Month')
  const earlier = await months.locator('option').nth(2).getAttribute('value')
  await months.selectOption(earlier)
  await expect(page).toHaveURL(new RegExp(`month=${earlier}`))
  await expect(page.getByText('final figures')).toBeVisible()
  await path.getByRole('link', { name: 'Top' }).click()
  await expect(page.getByRole('treegrid', { name: 'No sponsor' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`month=${earlier}`))

  await page.getByRole('link', { name: 'Review' }).click()
  for (const name of ['Shared addresses', 'Large orders', 'Large legs']) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('table', { name }).or(page.getByText(/^Nothing /))).toBeVisible()
  }
  // Money of a completed order, from its page: what was paid and what is left add up to its value.
  await page.goto('/admin/orders?status=completed')
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('link', { name: 'Bonuses of this order' }).click()
  const dollarsOf = async (shown: Locator) => Number.parseFloat((await shown.innerText()).replace(/[$,]/g, ''))
  const figure = (name: string) => dollarsOf(page.locator('dt', { hasText: name }).locator('+ dd'))
  await expect(page.getByRole('heading', { name: 'Who was paid' })).toBeVisible()
  const paid = await figure('Paid to members')
  expect(paid + (await figure('Left for the company'))).toBeCloseTo(await figure('CV'), 2)
  const earnedByNobody = await dollarsOf(page.getByText('of it unclaimed'))
  expect(paid + earnedByNobody).toBeCloseTo(await figure('Maximum payable'), 2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(page.getByRole('link', { name: 'Large legs' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tree' }).click()
  await expect(page.getByRole('treegrid')).toBeVisible()
  await expectAccessible(page)
})
