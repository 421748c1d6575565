import { expect, type Page, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="The email as its recipient sees it"]')

test('an owner edits an email template, previews it with a real order, sees a concurrent change, and undoes the edit', async ({
  browser,
  page,
}) => {
  await signInStaff(page, 'owner', '/admin/settings/mails?search=reinstated')
  await expect(page.getByRole('listitem').filter({ hasText: 'the default' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Order reinstated' }).click()
  await expect(preview(page).getByRole('paragraph').filter({ hasText: 'which had been canceled' })).toBeVisible()
  await expect(page.getByText(/With order \d+\./)).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await signInStaff(other, 'owner', '/admin/settings/mails/order_reinstated')
  await expect(other.getByLabel('Subject')).toHaveValue('Your order {order_number} has been reinstated')

  // Keyboard only: text without the required link is refused, and the link is inserted at the caret.
  const body = page.getByLabel('Text', { exact: true })
  await body.fill('Hi {first_name}, <b>good news</b>.\n\n')
  await expect(page.getByText('{order_link} must be in this email.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(body).toHaveAttribute('aria-invalid', 'true')
  await body.press('ControlOrMeta+End')
  await page.getByRole('button', { name: 'Insert {order_link}' }).press('Enter')
  await expect(body).toHaveValue(/news<\/b>\.\n\n\{order_link: View your order\}$/)
  await expect(preview(page).getByRole('paragraph').filter({ hasText: '<b>good news</b>.' })).toBeVisible()
  await expect(preview(page).getByRole('link', { name: 'View your order' })).toBeVisible()
  await page.getByRole('button', { name: 'As text' }).click()
  await expect(page.getByText(/View your order:\s+http.*masked/)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Changes', exact: true }).getByRole('listitem')).toHaveCount(1)

  await other.getByLabel('Subject').fill('Order {order_number} continues')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('alert')).toContainText('Someone else changed this email in the meantime')
  await expect(other.getByRole('status')).toContainText('good news')
  await expect(other.getByLabel('Subject')).toHaveValue('Order {order_number} continues')
  await other.getByRole('button', { name: 'Use theirs' }).click()
  await expect(other.getByLabel('Text', { exact: true })).toHaveValue(/good news/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    /reinstated your order .+, which had been canceled/,
  )
  await expect(page.getByText('No changes.')).toBeVisible()
})
