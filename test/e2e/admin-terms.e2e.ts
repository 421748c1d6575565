import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signUp } from '#test/e2e-helpers.ts'
import { discardChanges, findModal, signInStaff } from '#test/staff-pages.ts'

// Sequential: the shop has one set of terms.
test.describe.configure({ mode: 'default' })

test('an owner writes terms, previews and publishes them, and sees who accepted which version', async ({
  browser,
  page,
}) => {
  await signInStaff(page, 'owner', '/admin/settings/terms')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expectAccessible(page)
  const area = page.getByLabel('Text')
  const before = await area.inputValue()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  const line = `Returns are taken for ${Date.now() % 1000} days.`
  await area.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(`\n\n${line}`)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(line)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(findModal(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await findModal(page).getByLabel('Reason').fill('The lawyer wrote')
  await page.keyboard.press('Enter')
  await expect(findModal(page)).toHaveCount(0)
  const latest = page.getByRole('link', { name: /\(current\)$/ })
  await expect(page.getByRole('listitem').filter({ has: latest })).toContainText('accepted by no one')

  const member = await (await browser.newContext()).newPage()
  await member.goto('/terms')
  await expect(member.getByText(line)).toBeVisible()
  await signUp(member, `terms-${Date.now()}@example.com`, 'a long enough one 4471')
  await latest.click()
  await expect(page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Ana Reyes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Text' })).toContainText(line)
  await expectAccessible(page)
  expect(before).not.toContain(line)
})

test("an owner's draft is kept when someone else publishes first, and is compared with that version", async ({
  browser,
  page,
}) => {
  await signInStaff(page, 'owner', '/admin/settings/terms')
  const area = page.getByLabel('Text')
  await area.focus()
  await page.keyboard.press('ControlOrMeta+End')
  const [mine, theirs] = [`Mine of ${Date.now()}.`, `Theirs of ${Date.now()}.`]
  await page.keyboard.type(`\n\n${mine}`)

  // Simulates publishing within the same second: the page learns of it only through a refusal.
  await page.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const other = await (await browser.newContext()).newPage()
  await signInStaff(other, 'owner', '/admin/settings/terms')
  const before = await other.getByLabel('Text').inputValue()
  await other.getByLabel('Text').fill(`${before}\n\n${theirs}`)
  await other.getByRole('button', { name: 'Publish…' }).click()
  await findModal(other).getByLabel('Reason').fill('The lawyer wrote')
  await other.keyboard.press('Enter')
  await expect(findModal(other)).toHaveCount(0)

  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByLabel('Reason').fill('I wrote')
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByRole('alert')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await discardChanges(page)
  await expect(page.getByRole('status').filter({ hasText: 'was published while you were writing' })).toBeVisible()
  await expect(area).toHaveValue(new RegExp(mine))
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(`Removed: ${theirs}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  await findModal(page).getByLabel('Reason').fill('Both have read it')
  await page.keyboard.press('Enter')
  await expect(findModal(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'while you were writing' })).toHaveCount(0)
})
