import { expect, type Page, test } from 'playwright/test'
import { signUpWithoutPage, waitForEmails } from '#test/e2e-helpers.ts'
import { discardChanges, findModal, signInStaff } from '#test/staff-pages.ts'

const timestamp = Date.now()

/** Finds a member by email and opens the member's page. */
async function openMember(page: Page, email: string): Promise<void> {
  await page.goto('/admin/members')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(email)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Sponsor', exact: true })).toBeVisible()
}

async function chooseSponsor(page: Page, email: string): Promise<void> {
  await findModal(page).getByLabel('New sponsor').fill(email)
  await page.getByRole('option').filter({ hasText: email }).waitFor()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByText('Joins the downline of')).toBeVisible()
}

test('a sponsor change is scheduled for the next month, emailed to those affected, and canceled', async ({
  browser,
  page,
}) => {
  const [member, sponsor, otherSponsor] = ['moved', 'sponsor', 'second'].map(
    (name) => `${name}-${timestamp}@example.com`,
  ) as [string, string, string]
  for (const email of [member, sponsor, otherSponsor]) {
    const visitor = await browser.newContext()
    await signUpWithoutPage(visitor.request, email, 'a long enough one 4471')
    await visitor.close()
  }

  await signInStaff(page, 'manager')
  await openMember(page, member)
  const sponsorSection = page.getByRole('region', { name: 'Sponsor', exact: true })
  await expect(sponsorSection.getByText('No sponsor')).toBeVisible()
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signInStaff(other, 'owner', new URL(page.url()).pathname)

  // Both choose a sponsor; the owner on the phone submits first.
  for (const [staffPage, email] of [
    [page, otherSponsor],
    [other, sponsor],
  ] as const) {
    await staffPage.getByRole('button', { name: 'Change sponsor' }).click()
    await chooseSponsor(staffPage, email)
    await expect(findModal(staffPage).getByText(/has no downline\.$/)).toBeVisible()
  }
  await findModal(other).getByLabel('Reason').fill('Both asked for it')
  await findModal(other).getByRole('button', { name: 'Plan change' }).click()
  await expect(findModal(other)).toHaveCount(0)
  await expect(other.getByText('Planned', { exact: true })).toBeVisible()

  // The manager sees the owner's change, by polling or in the response, and keeps the input.
  await findModal(page).getByLabel('Reason').focus()
  await page.keyboard.type('She works with the second now')
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByText(/the sponsor is .*: “Both asked for it”/)).toBeVisible()
  await expect(findModal(page).getByRole('button', { name: 'Plan change' })).toBeDisabled()
  await discardChanges(page)
  await expect(findModal(page)).toHaveCount(0)
  await expect(sponsorSection.getByRole('listitem')).toHaveCount(2)
  await expect(sponsorSection.getByRole('button', { name: 'Change sponsor' })).toHaveCount(0)

  // Quoted-printable wraps lines, so this checks the subject.
  expect((await waitForEmails(member, 1)).some((message) => message.includes('Your sponsor changes in'))).toBe(true)
  expect((await waitForEmails(sponsor, 1)).some((message) => message.includes('joins your direct line in'))).toBe(true)

  await sponsorSection.getByRole('button', { name: 'Cancel change' }).click()
  await findModal(page).getByRole('button', { name: 'Cancel change' }).click()
  await expect(findModal(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Reason').fill('They changed their minds')
  await page.keyboard.press('Enter')
  await expect(findModal(page)).toHaveCount(0)
  await expect(sponsorSection.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(sponsorSection.getByText('They changed their minds')).toBeVisible()
  expect((await waitForEmails(member, 2)).some((message) => message.includes('Your sponsor is not changing'))).toBe(
    true,
  )

  // A member cannot be their own sponsor.
  await sponsorSection.getByRole('button', { name: 'Change sponsor' }).click()
  await findModal(page).getByLabel('New sponsor').fill(member)
  await page.getByRole('option').filter({ hasText: member }).waitFor()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByText('A member can’t be their own sponsor.')).toBeVisible()
  await expect(findModal(page).getByRole('button', { name: 'Plan change' })).toBeDisabled()
  await discardChanges(page)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Member sponsor change planned')).toBeVisible()
})
