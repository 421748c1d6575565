import { expect, test } from 'playwright/test'
import { recordsOf } from '#server/platform/csv/records.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-pages.ts'

test("a manager reads everyone's income of a year, copies the sentence, and downloads the figures", async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInStaff(page, 'manager', '/admin/network')
  await page.getByRole('link', { name: 'Income', exact: true }).click()
  const figures = page.getByRole('table', { name: 'Income by level' })
  await expect(figures.getByRole('row')).toHaveCount(11)
  await expectAccessible(page)

  // People and bonuses of the levels add up to the totals, and the sentence agrees.
  const columnOf = async (index: number) =>
    (await figures.getByRole('row').locator(`td:nth-of-type(${index})`).allInnerTexts()).map((text) =>
      Number(text.replace('–', '0').replace('−', '-').replace(/[$,]/g, '')),
    )
  for (const index of [1, 9]) {
    const [all = 0, ...levels] = await columnOf(index)
    expect(levels.reduce((sum, value) => sum + Math.round(value * 100), 0)).toBe(Math.round(all * 100))
  }
  const [people = 0] = await columnOf(1)
  const sentence = page.getByText(
    new RegExp(`^Of ${people.toLocaleString('en-US')} members, .* earned nothing (in|from) `),
  )
  await expect(sentence).toBeVisible()
  await page.getByRole('button', { name: 'Copy sentence' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sentence copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await sentence.innerText())

  const file = await page.request.get((await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '')
  const [heading, all] = recordsOf(await file.text()).map(({ cells }) => cells)
  expect(heading?.slice(0, 5)).toEqual(['year', 'months', 'level', 'level_name', 'people'])
  expect(all?.slice(2, 5)).toEqual(['all', '', String(people)])

  // Prints every column and no buttons.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 965, height })
  const last = await page.getByRole('columnheader', { name: 'Bonuses' }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(965)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/admin/network/income?year=2001')
  await expect(page.getByText('No month of 2001 is closed')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/network/income?year=3000')
  await expect(page.getByRole('alert')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/network/income')
  await expect(page.getByRole('list', { name: 'Income by level' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
})

test('a manager sees the shares of customers, personal use and returns in a month’s volume, and follows a leader', async ({
  page,
}) => {
  await signInStaff(page, 'manager', '/admin/network')
  await page.getByRole('link', { name: 'Volume shares' }).click()
  const groups = page.getByRole('table', { name: 'Volume by group' })
  await expect(groups).toBeVisible()
  const months = page.getByLabel('Month')
  const closed = await months.locator('option').nth(4).getAttribute('value')
  await months.selectOption(closed)
  await expect(page.getByText('final figures')).toBeVisible()
  await expect(groups.getByRole('row').nth(1)).toContainText('All orders')
  await expectAccessible(page)

  // Largest first, and none larger than the total.
  const volumes = (await groups.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts()).map((text) =>
    Number(text.replace(/[$,]/g, '')),
  )
  expect(volumes.length).toBeGreaterThan(3)
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe(`volume-shares-${closed}.csv`)

  await groups.locator('[data-row-link]').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/network\\?month=${closed}&member=\\d+`))
  await expect(page.getByText('Group PV', { exact: true }).first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/network/volume?month=${closed}`)
  await expect(page.getByRole('list', { name: 'Volume by group' }).getByRole('listitem')).toHaveCount(volumes.length)
  await expectAccessible(page)
  await page.goto('/admin/network/volume?month=2999-01')
  await expect(page.getByRole('alert')).toBeVisible()
})

test("a clerk is neither offered nor shown members' income", async ({ page }) => {
  await signInStaff(page, 'clerk', '/admin/network')
  await expect(page.getByRole('link', { name: 'Corrections' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Income', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Volume shares' })).toHaveCount(0)
  await page.goto('/admin/network/income')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
})
