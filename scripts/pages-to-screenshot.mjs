import { signIn } from './demo-shop.mjs'

/*
 * Every page of the shop as a visitor sees it. A step leaves the page ready for its screenshot, or returns false when
 * there is nothing to show at this width. The steps of one visitor share one browser context, so a cart filled once
 * stays filled.
 */

const open = (path) => (page) => page.goto(path)
const openThen = (path, action) => async (page) => {
  await page.goto(path, { waitUntil: 'networkidle' })
  return action(page)
}
const press =
  (name, role = 'button') =>
  (page) =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()

const banner = (page) => page.getByRole('banner')

async function addToCart(page, path, quantity) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const layer = page.getByRole('region', { name: 'Added to cart' })
  await layer.waitFor()
  // A layer under the pointer does not close by itself.
  await layer.hover()
}

async function fillPerson(form) {
  await form.getByLabel('First Name').fill('Ana')
  await form.getByLabel('Last Name').fill('Reyes')
  await form.getByLabel('Phone Number').fill('2015550100')
}

async function fillShipping(page) {
  const details = page.getByRole('group', { name: 'Your Details' })
  await fillPerson(details)
  await details.getByLabel('Email Address').fill('ana@example.com')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const address = page.getByRole('group', { name: 'Delivery Address' })
  await fillPerson(address)
  await address.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await address.getByLabel('City').fill('Englewood')
  await address.getByLabel('State').selectOption('New Jersey')
  await address.getByLabel('Zipcode').fill('07631')
  await page.getByRole('radio', { name: /^Ground/ }).check()
}

async function nextStep(page, path) {
  await page.getByRole('button', { name: 'Next Step' }).click()
  await page.waitForURL(`**${path}`)
}

async function placeOrder(page) {
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL('**/checkout/success')
}

async function openPlacedOrder(page) {
  const order = await (await page.request.get('/checkout/order.json')).json()
  await page.goto(order.url)
}

/** Makes the shop answer this call with an error, for this screenshot. */
const withFailingCall = (path, action) => async (page) => {
  const problem = { title: 'Unavailable', status: 500, detail: 'Nothing works today.', request_id: 'r-1' }
  await page.route(path, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await action(page)
  await page.waitForLoadState('networkidle')
}

const guest = [
  ['home', open('/')],
  ['listing', open('/packages')],
  ['listing-page-2', open('/packages?page=2')],
  ['listing-hair', open('/packages?category=hair')],
  ['listing-search', open('/packages?q=oil')],
  ['listing-empty', open('/packages?q=zzzz')],
  ['product', open('/packages/1')],
  ['package', open('/packages/32')],
  ['questions', open('/faqs')],
  ['about', open('/about')],
  ['contact', open('/contact')],
  ['product-finder', open('/product-finder')],
  ['api', open('/docs/api')],
  ['posts', open('/posts')],
  ['posts-empty', open('/posts?page=999')],
  ['post', openThen('/posts', openFirstPost)],
  ['not-found', open('/nowhere')],
  ['product-not-found', open('/packages/999999')],
  ['failed', openThen('/faqs', withFailingCall('**/packages.json*', press('Shop all', 'link')))],
  ['search', openThen('/faqs', (page) => banner(page).getByRole('button', { name: 'Search' }).click())],
  ['menu', openThen('/faqs', (page) => openMenu(page))],
  ['login-dialog', openThen('/faqs', (page) => banner(page).getByRole('link', { name: 'Login' }).click())],
  [
    'forgot-dialog',
    async (page) =>
      page
        .getByRole('dialog')
        .getByText(/Forgot/)
        .click(),
  ],
  ['login', open('/login')],
  ['login-wrong', openThen('/login', (page) => signInWrong(page))],
  ['register', open('/register')],
  ['register-franchise', openThen('/register', (page) => page.getByRole('main').getByRole('radio').first().check())],
  ['register-errors', openThen('/register', press('Register'))],
  ['reset', open('/password/reset/a-token')],
  ['decline', open('/invitation/decline/a-token')],
  ['email-confirm', open('/email/confirm/a-token')],
  ['email-undo', open('/email/undo/a-token')],
  ['email-prove', open('/email/prove/a-token')],
  ['account-of-a-guest', open('/account')],
  ['cart-empty', open('/checkout/cart')],
  ['mini-cart-empty', openThen('/faqs', press(/^Cart, /))],
  ['added', (page) => addToCart(page, '/packages/1', 6)],
  ['added-package', (page) => addToCart(page, '/packages/32', 1)],
  ['mini-cart', openThen('/faqs', press(/^Cart, /))],
  ['cart', open('/checkout/cart')],
  ['shipping', open('/checkout/shipping')],
  ['shipping-filled', openThen('/checkout/shipping', fillShipping)],
  ['payment', (page) => nextStep(page, '/checkout/payment')],
  ['review', (page) => nextStep(page, '/checkout/review')],
  ['review-failed', withFailingCall('**/checkout/confirm', press('Place Order'))],
  ['success', openThen('/checkout/review', placeOrder)],
  ['guest-order', openPlacedOrder],
  ['guest-order-wrong-key', open('/orders/100001?key=wrong')],
]

const newcomer = [
  ['account', (page) => signUp(page)],
  ['profile-error', openThen('/account', saveWithoutName)],
  ['password', open('/account/password')],
  ['password-errors', openThen('/account/password', press('Save'))],
  ['security', open('/account/security')],
  ['orders-empty', open('/account/orders')],
  ['addresses', open('/account/addresses')],
  ['address-dialog', openThen('/account/addresses', press(/^Edit/))],
  ['points-empty', open('/account/points')],
  ['posts-of-mine-empty', open('/account/posts')],
  ['sales-empty', openThen('/account/sales', hideReferralCode)],
  ['downline-empty', open('/account/sales/downline')],
]

const lastClosedStatement = '/account/sales/statement?year=2026&month=06'
const explainFigure = (name) => openThen('/account/sales', (page) => page.getByRole('button', { name }).first().click())

const leader = [
  ['signed-in', open('/login')],
  ['account', open('/account')],
  ['security', open('/account/security')],
  ['orders', open('/account/orders')],
  ['order', openThen('/account/orders', openFirstOrder)],
  ['orders-page-99', open('/account/orders?page=99')],
  ['addresses', open('/account/addresses')],
  ['address-dialog', openThen('/account/addresses', press('Add'))],
  ['points', open('/account/points')],
  ['points-page-2', open('/account/points?page=2')],
  ['sales', open('/account/sales')],
  ['sales-of-a-closed-month', open('/account/sales?year=2026&month=05')],
  ['sales-of-no-month', open('/account/sales?year=2027&month=05')],
  ['sales-table', openThen('/account/sales', (page) => page.getByText('The figures as a table').click())],
  ['sales-why-level', explainFigure(/^Level (?!bonus)/)],
  ['sales-why-total-pv', explainFigure(/^Total PV/)],
  ['sales-why-total-sales', explainFigure(/^Total sales/)],
  ['sales-why-sales-bonus', explainFigure(/^Sales bonus/)],
  ['sales-why-level-bonus', explainFigure(/^Level bonus/)],
  ['sales-why-total-bonus', explainFigure(/^Total bonus/)],
  ['sales-what-changed', explainFigure(/changed/i)],
  ['sales-add-user', openThen('/account/sales', press('Add User'))],
  ['sales-failed', withFailingCall('**/account/sales.json*', open('/account/sales'))],
  ['downline', open('/account/sales/downline')],
  ['downline-leg', openThen('/account/sales/downline', press(/^Leg of/))],
  ['downline-nobody', open('/account/sales/downline?of=999999')],
  ['statement', open(lastClosedStatement)],
  ['statement-of-the-open-month', open('/account/sales/statement?year=2026&month=08')],
  ['posts-of-mine', open('/account/posts')],
  ['post-dialog', openThen('/account/posts', press('New Post'))],
  ['post-edited', openThen('/account/posts', press(/^Edit/))],
  ['post-page', openThen('/posts', openFirstPost)],
  ['checkout', (page) => addToCart(page, '/packages/2', 1)],
  ['checkout-shipping', open('/checkout/shipping')],
  ['checkout-delivery', (page) => page.getByRole('radio', { name: /^Delivery/ }).check()],
]

async function openFirstPost(page) {
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await page.waitForURL(/\/posts\/\d+/)
}

async function openFirstOrder(page) {
  await page
    .getByRole('link', { name: /^Detail/ })
    .first()
    .click()
  await page.waitForURL(/\/orders\/\d+/)
}

/** The referral code of a new member is random. */
async function hideReferralCode(page) {
  const { detail } = await (await page.request.get('/account/sales.json')).json()
  await page.evaluate((code) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.nodeValue = texts.currentNode.nodeValue.replaceAll(code, 'XXXXXXXXXX')
  }, detail.referral_code)
}

/** Only narrow screens have the menu in the header. */
async function openMenu(page) {
  const button = banner(page).getByRole('button', { name: 'Menu' })
  if (!(await button.isVisible())) return false
  await button.click()
}

async function signInWrong(page) {
  const form = page.getByRole('main')
  await form.getByLabel('Email Address').fill('nobody@example.com')
  await form.getByLabel('Password').fill('not the password')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await form.getByRole('alert').waitFor()
}

async function saveWithoutName(page) {
  await page.getByLabel('First Name').fill('')
  await press('Save')(page)
}

/** Registers a user that is unique to this width with the page's own calls, and opens the account. */
async function signUp(page) {
  const email = `newcomer-${page.viewportSize()?.width}@example.com`
  const password = 'lavender tubes 9'
  await page.goto('/faqs')
  await page.evaluate(
    async ({ email, password }) => {
      const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute('content') ?? ''
      const person = {
        first_name: 'Ana',
        last_name: 'Reyes',
        phone_number: '(201) 555-0100',
        cosmetology_id: 'NJ-4471',
      }
      const address = { address_1: '1 Main Street', city: 'Englewood', state: 'NJ', zip: '07631' }
      const body = { ...person, ...address, email, franchise: 'Y', password, confirmation: password }
      await fetch('/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': token },
        body: JSON.stringify(body),
      })
    },
    { email, password },
  )
  await signIn(page, { email, password })
  await page.goto('/account')
}

export const visitors = { guest, newcomer, leader }
