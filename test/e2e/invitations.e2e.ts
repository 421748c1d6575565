import { type Browser, expect, type Page, test } from 'playwright/test'
import { findLink, postFromPage, signUp, signUpWithoutPage, waitForEmails } from '#test/e2e-helpers.ts'
import { childForm } from '#test/member-forms.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'

const invitedRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Noor Bakker' })

/** Signs up a sponsor who invites an email; returns the sponsor's Sales page. */
async function inviteAsSponsor(browser: Browser, sponsor: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signUp(page, sponsor, PASSWORD)
  expect(await postFromPage(page, '/account/child/add', childForm(email))).toBe(200)
  await page.goto('/account/sales')
  await expect(invitedRow(page)).toContainText('Pending')
  return page
}

test('accepting one of two invitations removes the other', async ({ page, browser }) => {
  const email = 'chooses@example.com'
  const firstSponsor = await inviteAsSponsor(browser, 'first-sponsor@example.com', email)
  const [firstMessage = ''] = await waitForEmails(email, 1)
  const secondSponsor = await inviteAsSponsor(browser, 'second-sponsor@example.com', email)
  const secondMessage = (await waitForEmails(email, 2)).find((message) => message !== firstMessage) ?? ''

  // In a browser where someone else is signed in.
  await signUpWithoutPage(page.request, 'same-browser@example.com', PASSWORD)
  await page.goto(findLink(secondMessage, '/password/reset/'))
  await expect(page.getByText('Welcome, Noor Bakker. Ana Reyes invited you.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password Confirmation').fill(PASSWORD)
  await page.getByLabel(/^Cosmetology Id/).fill('NJ-20011')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('main').getByLabel('Email Address')).toBeVisible()

  await secondSponsor.reload()
  await expect(invitedRow(secondSponsor)).toContainText('Active')
  await firstSponsor.reload()
  await expect(firstSponsor.getByText('No one is in your direct line yet.')).toBeVisible()
  await page.goto(findLink(firstMessage, '/password/reset/'))
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await firstSponsor.context().close()
  await secondSponsor.context().close()
})

test('an invitation is declined from its page, and its row disappears', async ({ page, browser }) => {
  const email = 'declines@example.com'
  const sponsor = await inviteAsSponsor(browser, 'declined-sponsor@example.com', email)
  const [message = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(message, '/password/reset/'))
  await page.getByRole('link', { name: 'Decline the invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decline the Invitation')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You declined this invitation')).toBeVisible()
  await sponsor.reload()
  await expect(sponsor.getByText('No one is in your direct line yet.')).toBeVisible()
  await sponsor.context().close()
})

test('staff resend an open invitation, which invalidates its older link, and revoke it', async ({ page, browser }) => {
  const [email, sponsorEmail] = ['revoked@example.com', 'revoked-sponsor@example.com']
  const sponsor = await inviteAsSponsor(browser, sponsorEmail, email)
  const [olderMessage = ''] = await waitForEmails(email, 1)
  const guest = await (await browser.newContext()).newPage()
  const welcome = guest.getByText('Welcome, Noor Bakker. Ana Reyes invited you.')

  await signInStaff(page, 'manager', `/admin/members?search=${sponsorEmail}`)
  await page.locator('[data-row]').filter({ hasText: sponsorEmail }).getByRole('link').first().click()
  const openInvitations = page.getByRole('region', { name: 'Open invitations' })
  await expect(openInvitations).toContainText(email)
  const resendButton = openInvitations.getByRole('button', { name: `Resend to ${email}` })
  await resendButton.focus()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('It was in the spam')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invitation resent.')).toBeVisible()
  const newerMessage = (await waitForEmails(email, 2)).find((message) => message !== olderMessage) ?? ''
  await guest.goto(findLink(olderMessage, '/password/reset/'))
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome).toBeHidden()
  await guest.goto(findLink(newerMessage, '/password/reset/'))
  await expect(welcome).toBeVisible()

  await openInvitations.getByRole('button', { name: `Revoke the invitation for ${email}` }).click()
  await findModal(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(findModal(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Reason').fill('Mistyped')
  await findModal(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked.')).toBeVisible()
  await expect(openInvitations).toBeHidden()
  await guest.goto(findLink(newerMessage, '/password/reset/'))
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome).toBeHidden()
  await sponsor.reload()
  await expect(sponsor.getByText('No one is in your direct line yet.')).toBeVisible()
  await sponsor.context().close()
  await guest.context().close()
})
