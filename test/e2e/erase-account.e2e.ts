import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { signUp } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'
import { readZip } from '#test/zip.ts'

const PASSWORD = 'a long enough one 6120'

test('a member exports their data, then requests and cancels erasure; staff erase the account immediately', async ({
  browser,
  page,
}) => {
  const email = `leaving-${Date.now()}@example.com`
  await signUp(page, email, PASSWORD)
  await page.goto('/account/my-data')
  await expect(page.getByRole('heading', { name: 'Download a copy' })).toBeVisible()
  await expect(page.getByText(/^Version \d+, accepted on /)).toBeVisible()
  const exportSection = page.getByRole('region', { name: 'Download a copy' })
  await exportSection.getByLabel('Current Password').fill('not this one')
  await exportSection.getByRole('button', { name: 'Download my data' }).click()
  await expect(exportSection.getByRole('alert')).toBeVisible()
  await exportSection.getByLabel('Current Password').fill(PASSWORD)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exportSection.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const entries = readZip(await readFile(await download.path()))
  expect(JSON.parse(`${entries.get('users.json')}`)).toMatchObject([{ email }])

  const eraseSection = page.getByRole('region', { name: 'Erase my account' })
  await eraseSection.getByRole('button', { name: 'Erase my account' }).click()
  await eraseSection.getByLabel('Current Password').fill(PASSWORD)
  await eraseSection.getByRole('button', { name: 'Erase in 14 days' }).click()
  await expect(eraseSection.getByText('Your account will be erased after')).toBeVisible()
  await eraseSection.getByRole('button', { name: 'Keep my account' }).click()
  await expect(eraseSection.getByRole('button', { name: 'Erase my account' })).toBeVisible()

  const managerPage = await (await browser.newContext()).newPage()
  await signInStaff(managerPage, 'manager', `/admin/members?search=${encodeURIComponent(email)}`)
  await managerPage.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  const personalData = managerPage.getByRole('region', { name: 'Personal data' })
  await personalData.getByRole('button', { name: 'Erase' }).click()
  await findModal(managerPage).getByLabel('Reason').fill('Requested by phone')
  await findModal(managerPage).getByRole('button', { name: 'Erase permanently' }).click()
  await expect(findModal(managerPage)).toHaveCount(0)
  await expect(managerPage.getByRole('heading', { level: 1 })).toContainText('Erased person')
  await expect(personalData.getByText('Orders are kept for accounting.')).toBeVisible()
  await expect(personalData.getByRole('button', { name: 'Erase' })).toHaveCount(0)
  await expect(managerPage.getByText(email)).toHaveCount(0)

  await page.reload()
  await expect(page).toHaveURL(/\/login\?next=/)
})
