import { expect, type Page, test } from 'playwright/test'
import { recordsOf } from '#server/platform/csv/records.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-pages.ts'

/** Landscape within the page margins, with every column and no buttons. */
async function expectOnPaper(page: Page): Promise<void> {
  const sheet = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
  expect(sheet).toContain('/MediaBox [0 0 792 612]')
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 965, height })
  const last = await page.getByRole('columnheader', { name: 'Net before tax' }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(965)
  for (const part of [
    page.getByRole('button'),
    page.getByRole('searchbox'),
    page.getByRole('link', { name: 'Skip to content' }),
  ])
    await expect(part.filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: 'screen' })
}

test("a manager reads a year's reports, follows a figure to its rows, and downloads both", async ({ page }) => {
  await signInStaff(page, 'manager')
  await page.getByRole('link', { name: 'Reports' }).click()
  const figures = page.getByRole('table', { name: 'Figures by month' })
  await expect(figures.getByRole('row')).toHaveCount(14)
  await expectAccessible(page)
  await expectOnPaper(page)

  await page.getByRole('link', { name: 'Volume', exact: true }).click()
  await expect(figures.getByRole('rowheader', { name: 'Customers' }).first()).toBeVisible()
  await expectAccessible(page)
  const file = await page.request.get((await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '')
  expect(recordsOf(await file.text())[0]?.cells.slice(0, 4)).toEqual(['month', 'kind', 'orders', 'cv'])

  // A whole month of customers, with the number of completed orders.
  const orders = figures.getByRole('link', { name: /, Orders of Customers in/ }).nth(2)
  const count = Number(await orders.textContent())
  await orders.click()
  await expect(page.getByRole('heading', { name: 'Counted volume' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1)
  await expectAccessible(page)

  await page.goBack()
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  await page.getByLabel('The chart shows').selectOption('Bonuses')
  await expect(page).toHaveURL(/report=plan.*figure=bonuses/)
  await expect(page.getByText('Bonuses by month')).toBeVisible()
  await figures
    .getByRole('link', { name: /, Bonuses of/ })
    .nth(1)
    .click()
  await expect(page.getByRole('heading', { name: 'Member figures' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/reports?from=2001-01&to=2001-02')
  await expect(page.getByText('Nothing in these months')).toBeVisible()
  await page.goto('/admin/reports?from=2001-02&to=2001-01')
  await expect(page.getByRole('alert')).toBeVisible()
})
