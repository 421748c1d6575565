import { expect, type Page, test } from 'playwright/test'
import { masque, signUp } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Signed in as a member' })

// Both tests use the same manager, who can impersonate one member at a time: the second would end the session of the
// first.
test.describe.configure({ mode: 'default' })

test('a manager views the shop as a member, cannot change anything, and returns to the member page', async ({
  browser,
  page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  const email = `seen-as-${Date.now()}@example.com`
  const member = await (await browser.newContext()).newPage()
  await signUp(member, email, 'a long enough one 4471')
  const { id } = await (await member.request.get('/account/user.json')).json()
  const path = `/admin/members/${id}`

  await signInStaff(page, 'manager', path)
  await page.getByRole('button', { name: 'Sign in as', exact: true }).click()
  await findModal(page).getByLabel('Reason').fill('They cannot find their points')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account$/)
  await expect(banner(page)).toContainText('Ana Reyes')
  // The banner appears on every page, including cached ones, and only for this manager.
  const guest = await (await browser.newContext()).newPage()
  for (const visitedPath of ['/', `/packages/${masque.id}`, '/account/orders', '/account/points', '/no-such-page']) {
    await page.goto(visitedPath)
    await expect(banner(page)).toBeVisible()
    for (const other of [guest, member]) {
      await other.goto(visitedPath)
      await expect(other.getByRole('contentinfo')).toBeVisible()
      await expect(banner(other)).toHaveCount(0)
    }
  }
  await page.goto(`/packages/${masque.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(banner(page)).toBeInViewport()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('You’re viewing the store as').first()).toBeVisible()
  // The page header sticks below the banner.
  await page.mouse.wheel(0, 900)
  await expect(banner(page)).toBeInViewport()
  // Refused changes also appear as errors in the browser's console.
  expect(errors.filter((error) => !/status of (403|404|422)/.test(error))).toEqual([])

  // In the back office, the manager keeps their own identity.
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'License' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await page.goto('/account')
  await banner(page).getByRole('button', { name: 'End' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
  await expect(banner(page)).toHaveCount(0)
  await member.goto('/account')
  await expect(member.getByLabel('First Name')).toHaveValue('Ana')
})

test('without scripts, the banner is shown and its button ends the session', async ({ browser, page }) => {
  await signInStaff(page, 'manager', '/admin/members')
  await page.locator('[data-row]').first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Sign in as', exact: true }).click()
  await findModal(page).getByLabel('Reason').fill('Testing without scripts')
  await findModal(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/account$/)
  const noScriptContext = await browser.newContext({ javaScriptEnabled: false })
  await noScriptContext.addCookies(await page.context().cookies())
  const noScriptPage = await noScriptContext.newPage()
  await noScriptPage.goto('/account')
  await expect(banner(noScriptPage)).toBeVisible()
  await banner(noScriptPage).getByRole('button', { name: 'End' }).click()
  expect(new URL(noScriptPage.url()).pathname).toMatch(/^\/admin\/members\/\d+$/)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
})
