import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

const PHONE = { width: 390, height: 844 }

test('the income of everyone for a year is copied as a sentence, printed with every column, and listed on a phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInStaff(page, 'manager', '/admin/network/income')
  const summary = page.getByText(/^Of [\d,]+ members, .* earned nothing (in|from) /)
  await page.getByRole('button', { name: 'Copy sentence' }).press('Enter')
  await expect(page.getByText('Sentence copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await summary.innerText())

  // Prints every column and no buttons.
  const { height = 0 } = page.viewportSize() ?? {}
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 965, height })
  const lastColumn = await page.getByRole('columnheader', { name: 'Bonuses' }).boundingBox()
  expect((lastColumn?.x ?? 0) + (lastColumn?.width ?? 0)).toBeLessThanOrEqual(965)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize(PHONE)
  await expect(page.getByRole('list', { name: 'Income by level' }).getByRole('listitem')).toHaveCount(10)
})

test('the volume of a month by group is downloaded, and listed on a phone', async ({ page }) => {
  await signInStaff(page, 'manager', '/admin/network/volume')
  const groups = page.getByRole('table', { name: 'Volume by group' })
  const months = page.getByLabel('Month')
  const closedMonth = await months.locator('option').nth(4).getAttribute('value')
  await months.selectOption(closedMonth)
  await expect(page.getByText('final figures')).toBeVisible()
  await expect(groups.getByRole('row').nth(1)).toContainText('All orders')
  const rowCount = (await groups.getByRole('row').count()) - 1
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe(`volume-shares-${closedMonth}.csv`)
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('list', { name: 'Volume by group' }).getByRole('listitem')).toHaveCount(rowCount)
})
