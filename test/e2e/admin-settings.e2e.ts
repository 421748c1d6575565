import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change ${name}`, exact: true }) })

test('when two owners change one setting, the second sees the first change, and both can be undone', async ({
  browser,
  page,
}) => {
  await signInStaff(page, 'owner')
  const other = await (await browser.newContext()).newPage()
  await signInStaff(other, 'owner')
  for (const ownerPage of [page, other]) await ownerPage.goto('/admin/settings?search=hours')
  await expect(row(page, 'Pickup hours')).toHaveCount(1)
  await expectAccessible(page)
  const before = await page.evaluate(async () => {
    const { data } = await (await fetch('/admin/settings.json')).json()
    return data.find(({ key }: { key: string }) => key === 'pickup_hours').value as string
  })

  const open = (ownerPage: Page) => ownerPage.getByRole('button', { name: 'Change Pickup hours' }).click()
  await open(other)
  await findModal(other).getByLabel('Pickup hours').fill('Mondays 9 to 5')
  // Keyboard only.
  await page.getByRole('button', { name: 'Change Pickup hours' }).focus()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByLabel('Pickup hours')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change Pickup hours' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByLabel('Pickup hours')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Daily 8 to 6')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Pickup hours')).toContainText('Daily 8 to 6')

  await findModal(other).getByRole('button', { name: 'Save' }).click()
  await expect(findModal(other).getByRole('alert')).toContainText('Someone else changed this.')
  await expect(findModal(other).getByRole('status')).toContainText('Current value: Daily 8 to 6')
  await expect(findModal(other).getByLabel('Pickup hours')).toHaveValue('Mondays 9 to 5')
  await expectAccessible(other)
  await findModal(other).getByRole('button', { name: 'Save' }).click()
  await expect(row(other, 'Pickup hours')).toContainText('Mondays 9 to 5')
  // Changes by the same person in another browser are not polled; changes by others are.
  await page.reload()
  await expect(row(page, 'Pickup hours')).toContainText('Mondays 9 to 5')

  await page.getByRole('button', { name: 'History of Pickup hours' }).click()
  await expect(findModal(page).getByRole('listitem').first()).toContainText('Mondays 9 to 5')
  await expectAccessible(page)
  await findModal(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Pickup hours')).toContainText('Daily 8 to 6')
  const response = await page.request.get('/admin/settings/pickup_hours/history.json')
  expect((await response.json()).data[0]).toMatchObject({ from: 'Mondays 9 to 5', to: 'Daily 8 to 6' })
  await open(page)
  await findModal(page).getByLabel('Pickup hours').fill(before)
  await findModal(page).getByRole('button', { name: 'Save' }).click()
  await expect(findModal(page)).toHaveCount(0)
})

test('an invalid value shows an error at its field', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInStaff(page, 'owner', '/admin/settings')
  await expect(page.getByRole('button', { name: 'Change Banking days to pay' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change Banking days to pay' }).click()
  await findModal(page).getByLabel('Banking days to pay').fill('soon')
  await findModal(page).getByRole('button', { name: 'Save' }).click()
  await expect(findModal(page).getByLabel('Banking days to pay')).toHaveAttribute('aria-invalid', 'true')
  await expect(findModal(page)).toContainText('This must be a whole number from 0 to 28.')
})
