import { expect, type Page, test } from 'playwright/test'
import { expectNoHorizontalOverflow, expectRoomForLargeText, NARROWEST } from '#test/accessibility.ts'
import { addToCart, masque, nextStep, signInAsLeader, signUp, writePost } from '#test/journey.ts'
import { recordShifts } from '#test/layout-shifts.ts'

test.use({ viewport: NARROWEST })

/** Words longer than any screen, so that a table that cannot break them shows. */
const post = { title: 'Keratinsmoothingtreatmentsforcoarsehair in detail', language: 'en', content: '<p>Foils.</p>' }

const settled = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test('no page of the account runs off the side of the narrowest screen, with full tables, or moves while it loads', async ({
  page,
}) => {
  const shifts = await recordShifts(page)
  await signInAsLeader(page)
  const id = await writePost(page, post)
  const { data } = await (await page.request.get('/account/orders.json')).json()
  expect(data.length).toBeGreaterThan(0)
  const { payouts } = await (await page.request.get('/account/payouts.json')).json()
  const [year, month] = payouts[0].month.split('-')
  for (const path of [
    '/account',
    '/account/password',
    '/account/security',
    '/account/orders',
    `/account/orders/${data[0].id}`,
    '/account/addresses',
    '/account/points',
    '/account/sales',
    '/account/sales/downline',
    `/account/sales/statement?year=${year}&month=${month}`,
    // The month under way has no statement yet.
    '/account/sales/statement',
    '/account/posts',
    '/account/my-data',
    '/posts',
    `/posts/${id}`,
  ]) {
    await settled(page, path)
    await expectNoHorizontalOverflow(page)
    expect(await shifts(), path).toBeLessThanOrEqual(0.01)
    await expectRoomForLargeText(page)
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
      await settled(page, path)
      expect(await shifts(), `${path} at ${viewport.width} px`).toBeLessThanOrEqual(0.01)
    }
  }
})

test('the figures of the sales page fit as a table, and why they are what they are', async ({ page }) => {
  await signInAsLeader(page)
  await settled(page, '/account/sales')
  await page.getByText('The figures as a table').click()
  await expectNoHorizontalOverflow(page)
  await page.getByRole('button', { name: /^Total PV/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectNoHorizontalOverflow(page)
})

test('no step of the checkout does, with a long email', async ({ page }) => {
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
