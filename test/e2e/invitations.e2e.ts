import { type Browser, expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { findLink, postFromPage, signUp, signUpWithoutPage, waitForEmails } from '#test/e2e-helpers.ts'
import { childForm } from '#test/member-forms.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'

const invited = (page: Page) => page.getByRole('row').filter({ hasText: 'Noor Bakker' })

/** The Sales page of a member who has just invited an email. */
async function sponsorOf(browser: Browser, sponsor: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signUp(page, sponsor, PASSWORD)
  expect(await postFromPage(page, '/account/child/add', childForm(email))).toBe(200)
  await page.goto('/account/sales')
  await expect(invited(page)).toContainText('Pending')
  return page
}

test('two sponsors invite one person, who chooses one: the other invitation disappears', async ({ page, browser }) => {
  const email = 'chooses@example.com'
  const first = await sponsorOf(browser, 'first-sponsor@example.com', email)
  const [firstMail = ''] = await waitForEmails(email, 1)
  const second = await sponsorOf(browser, 'second-sponsor@example.com', email)
  const secondMail = (await waitForEmails(email, 2)).find((mail) => mail !== firstMail) ?? ''

  // In a browser where someone else is signed in.
  await signUpWithoutPage(page.request, 'same-browser@example.com', PASSWORD)
  await page.goto(findLink(secondMail, '/password/reset/'))
  await expect(page.getByText('Welcome, Noor Bakker. Ana Reyes invited you.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password Confirmation').fill(PASSWORD)
  await page.getByLabel(/^Cosmetology Id/).fill('NJ-20011')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('main').getByLabel('Email Address')).toBeVisible()

  await second.reload()
  await expect(invited(second)).toContainText('Active')
  await first.reload()
  await expect(first.getByText('No one is in your direct line yet.')).toBeVisible()
  await page.goto(findLink(firstMail, '/password/reset/'))
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await first.context().close()
  await second.context().close()
})

test('an invitation is declined from its page, and its row disappears', async ({ page, browser }) => {
  const email = 'declines@example.com'
  const sponsor = await sponsorOf(browser, 'declined-sponsor@example.com', email)
  const [mail = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(mail, '/password/reset/'))
  await page.getByRole('link', { name: 'Decline the invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decline the Invitation')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You declined this invitation')).toBeVisible()
  await sponsor.reload()
  await expect(sponsor.getByText('No one is in your direct line yet.')).toBeVisible()
  await sponsor.context().close()
})

test('staff resend an open invitation, which invalidates its older link, and revoke it', async ({ page, browser }) => {
  const [email, of] = ['revoked@example.com', 'revoked-sponsor@example.com']
  const sponsor = await sponsorOf(browser, of, email)
  const [older = ''] = await waitForEmails(email, 1)
  const guest = await (await browser.newContext()).newPage()
  const welcome = guest.getByText('Welcome, Noor Bakker. Ana Reyes invited you.')

  await signInStaff(page, 'manager', `/admin/members?search=${of}`)
  await page.locator('[data-row]').filter({ hasText: of }).getByRole('link').first().click()
  const open = page.getByRole('region', { name: 'Open invitations' })
  await expect(open).toContainText(email)
  const again = open.getByRole('button', { name: `Resend to ${email}` })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('It was in the spam')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invitation resent.')).toBeVisible()
  const newer = (await waitForEmails(email, 2)).find((mail) => mail !== older) ?? ''
  await guest.goto(findLink(older, '/password/reset/'))
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome).toBeHidden()
  await guest.goto(findLink(newer, '/password/reset/'))
  await expect(welcome).toBeVisible()

  await open.getByRole('button', { name: `Revoke the invitation for ${email}` }).click()
  await findModal(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(findModal(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Reason').fill('Mistyped')
  await findModal(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked.')).toBeVisible()
  await expect(open).toBeHidden()
  await guest.goto(findLink(newer, '/password/reset/'))
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome).toBeHidden()
  await sponsor.reload()
  await expect(sponsor.getByText('No one is in your direct line yet.')).toBeVisible()
  await sponsor.context().close()
  await guest.context().close()
})
