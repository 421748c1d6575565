import { expect, test } from 'playwright/test'
import { signUp } from '#test/e2e-helpers.ts'
import { discardChanges, findModal, signInStaff } from '#test/staff-pages.ts'

// Sequential: the shop has one set of terms.
test.describe.configure({ mode: 'default' })

test('an owner edits, previews and publishes terms, and sees who accepted which version', async ({ browser, page }) => {
  await signInStaff(page, 'owner', '/admin/settings/terms')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  const textField = page.getByLabel('Text')
  const originalText = await textField.inputValue()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  const addedLine = `Returns are taken for ${Date.now() % 1000} days.`
  await textField.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(`\n\n${addedLine}`)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(addedLine)
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(findModal(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Reason').fill('Legal review')
  await page.keyboard.press('Enter')
  await expect(findModal(page)).toHaveCount(0)
  const currentVersion = page.getByRole('link', { name: /\(current\)$/ })
  await expect(page.getByRole('listitem').filter({ has: currentVersion })).toContainText('accepted by no one')

  const member = await (await browser.newContext()).newPage()
  await member.goto('/terms')
  await expect(member.getByText(addedLine)).toBeVisible()
  await signUp(member, `terms-${Date.now()}@example.com`, 'a long enough one 4471')
  await currentVersion.click()
  await expect(page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Ana Reyes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Text' })).toContainText(addedLine)
  expect(originalText).not.toContain(addedLine)
})

test("an owner's draft is kept when someone else publishes first, and is compared with that version", async ({
  browser,
  page,
}) => {
  await signInStaff(page, 'owner', '/admin/settings/terms')
  const textField = page.getByLabel('Text')
  await textField.focus()
  await page.keyboard.press('ControlOrMeta+End')
  const [mine, theirs] = [`Mine of ${Date.now()}.`, `Theirs of ${Date.now()}.`]
  await page.keyboard.type(`\n\n${mine}`)

  // Simulates publishing within the same second: the page learns of it only through a refusal.
  await page.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const other = await (await browser.newContext()).newPage()
  await signInStaff(other, 'owner', '/admin/settings/terms')
  const originalText = await other.getByLabel('Text').inputValue()
  await other.getByLabel('Text').fill(`${originalText}\n\n${theirs}`)
  await other.getByRole('button', { name: 'Publish…' }).click()
  await findModal(other).getByLabel('Reason').fill('Legal review')
  await other.keyboard.press('Enter')
  await expect(findModal(other)).toHaveCount(0)

  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByLabel('Reason').fill('My update')
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByRole('alert')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await discardChanges(page)
  await expect(page.getByRole('status').filter({ hasText: 'was published while you were writing' })).toBeVisible()
  await expect(textField).toHaveValue(new RegExp(mine))
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(`Removed: ${theirs}`)
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByLabel('Reason').fill('Both have read it')
  await page.keyboard.press('Enter')
  await expect(findModal(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'while you were writing' })).toHaveCount(0)
})
