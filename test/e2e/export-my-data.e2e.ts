import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { signUp } from '#test/e2e-helpers.ts'
import { readZip } from '#test/zip.ts'

const PASSWORD = 'a long enough one 6120'

test('a member downloads a copy of their data', async ({ page }) => {
  const email = `leaving-${Date.now()}@example.com`
  await signUp(page, email, PASSWORD)
  await page.goto('/account/my-data')
  await expect(page.getByText(/^Version \d+, accepted on /)).toBeVisible()
  const exportSection = page.getByRole('region', { name: 'Download a copy' })
  await exportSection.getByLabel('Current Password').fill(PASSWORD)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exportSection.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const entries = readZip(await readFile(await download.path()))
  expect(JSON.parse(`${entries.get('users.json')}`)).toMatchObject([{ email }])
})
