import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

test('a report is printed in landscape within the page margins, with every column and no controls', async ({
  page,
}) => {
  await signInStaff(page, 'manager', '/admin/reports')
  await expect(page.getByRole('table', { name: 'Figures by month' })).toBeVisible()
  const pdf = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
  expect(pdf).toContain('/MediaBox [0 0 792 612]')
  const { height = 0 } = page.viewportSize() ?? {}
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
})
