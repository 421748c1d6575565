import { expect, test } from 'playwright/test'
import { parseCsv } from '#server/platform/csv/records.ts'
import { signInStaff } from '#test/staff-pages.ts'

test("a manager views everyone's income for a year, copies the summary, and downloads the figures", async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInStaff(page, 'manager', '/admin/network')
  await page.getByRole('link', { name: 'Income', exact: true }).click()
  const figures = page.getByRole('table', { name: 'Income by level' })
  await expect(figures.getByRole('row')).toHaveCount(11)

  // Members and bonuses of the levels add up to the totals, and the summary agrees.
  const readColumn = async (index: number) =>
    (await figures.getByRole('row').locator(`td:nth-of-type(${index})`).allInnerTexts()).map((text) =>
      Number(text.replace('–', '0').replace('−', '-').replace(/[$,]/g, '')),
    )
  for (const index of [1, 9]) {
    const [total = 0, ...levels] = await readColumn(index)
    expect(levels.reduce((sum, value) => sum + Math.round(value * 100), 0)).toBe(Math.round(total * 100))
  }
  const [memberCount = 0] = await readColumn(1)
  const summary = page.getByText(
    new RegExp(`^Of ${memberCount.toLocaleString('en-US')} members, .* earned nothing (in|from) `),
  )
  await expect(summary).toBeVisible()
  await page.getByRole('button', { name: 'Copy sentence' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sentence copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await summary.innerText())

  const file = await page.request.get((await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '')
  const [header, totalRow] = parseCsv(await file.text()).map(({ cells }) => cells)
  expect(header?.slice(0, 5)).toEqual(['year', 'months', 'level', 'level_name', 'people'])
  expect(totalRow?.slice(2, 5)).toEqual(['all', '', String(memberCount)])

  // Prints every column and no buttons.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 965, height })
  const lastColumn = await page.getByRole('columnheader', { name: 'Bonuses' }).boundingBox()
  expect((lastColumn?.x ?? 0) + (lastColumn?.width ?? 0)).toBeLessThanOrEqual(965)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/admin/network/income?year=2001')
  await expect(page.getByText('No month of 2001 is closed')).toBeVisible()
  await page.goto('/admin/network/income?year=3000')
  await expect(page.getByRole('alert')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/network/income')
  await expect(page.getByRole('list', { name: 'Income by level' }).getByRole('listitem')).toHaveCount(10)
})

test('a manager views the shares of customers, personal use and returns in a month’s volume, and opens a leader', async ({
  page,
}) => {
  await signInStaff(page, 'manager', '/admin/network')
  await page.getByRole('link', { name: 'Volume shares' }).click()
  const groups = page.getByRole('table', { name: 'Volume by group' })
  await expect(groups).toBeVisible()
  const months = page.getByLabel('Month')
  const closedMonth = await months.locator('option').nth(4).getAttribute('value')
  await months.selectOption(closedMonth)
  await expect(page.getByText('final figures')).toBeVisible()
  await expect(groups.getByRole('row').nth(1)).toContainText('All orders')

  // Sorted by volume, largest first, with the total at the top.
  const volumes = (await groups.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts()).map((text) =>
    Number(text.replace(/[$,]/g, '')),
  )
  expect(volumes.length).toBeGreaterThan(3)
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe(`volume-shares-${closedMonth}.csv`)

  await groups.locator('[data-row-link]').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/network\\?month=${closedMonth}&member=\\d+`))
  await expect(page.getByText('Group PV', { exact: true }).first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/network/volume?month=${closedMonth}`)
  await expect(page.getByRole('list', { name: 'Volume by group' }).getByRole('listitem')).toHaveCount(volumes.length)
  await page.goto('/admin/network/volume?month=2999-01')
  await expect(page.getByRole('alert')).toBeVisible()
})

test("a clerk has no access to members' income", async ({ page }) => {
  await signInStaff(page, 'clerk', '/admin/network')
  await expect(page.getByRole('link', { name: 'Corrections' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Income', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Volume shares' })).toHaveCount(0)
  await page.goto('/admin/network/income')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
})
