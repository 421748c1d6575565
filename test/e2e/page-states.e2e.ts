import { type APIRequestContext, expect, type Page, test } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Role } from '#contract/permissions.ts'
import { expectAccessible, expectNoOverflowWithLargeText } from '#test/accessibility.ts'
import { addToCart, fillContact, masque, nextStep, signInAsLeader, signUp, writePost } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

/*
 * The catalog of page states: each is looked at once, in light and dark, on a phone, the narrowest screen and a
 * desktop, and with text at 200%. Page tests (`*.page.test.tsx`) prove what the pages do.
 */

type Open = (page: Page) => Promise<unknown>

const PASSWORD = 'a long enough one 4471'

/** The API description is one table that scrolls inside its box, whose text the browser does not enlarge. */
const hasFixedText = (page: Page): boolean => new URL(page.url()).pathname === '/docs/api'

/** Checks the state that the page shows. */
async function check(page: Page): Promise<void> {
  await expectAccessible(page)
  if (!hasFixedText(page)) await expectNoOverflowWithLargeText(page)
}

/** Collects errors of the page's scripts; messages of the browser about a response with an expected status are none. */
function collectErrors(page: Page, expectedStatus?: string): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isExpected = expectedStatus !== undefined && message.text().includes(expectedStatus)
    if (message.type() === 'error' && !isExpected) errors.push(`${page.url()} ${message.text()}`)
  })
  return errors
}

async function checkPaths(page: Page, paths: readonly string[]): Promise<void> {
  const errors = collectErrors(page)
  for (const path of paths) {
    await page.goto(path)
    await check(page)
  }
  expect(errors).toEqual([])
}

const open =
  (path: string): Open =>
  (page) =>
    page.goto(path)
const openWithCart =
  (path: string): Open =>
  async (page) => {
    await addToCart(page, masque.id)
    await page.goto(path)
  }
const openCheckoutStep =
  (steps: number): Open =>
  async (page) => {
    await openWithCart('/checkout/shipping')(page)
    await fillContact(page, 'states@example.com')
    for (let step = 0; step < steps; step++) await nextStep(page)
  }

const openNewPost: Open = async (page) => {
  await signUp(page, `states-${Date.now()}-${Math.random()}@example.com`, PASSWORD)
  const content =
    '<h2>Foils</h2><p>Ten <a href="https://example.com/">volume</a>.</p><blockquote><p>So.</p></blockquote>'
  await page.goto(`/posts/${await writePost(page, { title: 'Lift and tone', language: 'en', content })}`)
}

const submitEmpty =
  (path: string, button: string): Open =>
  async (page) => {
    await page.goto(path)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('main').locator('[aria-invalid="true"]').first()).toBeVisible()
  }

const shopStates: [name: string, open: Open, expectedStatus?: string][] = [
  ['home', open('/')],
  ['listing', open('/packages')],
  ['listing without results', open('/packages?q=zzzz')],
  ['product', open(`/packages/${masque.id}`)],
  ['package', open('/packages/32')],
  ['help', open('/faqs')],
  ['about us', open('/about')],
  ['terms', open('/terms')],
  ['product finder', open('/product-finder')],
  ['API description', open('/docs/api')],
  ['API description of the back office', open('/docs/api?part=back-office')],
  ['posts', open('/posts')],
  ['empty list of posts', open('/posts?page=999')],
  ['post', openNewPost],
  ['not found', open('/nowhere'), '404'],
  ['empty cart', open('/checkout/cart')],
  ['cart', openWithCart('/checkout/cart')],
  ['shipping', openWithCart('/checkout/shipping')],
  ['payment', openCheckoutStep(1)],
  ['review', openCheckoutStep(2)],
  ['login', open('/login')],
  ['registration', open('/register')],
  ['registration with errors', submitEmpty('/register', 'Register')],
  ['expired password link', open('/password/reset/a-token'), '410'],
  ['expired link to undo a change of email', open('/email/undo/a-token'), '410'],
  ['expired link to confirm a change of email', open('/email/confirm/a-token'), '410'],
  ['expired link to prove an email', open('/email/prove/a-token'), '410'],
]

for (const [name, openState, expectedStatus] of shopStates) {
  test(`${name} has no accessibility violations, errors or horizontal overflow`, async ({ page }) => {
    const errors = collectErrors(page, expectedStatus)
    await openState(page)
    await check(page)
    expect(errors).toEqual([])
  })
}

test('the account of a new member has no accessibility violations or horizontal overflow', async ({ page }) => {
  await signUp(page, 'states@account.example', PASSWORD)
  await checkPaths(page, [
    '/account',
    '/account/password',
    '/account/security',
    '/account/addresses',
    '/account/orders',
    '/account/points',
    '/account/payouts',
    '/account/sales',
    '/account/sales/downline',
    '/account/posts',
    '/account/license',
    '/account/my-data',
  ])
  await submitEmpty('/account/password', 'Save')(page)
  await check(page)
})

test('the account of a leader has no accessibility violations or horizontal overflow', async ({ page }) => {
  await signInAsLeader(page)
  const order = await fetchFirst(page.request, '/account/orders.json')
  await checkPaths(page, [
    '/account/orders',
    `/account/orders/${order.id}`,
    '/account/addresses',
    '/account/points',
    '/account/payouts',
    '/account/sales',
    '/account/sales/downline',
  ])
})

const fetchFirst = async (request: APIRequestContext, path: string) => (await (await request.get(path)).json()).data[0]

/** Every page of the back office with data, and the lists in their other states. */
test.describe('back office', () => {
  const { login, setPassword, stopReset, newsletter, ...pages } = adminPaths
  const otherStates = [
    '/admin/orders?search=nothing-like-this',
    '/admin/members?search=nothing-like-this',
    '/admin/members?only=newsletter',
    '/admin/members?only=certificates',
    '/admin/money?tab=unpaid',
    '/admin/money?tab=uncleared',
    '/admin/money?tab=overpaid',
    '/admin/money/bank-transactions?state=set_aside',
    '/admin/network/income?year=2001',
    '/admin/reports?report=volume',
    '/admin/reports/rows?list=members',
    '/admin/settings?search=hours',
    '/admin/settings/mails?search=reinstated',
    '/admin/stock?only=low',
    '/admin/stock?only=due',
    '/admin/orders/999999999',
    '/admin/nothing',
  ]
  const paths = [...Object.values(pages), ...otherStates]
  const GROUPS = 8
  for (let group = 0; group < GROUPS; group++) {
    const name = `pages ${group + 1} of ${GROUPS} have no accessibility violations or horizontal overflow`
    test(name, async ({ page }) => {
      await signInStaff(page, 'owner')
      const { request } = page
      const ids: Record<string, string> = {
        order_id: (await fetchFirst(request, '/admin/orders.json')).id,
        member_id: (await fetchFirst(request, '/admin/members.json')).id,
        month: (await fetchFirst(request, '/admin/months.json')).month,
        product_id: String(masque.id),
        mail: 'order_placed',
      }
      for (const path of paths.filter((_, index) => index % GROUPS === group)) {
        await page.goto(path.replace(/:(\w+)/, (_, param: string) => String(ids[param])))
        await check(page)
      }
    })
  }

  test('sign-in pages have no accessibility violations or horizontal overflow', async ({ page }) => {
    await page.goto('/admin/login')
    await check(page)
    for (const path of ['/admin/set-password/a-token', '/admin/stop-reset/a-token']) {
      await page.goto(path)
      await check(page)
    }
  })

  test('a notice for roles without permission has no accessibility violations', async ({ page }) => {
    await signInStaff(page, 'clerk', '/admin/settings')
    await expect(page.getByText('You don’t have access to this')).toBeVisible()
    await check(page)
  })

  /** Dialogs by page and the button that opens them; those with `empty` are also submitted without input. */
  const dialogs: [role: Role, path: string, button: string, empty?: 'empty'][] = [
    ['owner', '/admin/settings', 'Change Pickup hours'],
    ['owner', '/admin/settings/tax', 'Add a rate', 'empty'],
    ['owner', '/admin/settings/shipping', 'Add a zone', 'empty'],
    ['owner', '/admin/settings/shipping', 'Add a method'],
    ['owner', '/admin/staff', 'Add staff', 'empty'],
    ['owner', '/admin/profile', 'Change name'],
    ['owner', '/admin/profile', 'New recovery codes', 'empty'],
    ['clerk', '/admin/money/bank-transactions', 'Import'],
    ['manager', `/admin/stock/${masque.id}`, 'Receive'],
    ['clerk', '/admin/orders', 'More filters'],
    ['clerk', '/admin/orders?search=a', 'Save view', 'empty'],
  ]
  for (const [role, path, button, empty] of dialogs) {
    test(`the dialog “${button}” of ${path} has no accessibility violations or horizontal overflow`, async ({
      page,
    }) => {
      await signInStaff(page, role, path)
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await expect(findModal(page)).toBeVisible()
      await check(page)
      if (!empty) return
      await findModal(page).locator('button[type="submit"]').click()
      await expect(findModal(page).locator('[aria-invalid="true"], [role="alert"]').first()).toBeVisible()
      await check(page)
    })
  }
})
