import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signUp } from '#test/journey.ts'
import { modalOf, signInStaff } from '#test/staff-journey.ts'
import { readZip } from '#test/zip.ts'

const PASSWORD = 'a long enough one 6120'

test('a member exports their data, requests erasure and cancels it; staff erase them immediately', async ({
  browser,
  page,
}) => {
  const email = `leaving-${Date.now()}@example.com`
  await signUp(page, email, PASSWORD)
  await page.goto('/account/my-data')
  await expect(page.getByRole('heading', { name: 'Download a copy' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText(/^Version \d+, accepted on /)).toBeVisible()
  const exporting = page.getByRole('region', { name: 'Download a copy' })
  await exporting.getByLabel('Current Password').fill('not this one')
  await exporting.getByRole('button', { name: 'Download my data' }).click()
  await expect(exporting.getByRole('alert')).toBeVisible()
  await exporting.getByLabel('Current Password').fill(PASSWORD)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const entries = readZip(await readFile(await download.path()))
  expect(JSON.parse(`${entries.get('users.json')}`)).toMatchObject([{ email }])

  const erasing = page.getByRole('region', { name: 'Erase my account' })
  await erasing.getByRole('button', { name: 'Erase my account' }).click()
  await erasing.getByLabel('Current Password').fill(PASSWORD)
  await erasing.getByRole('button', { name: 'Erase in 14 days' }).click()
  await expect(erasing.getByText('Your account will be erased after')).toBeVisible()
  await expectAccessible(page)
  await erasing.getByRole('button', { name: 'Keep my account' }).click()
  await expect(erasing.getByRole('button', { name: 'Erase my account' })).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await signInStaff(desk, 'manager', `/admin/members?search=${encodeURIComponent(email)}`)
  await desk.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  const data = desk.getByRole('region', { name: 'Personal data' })
  await data.getByRole('button', { name: 'Erase' }).click()
  await expectAccessible(desk)
  await modalOf(desk).getByLabel('Reason').fill('Asked on the phone')
  await modalOf(desk).getByRole('button', { name: 'Erase permanently' }).click()
  await expect(modalOf(desk)).toHaveCount(0)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Erased person')
  await expect(data.getByText('Orders are kept for accounting.')).toBeVisible()
  await expect(data.getByRole('button', { name: 'Erase' })).toHaveCount(0)
  await expect(desk.getByText(email)).toHaveCount(0)

  await page.reload()
  await expect(page).toHaveURL(/\/login\?next=/)
})
