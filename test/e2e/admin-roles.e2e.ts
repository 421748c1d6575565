import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

test('unknown URLs show an error, signed in or not', async ({ page }) => {
  expect((await page.goto('/admin/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await signInStaff(page, 'clerk', '/admin/orders/999999999')
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  expect((await page.goto('/admin/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page.getByRole('link', { name: 'Back to Today' })).toBeVisible()
})

test('signing in again returns to the page where the session ended', async ({ page, context }) => {
  await signInStaff(page, 'clerk', '/admin/orders?queue=to_pack')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await context.clearCookies()
  // A separate page: the open one may redirect to sign-in by itself in the middle of a reload.
  const newTab = await context.newPage()
  await newTab.goto('/admin/orders?queue=to_pack')
  await expect(newTab).toHaveURL(/\/admin\/login\?next=/)
  await expect(newTab.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('a page whose scripts fail to load shows a message after a delay and offers a reload', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/admin/login')
  const reloadLink = page.getByRole('link', { name: 'Reload' })
  await expect(reloadLink).toBeHidden()
  await expect(reloadLink).toBeVisible()
  await page.unroute('**/*.js')
  await reloadLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})
