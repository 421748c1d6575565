import { expect, type Page } from 'playwright/test'
import {
  addToCart,
  createPoster,
  fillContact,
  fillDelivery,
  masque,
  nextStep,
  openLogin,
  shopStep,
  waitUntilHydrated,
} from '../e2e-helpers.ts'
import { deliveryForm, pickupForm } from '../order-forms.ts'
import type { StateGroup } from './check-states.ts'
import { makeGuestLink } from './guest-links.ts'
import { expectText, failCall, fill, openFor, press } from './steps.ts'

const DAY_MS = 86_400_000
const banner = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('main')

type Catalog = { soldOut: number; shades: number; sizes: number; post: number }

/** Sells a product out and makes families of two, which no other test buys, and finds a post. */
async function fillCatalog(page: Page): Promise<Catalog> {
  const { data: posts } = await (await page.request.get('/posts.json')).json()
  const findProduct = async (name: string): Promise<number> => {
    const { data } = await (await page.request.get(`/packages.json?q=${name}`)).json()
    return data[0].id
  }
  const soldOut = await findProduct('Brow Tint Palette')
  const shades = await findProduct('Papaya Enzyme Polish')
  const sizes = await findProduct('Rose Mist Toner')
  await shopStep('countStock', soldOut, 0)
  await shopStep('addFamily', shades, { optionName: 'Shade', count: 30 })
  await shopStep('addFamily', sizes, { optionName: 'Size', count: 3 })
  return { soldOut, shades, sizes, post: posts[0].id }
}

/** Keeps the first calls: hundreds have the same layout, and checking all of them takes a minute. */
async function keepFirstCalls(page: Page): Promise<void> {
  await waitUntilHydrated(main(page).getByRole('heading', { level: 1 }))
  await main(page)
    .locator('section[aria-label]')
    .evaluateAll((calls) => {
      for (const call of calls.slice(20)) call.remove()
    })
}

export const catalogStates: StateGroup<Catalog> = {
  name: 'store pages',
  refusals: [404, 500],
  setUp: fillCatalog,
  states: [
    ['home', '/'],
    ['listing', '/packages'],
    ['search without results', '/packages?q=zzzz'],
    ['product', `/packages/${masque.id}`],
    ['sold-out product', openFor(({ soldOut }) => `/packages/${soldOut}`)],
    ['family of shades', openFor(({ shades }) => `/packages/${shades}`)],
    ['all shades of a family', (page) => main(page).getByText('6 more').click()],
    ['family of sizes', openFor(({ sizes }) => `/packages/${sizes}`)],
    ['listing with families', '/packages?category=skin'],
    ['package', '/packages/32'],
    ['product not found', '/packages/999999'],
    ['help', '/faqs'],
    ['search box', (page) => banner(page).getByRole('button', { name: 'Search' }).click()],
    ['about us', '/about'],
    ['contact', '/contact'],
    ['contact without anything', press('Send message'), expectText('Enter your name.')],
    ['message sent', '/contact?sent=1'],
    ['product finder', '/product-finder'],
    ['terms', '/terms'],
    ['posts', '/posts'],
    ['empty list of posts', '/posts?page=999'],
    ['post', openFor(({ post }) => `/posts/${post}`)],
    ['not found', '/nowhere'],
    ['API description', '/docs/api', keepFirstCalls],
    [
      'listing that cannot be loaded',
      '/faqs',
      failCall('**/packages.json*', 500),
      press('Shop all', 'link'),
      expectText('Something went wrong on our side'),
    ],
  ],
}

const submitEmpty = (button: string) => async (page: Page) => {
  await main(page).getByRole('button', { name: button, exact: true }).click()
  await expect(main(page).locator('[aria-invalid="true"]').first()).toBeVisible()
}

async function submitWrongPassword(page: Page): Promise<void> {
  await main(page).getByLabel('Email Address').fill('nobody@example.com')
  await main(page).getByLabel('Password').fill('not the password')
  await main(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
}

/** An order that a guest has just placed, with the link to it. */
async function placeGuestOrder(page: Page, form: typeof deliveryForm | typeof pickupForm) {
  const post = await createPoster(page.request)
  for (const id of [masque.id, 2]) expect(await post('/shopping-cart/product/add', { id, quantity: 2 })).toBe(200)
  expect(await post('/checkout/confirm', form)).toBe(201)
  const { id, url } = await (await page.request.get('/checkout/order.json')).json()
  return { id, url } as { id: number; url: string }
}

export const signInStates: StateGroup = {
  name: 'sign-in and links of the store',
  refusals: [401, 410],
  states: [
    ['login dialog', '/faqs', openLogin],
    ['forgotten password', press('Forgot password?')],
    ['forgotten password without an email', press('Send Link'), expectText('Email Address is required')],
    ['login', '/login'],
    ['wrong password', submitWrongPassword],
    ['registration', '/register'],
    [
      'registration with errors',
      (page) => main(page).getByRole('radio', { name: /^Yes/ }).check(),
      submitEmpty('Register'),
    ],
    ...[
      '/password/reset',
      '/invitation/decline',
      '/email/confirm',
      '/email/undo',
      '/email/prove',
      '/newsletter/confirm',
      '/newsletter/end',
    ].map((path) => [`expired link ${path}`, `${path}/invented`] as const),
  ],
}

async function addFromProductPage(page: Page): Promise<void> {
  await addToCart(page, masque.id, 2)
  // A layer under the pointer does not close by itself.
  await page.getByRole('region', { name: 'Added to cart' }).hover()
}

export const checkoutStates: StateGroup = {
  name: 'checkout',
  states: [
    ['empty cart', '/checkout/cart'],
    ['empty cart in the header', '/faqs', press(/^Cart, /)],
    ['added to the cart', addFromProductPage],
    ['cart in the header', '/faqs', press(/^Cart, /)],
    ['cart', '/checkout/cart'],
    ['shipping', '/checkout/shipping'],
    [
      'shipping with errors',
      (page) => fillContact(page, 'not an email'),
      (page) => page.getByRole('radio', { name: /^Pickup/ }).check(),
      press('Next Step'),
      (page) => expect(main(page).locator('[aria-invalid="true"]').first()).toBeVisible(),
    ],
    [
      'delivery with a ZIP code of another state',
      (page) => fillContact(page, 'states@example.com'),
      fillDelivery,
      fill('Zipcode', '90210'),
      expectText('ZIP 90210 is in California.'),
    ],
    ['payment', fillDelivery, nextStep],
    ['review', nextStep],
    ['order placed', press('Place Order'), expectText('Checkout Success')],
  ],
}

type GuestOrders = { delivery: { id: number; url: string }; pickup: { id: number; url: string }; expired: string }

export const guestOrderStates: StateGroup<GuestOrders> = {
  name: 'order of a guest',
  refusals: [404, 410],
  setUp: async (page) => {
    const delivery = await placeGuestOrder(page, deliveryForm)
    const pickup = await placeGuestOrder(page, pickupForm)
    return { delivery, pickup, expired: await makeGuestLink(pickup.id, Date.now() - 181 * DAY_MS) }
  },
  states: [
    ['unpaid', openFor(({ delivery }) => delivery.url)],
    ['form for a reported payment', (page) => page.getByText('I’ve sent payment', { exact: true }).click()],
    [
      'partly shipped with a refund due',
      async (page, { delivery }) => {
        await shopStep('pay', delivery.id, 500, 'check')
        const lines = [{ position: 0, quantity: 1 }]
        await shopStep('ship', delivery.id, { lines, trackingNumber: '1Z999AA10123456784' })
        await page.goto(delivery.url)
      },
    ],
    ['pickup', openFor(({ pickup }) => pickup.url)],
    ['expired link', openFor(({ expired }) => expired)],
    ['wrong link', openFor(({ pickup }) => pickup.url.replace(/key=../, 'key=xx'))],
  ],
}
