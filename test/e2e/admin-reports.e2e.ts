import { expect, type Page, test } from 'playwright/test'
import { parseCsv } from '#server/platform/csv/records.ts'
import { signInStaff } from '#test/staff-pages.ts'

/** Expects a landscape printout within the page margins, with every column and no buttons. */
async function expectPrintable(page: Page): Promise<void> {
  const pdf = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
  expect(pdf).toContain('/MediaBox [0 0 792 612]')
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 965, height })
  const lastColumn = await page.getByRole('columnheader', { name: 'Net before tax' }).boundingBox()
  expect((lastColumn?.x ?? 0) + (lastColumn?.width ?? 0)).toBeLessThanOrEqual(965)
  for (const control of [
    page.getByRole('button'),
    page.getByRole('searchbox'),
    page.getByRole('link', { name: 'Skip to content' }),
  ])
    await expect(control.filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: 'screen' })
}

test("a manager views a year's reports, opens the rows behind a figure, and downloads a report", async ({ page }) => {
  await signInStaff(page, 'manager')
  await page.getByRole('link', { name: 'Reports' }).click()
  const figures = page.getByRole('table', { name: 'Figures by month' })
  await expect(figures.getByRole('row')).toHaveCount(14)
  await expectPrintable(page)

  await page.getByRole('link', { name: 'Volume', exact: true }).click()
  await expect(figures.getByRole('rowheader', { name: 'Customers' }).first()).toBeVisible()
  const file = await page.request.get((await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '')
  expect(parseCsv(await file.text())[0]?.cells.slice(0, 4)).toEqual(['month', 'kind', 'orders', 'cv'])

  // The count of a month's customer orders opens one row per completed order.
  const orders = figures.getByRole('link', { name: /, Orders of Customers in/ }).nth(2)
  const count = Number(await orders.textContent())
  await orders.click()
  await expect(page.getByRole('heading', { name: 'Counted volume' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1)

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

  await page.goto('/admin/reports?from=2001-01&to=2001-02')
  await expect(page.getByText('Nothing in these months')).toBeVisible()
  await page.goto('/admin/reports?from=2001-02&to=2001-01')
  await expect(page.getByRole('alert')).toBeVisible()
})
