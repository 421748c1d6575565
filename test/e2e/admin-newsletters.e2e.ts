import { expect, type Page, test } from 'playwright/test'
import { findLink, waitForEmails } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

/** Subscribes an email address in the store's footer and confirms the subscription. */
async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto('/packages')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email Address').fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('Almost done: check your inbox to confirm.')
  const [message = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(message, '/newsletter/confirm/'))
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('status')).toContainText('You’re subscribed.')
}

test('a newsletter reaches a subscriber, who unsubscribes without scripts, and the subscribers are downloaded', async ({
  browser,
  page,
}) => {
  const reader = `ann-${Date.now()}@example.com`
  const readerPage = await (await browser.newContext()).newPage()
  await subscribe(readerPage, reader)
  await readerPage.context().close()

  await signInStaff(page, 'manager', '/admin/members/newsletters/new')
  const subject = `News ${Date.now()}`
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text', { exact: true }).fill('We keep it.')
  const preview = page.frameLocator('iframe[title="The email as its recipient sees it"]')
  await expect(preview.getByRole('paragraph').filter({ hasText: 'We keep it.' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  await findModal(page)
    .getByRole('button', { name: /^Send to \d+$/ })
    .click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()

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

  await page.goto('/admin/members?only=newsletter')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
})
