import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { findLink, waitForEmails } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="The email as its recipient sees it"]')

/** Subscribes an email address and confirms the subscription. */
async function subscribe(context: BrowserContext, email: string) {
  const page = await context.newPage()
  await page.goto('/packages')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email Address').fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('Almost done: check your inbox to confirm.')
  const [message = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(message, '/newsletter/confirm/'))
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('status')).toContainText('You’re subscribed.')
  await page.close()
}

test('a manager tests and sends a newsletter, and a reader unsubscribes without scripts', async ({ browser, page }) => {
  const [reader, otherReader] = [`ann-${Date.now()}@example.com`, `ben-${Date.now()}@example.com`]
  const context = await browser.newContext()
  await subscribe(context, reader)
  await subscribe(context, otherReader)

  await signInStaff(page, 'manager', '/admin/members?only=newsletter')
  await page.getByRole('link', { name: 'Newsletters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletters' })).toBeVisible()
  await page.getByRole('link', { name: 'New newsletter' }).first().click()
  await expect(page.getByRole('heading', { name: 'New newsletter' })).toBeVisible()
  // An empty newsletter cannot be saved.
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Text', { exact: true }).fill('Soon.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'No subject' })).toBeVisible()
  // A newsletter that cannot be sent cannot be tested either.
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a subject.')
  const subject = `News ${Date.now()}`
  await page.getByLabel('Subject').fill(subject)
  // Keyboard only: placeholders are inserted at the caret.
  const body = page.getByLabel('Text', { exact: true })
  await body.fill('We keep it.')
  await page.getByRole('button', { name: 'Insert: Button' }).press('Enter')
  await expect(body).toHaveValue('We keep it.\n\n[See it in the store](/packages)')
  await expect(preview(page).getByRole('link', { name: 'See it in the store' })).toBeVisible()
  await page.getByRole('button', { name: 'As text' }).click()
  await expect(page.getByText(/See it in the store:\s+http/)).toBeVisible()
  await page.getByRole('button', { name: 'As a page' }).click()

  // Someone else edits it in the meantime and is shown both versions.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  const ownerPage = await (await browser.newContext()).newPage()
  await signInStaff(ownerPage, 'owner', page.url())
  await expect(ownerPage.getByLabel('Subject')).toHaveValue(subject)
  await body.press('ControlOrMeta+End')
  await body.pressSequentially('\n\nUntil then.')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('Test sent to your email.')).toBeVisible()
  await ownerPage.getByLabel('Subject').fill('Something else')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('alert')).toContainText('Someone else changed this newsletter')
  await expect(ownerPage.getByRole('status')).toContainText('Until then.')
  await ownerPage.getByRole('button', { name: 'Use theirs' }).click()
  await expect(ownerPage.getByLabel('Subject')).toHaveValue(subject)

  await page.getByRole('button', { name: 'Send…' }).click()
  await expect(findModal(page).getByRole('heading', { name: /^Send it to \d+ subscribers\?$/ })).toBeVisible()
  await findModal(page)
    .getByRole('button', { name: /^Send to \d+$/ })
    .click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Delivered to everyone so far.')).toBeVisible()

  const emails = await waitForEmails(reader, 2)
  const newsletter = emails.find((email) => email.includes(subject)) ?? ''
  expect(newsletter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [, link = ''] = /^List-Unsubscribe:\s+<(http[^>\s]+\/newsletter\/end\/[\w.-]+)>$/m.exec(newsletter) ?? []
  const noScriptPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await noScriptPage.goto(link)
  await noScriptPage.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(noScriptPage).toHaveURL('/newsletter/end/done')
  await expect(noScriptPage.getByText('You’re unsubscribed. You won’t get any more newsletters from us.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Unsubscribed from this one').locator('..')).toContainText('1')

  // A bounce is recorded, and undone immediately.
  await page.goto(`/admin/members?only=newsletter&search=${otherReader}`)
  await page.getByRole('button', { name: `Bounced: ${otherReader}` }).click()
  await expect(page.getByText('Bounced (by staff)')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('cell', { name: 'Subscribed' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
})

test('a draft is discarded, and a clerk sees only the subscribers', async ({ browser, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInStaff(page, 'manager', '/admin/members/newsletters')
  await page.getByRole('link', { name: 'New newsletter' }).first().click()
  await page.getByLabel('Subject').fill('Never sent')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Discard…' }).click()
  await findModal(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Newsletter discarded.')).toBeVisible()
  await expect(page).toHaveURL('/admin/members/newsletters')

  const clerk = await (await browser.newContext()).newPage()
  await signInStaff(clerk, 'clerk', '/admin/members?only=newsletter')
  await expect(clerk.getByRole('link', { name: 'Subscribers' })).toBeVisible()
  await expect(clerk.getByRole('link', { name: 'Newsletters' })).toHaveCount(0)
  await clerk.goto('/admin/members/newsletters')
  await expect(clerk.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
})
