import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'
import { findCsrfToken } from '../../bench/support/client.ts'
import { withCurrentVersion } from './current-version.ts'
import { runShopCommand, runShopStep } from './shop-commands.ts'
import type { ShopSteps } from './shop-steps.ts'

/** Demo products that end-to-end tests buy: a plain one, and one with ample stock. */
export const masque = { id: 1, name: 'Keratin Repair Masque', price: 38 }

export const dataDir = () => {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return E2E_DATA_DIR
}

export async function addToCart(page: Page, productId: number, quantity = 1): Promise<void> {
  await page.goto(`/packages/${productId}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Added to cart' })).toBeVisible()
}

export async function fillContact(page: Page, email: string): Promise<void> {
  const details = page.getByRole('group', { name: 'Your Details' })
  await details.getByLabel('First Name').fill('Ana')
  await details.getByLabel('Last Name').fill('Reyes')
  await details.getByLabel('Email Address').fill(email)
  await details.getByLabel('Phone Number').fill('2015550100')
}

/** Selects Delivery to Englewood, NJ by ground. */
export async function fillDelivery(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const address = page.getByRole('group', { name: 'Delivery Address' })
  await address.getByLabel('First Name').fill('Ana')
  await address.getByLabel('Last Name').fill('Reyes')
  await address.getByLabel('Company').fill('Reyes Beauty Studio')
  await address.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await address.getByLabel('City').fill('Englewood')
  await address.getByLabel('State').selectOption('New Jersey')
  await address.getByLabel('Zipcode').fill('07631')
  await address.getByLabel('Phone Number').fill('2015550100')
  await page.getByRole('radio', { name: /^Ground/ }).check()
}

/** Continues to the next checkout step and waits for it, because both have a button of this name. */
export async function nextStep(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  const previousTitle = await title.textContent()
  await page.getByRole('button', { name: 'Next Step' }).click()
  await expect(title).not.toHaveText(previousTitle ?? '')
}

/** Emails in the outbox to one address, headers and body, as soon as there are `count` of them. */
export async function waitForEmails(email: string, count: number): Promise<string[]> {
  const folder = join(dataDir(), 'outbox')
  const read = async () => {
    const files = await readdir(folder).catch(() => [])
    const emails = await Promise.all(
      files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')),
    )
    return emails.filter((mail) => mail.includes(`To: ${email}`))
  }
  await expect.poll(async () => (await read()).length).toBe(count)
  return read()
}

/** Path of a link in an email, by its prefix. */
export function findLink(mail: string, prefix: string): string {
  const text = mail.replaceAll(/=\r?\n/g, '')
  const start = text.indexOf(prefix)
  if (start === -1) throw new Error(`The email has no link to ${prefix}`)
  return /^[\w/-]+/.exec(text.slice(start))?.[0] ?? ''
}

/** Opens the link in the only email to an address, and saves a password there. */
export async function setEmailedPassword(page: Page, email: string, password: string): Promise<void> {
  const [mail = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(mail, '/password/reset/'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password Confirmation').fill(password)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
}

/** Verifies the signed-in user's email through the only emailed link so far. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  expect(await postFromPage(page, '/account/orders/claim', {})).toBe(200)
  const [mail = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(mail, '/email/prove/'))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
}

/** Fills the registration of a professional, except franchise and password. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  const form = page.getByRole('main')
  await form.getByLabel('First Name').fill('Ana')
  await form.getByLabel('Last Name').fill('Reyes')
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Phone Number').pressSequentially('2015550100')
  await form.getByLabel('Cosmetology Id').fill('NJ-4471')
  await form.getByLabel('Company').fill('Reyes Beauty Studio')
  await form.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await form.getByLabel('City').fill('Englewood')
  await form.getByLabel('State').selectOption('New Jersey')
  await form.getByLabel('Zip Code').fill('07631')
}

/** Waits for the hydration of an element that behaves differently without scripts. */
export async function waitUntilHydrated(element: Locator): Promise<void> {
  // React marks hydrated elements.
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))))
    .toBe(true)
}

/** Opens the login dialog from the header; before hydration, the link opens the page with the same form. */
export async function openLogin(page: Page): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await waitUntilHydrated(link)
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
}

/** Signs in through the header's link, in the dialog, or on the page if the link was clicked before hydration. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByLabel('Password') })
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Signs in as the top member of the demo network. */
export async function signInAsLeader(page: Page): Promise<void> {
  await signInAsDemoMember(page.request, 0)
  await page.goto('/faqs')
}

/** Signs in as a member in the middle of the demo network, whose figures no other test reads; needs no page. */
export const signInBelowLeader = (request: APIRequestContext): Promise<void> => signInAsDemoMember(request, 1)

async function signInAsDemoMember(request: APIRequestContext, row: number): Promise<void> {
  const lines = (await readFile(join(dataDir(), 'demo-sign-ins.txt'), 'utf8')).split('\n')
  const [email, password] = lines[row]?.split('\t') ?? []
  const post = await createPoster(request)
  expect(await post('/login', { email, password })).toBe(200)
}

/**
 * Makes calls with a browser's cookies and the token of a page that is fetched but not rendered, for setup that needs
 * no scripts. Returns each call's status.
 */
export async function createPoster(request: APIRequestContext, path = '/faqs') {
  const token = findCsrfToken(await (await request.get(path)).text())
  return async (path: string, body: object): Promise<number> => {
    const data = await withCurrentVersion(readerOf(request), path, body)
    return (await request.post(path, { data, headers: { 'x-csrf-token': token } })).status()
  }
}

const readerOf = (request: APIRequestContext) => ({
  get: async (path: string) => {
    const body = await (await request.get(path)).json()
    return { json: () => body }
  },
})

/** Makes a call with the page's own token and cookie; that of an order or a bank transaction with its current version. */
export const postFromPage = async (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ({ path, body }) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
      const { status } = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return status
    },
    { path, body: await withCurrentVersion(readerOf(page.request), path, body) },
  )

/** Runs the command line on the running shop; throws when it reports an error. */
export const runCommand = (...args: string[]): Promise<string> => runCommandOn(dataDir(), ...args)

export const runCommandOn = (shopDataDir: string, ...args: string[]): Promise<string> =>
  runShopCommand({ DATABASE_URL: '', DATA_DIR: shopDataDir }, ...args)

/** Runs a use case of staff on the running shop; throws when it is refused. */
export const shopStep = <Name extends keyof ShopSteps>(
  name: Name,
  ...input: Parameters<ShopSteps[Name]>
): Promise<string> => runShopStep({ DATABASE_URL: '', DATA_DIR: dataDir() }, name, ...input)

/** Registers a user and signs in, in the page's browser; ends on a shop page, as after a login. */
export async function signUp(page: Page, email: string, password: string): Promise<void> {
  await signUpWithoutPage(page.request, email, password)
  await page.goto('/faqs')
}

export async function signUpWithoutPage(request: APIRequestContext, email: string, password: string): Promise<void> {
  const post = await createPoster(request)
  const name = { first_name: 'Ana', last_name: 'Reyes', phone_number: '(201) 555-0100', cosmetology_id: 'NJ-4471' }
  const address = { address_1: '1 Main Street', city: 'Englewood', state: 'NJ', zip: '07631' }
  const credentials = { franchise: 'Y', password, confirmation: password }
  expect(await post('/register', { ...name, ...address, ...credentials, email })).toBe(201)
  expect(await post('/login', { email, password })).toBe(200)
}

/** Saves a post of the signed-in user through the page's own calls; returns its id. */
export async function writePost(page: Page, fields: Record<string, string>): Promise<number> {
  const result = await page.evaluate(async (fields) => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const response = await fetch('/account/posts/save', { method: 'POST', headers: { 'x-csrf-token': token }, body })
    return { status: response.status, posts: (await response.json()) as { data?: { id: number }[] } }
  }, fields)
  expect(result.status).toBe(200)
  return result.posts.data?.[0]?.id ?? 0
}
