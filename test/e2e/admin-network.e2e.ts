import { expect, type Locator, type Page, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

const focusedRow = (page: Page) => page.locator('tr[aria-level]:focus')

test('staff explore the network by keyboard, for any member and month', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInStaff(page, 'clerk', '/admin/network')
  const tree = page.getByRole('treegrid', { name: 'No sponsor' })
  const firstMember = tree.locator('tr[aria-expanded]').first()
  await expect(firstMember).toHaveAttribute('aria-level', '1')

  // The right arrow expands legs, and the left arrow collapses them, including from a child.
  await firstMember.focus()
  await page.keyboard.press('ArrowRight')
  await expect(firstMember).toHaveAttribute('aria-expanded', 'true')
  await expect(tree.locator('tr[aria-level="2"]').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(focusedRow(page)).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('ArrowLeft')
  await expect(focusedRow(page)).toHaveAttribute('aria-level', '1')
  await page.keyboard.press('ArrowLeft')
  await expect(firstMember).toHaveAttribute('aria-expanded', 'false')

  // Enter opens a member's downline; the path leads back, and the month stays in the URL.
  await page.keyboard.press('ArrowRight')
  await expect(firstMember).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const path = page.getByRole('navigation', { name: 'Path to the top' })
  await expect(path.getByRole('listitem')).toHaveCount(2)
  const months = page.getByLabel('Month')
  const earlierMonth = await months.locator('option').nth(2).getAttribute('value')
  await months.selectOption(earlierMonth)
  await expect(page).toHaveURL(new RegExp(`month=${earlierMonth}`))
  await expect(page.getByText('final figures')).toBeVisible()
  await path.getByRole('link', { name: 'Top' }).click()
  await expect(page.getByRole('treegrid', { name: 'No sponsor' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`month=${earlierMonth}`))

  await page.getByRole('link', { name: 'Review' }).click()
  for (const name of ['Shared addresses', 'Large orders', 'Large legs']) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('table', { name }).or(page.getByText(/^Nothing /))).toBeVisible()
  }
  // Bonuses of a completed order: the paid amount and the remainder add up to its value.
  await page.goto('/admin/orders?status=completed')
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('link', { name: 'Bonuses of this order' }).click()
  const readDollars = async (amount: Locator) => Number.parseFloat((await amount.innerText()).replace(/[$,]/g, ''))
  const readFigure = (name: string) => readDollars(page.locator('dt', { hasText: name }).locator('+ dd'))
  await expect(page.getByRole('heading', { name: 'Who was paid' })).toBeVisible()
  const paid = await readFigure('Paid to members')
  expect(paid + (await readFigure('Left for the company'))).toBeCloseTo(await readFigure('CV'), 2)
  const unclaimed = await readDollars(page.getByText('of it unclaimed'))
  expect(paid + unclaimed).toBeCloseTo(await readFigure('Maximum payable'), 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(page.getByRole('link', { name: 'Large legs' })).toBeVisible()
  await page.getByRole('link', { name: 'Tree' }).click()
  await expect(page.getByRole('treegrid')).toBeVisible()
})
