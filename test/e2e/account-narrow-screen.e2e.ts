import { expect, type Page, test } from 'playwright/test'
import { expectNoHorizontalOverflow, expectNoOverflowWithLargeText, MIN_VIEWPORT } from '#test/accessibility.ts'
import { addToCart, masque, nextStep, signInAsLeader, signUp, writePost } from '#test/e2e-helpers.ts'
import { recordShifts } from '#test/layout-shifts.ts'

test.use({ viewport: MIN_VIEWPORT })

/** A word wider than the screen reveals tables that cannot break it. */
const post = { title: 'Keratinsmoothingtreatmentsforcoarsehair in detail', language: 'en', content: '<p>Foils.</p>' }

const openPage = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test('account pages with full tables neither overflow the narrowest screen nor shift while loading', async ({
  page,
}) => {
  const shifts = await recordShifts(page)
  await signInAsLeader(page)
  const postId = await writePost(page, post)
  const { data: orders } = await (await page.request.get('/account/orders.json')).json()
  expect(orders.length).toBeGreaterThan(0)
  const { payouts } = await (await page.request.get('/account/payouts.json')).json()
  const [year, month] = payouts[0].month.split('-')
  for (const path of [
    '/account',
    '/account/password',
    '/account/security',
    '/account/orders',
    `/account/orders/${orders[0].id}`,
    '/account/addresses',
    '/account/points',
    '/account/sales',
    '/account/sales/downline',
    `/account/sales/statement?year=${year}&month=${month}`,
    // The current month has no statement yet.
    '/account/sales/statement',
    '/account/posts',
    '/account/my-data',
    '/posts',
    `/posts/${postId}`,
  ]) {
    await openPage(page, path)
    await expectNoHorizontalOverflow(page)
    expect(await shifts(), path).toBeLessThanOrEqual(0.01)
    await expectNoOverflowWithLargeText(page)
  }
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    for (const path of [
      '/account/orders',
      '/account/points',
      '/account/payouts',
      '/account/sales',
      '/account/my-data',
    ]) {
      await openPage(page, path)
      expect(await shifts(), `${path} at ${viewport.width} px`).toBeLessThanOrEqual(0.01)
    }
  }
})

test('the figures table of the Sales page and its explanations fit the narrowest screen', async ({ page }) => {
  await signInAsLeader(page)
  await openPage(page, '/account/sales')
  await page.getByText('The figures as a table').click()
  await expectNoHorizontalOverflow(page)
  await page.getByRole('button', { name: /^Total PV/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectNoHorizontalOverflow(page)
})

test('no checkout step overflows with a long email address', async ({ page }) => {
  await signUp(page, 'keratinsmoothingtreatmentsforcoarsehair@reyes-beauty-studio.example', 'lavender tubes 9')
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  const title = page.getByRole('heading', { level: 1 })
  for (const step of ['Shipping', 'Payment', 'Review', 'Checkout Success']) {
    await expect(title).toHaveText(step)
    await page.waitForLoadState('networkidle')
    await expectNoHorizontalOverflow(page)
    if (step === 'Review') await page.getByRole('button', { name: 'Place Order' }).click()
    else if (step !== 'Checkout Success') await nextStep(page)
  }
})
