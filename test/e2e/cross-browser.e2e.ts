import { writeFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import { expect, test } from 'playwright/test'
import { findCoveredControls } from '#test/covered-controls.ts'
import { masque, runCommand, waitForEmails } from '#test/e2e-helpers.ts'
import type { Engine } from '#test/engines/engine.ts'
import { findFirefox, startFirefox } from '#test/engines/firefox.ts'
import { createVisitor, type Visitor } from '#test/engines/visitor.ts'
import { findWebKit, startWebKit } from '#test/engines/webkit.ts'
import { pickupForm } from '#test/order-forms.ts'
import { placeOrder } from '#test/place-order.ts'
import { readDemoStaff } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'
/** Longer than a code is valid: each works once, and other tests use codes as well. */
const NEW_CODE_TIMEOUT_MS = 40_000

const firefox = findFirefox()
const webkit = findWebKit()
const engines: { name: string; start: (() => Promise<Engine>) | undefined }[] = [
  { name: 'Firefox', start: firefox === undefined ? undefined : () => startFirefox(firefox) },
  { name: 'WebKitGTK', start: webkit && (() => startWebKit(webkit)) },
]

for (const { name, start } of engines) {
  test.describe(name, () => {
    test.skip(!start && process.env.REQUIRE_ENGINES !== '1', `${name} is not installed`)
    // One window for all tests, in order; a failure does not stop the others.
    test.describe.configure({ mode: 'default', timeout: 180_000 })

    const newEmail = (prefix: string) => `${prefix}-${name.toLowerCase()}-${Date.now()}@example.com`
    let engine: Engine | undefined
    let visitor: Visitor
    test.beforeAll(async ({ baseURL }) => {
      if (!start) throw new Error(`${name} is not installed, but REQUIRE_ENGINES=1 requires it`)
      engine = await start()
      visitor = createVisitor(engine, baseURL ?? '')
    })
    test.beforeEach(async () => {
      await visitor.engine.navigate('about:blank')
      await visitor.engine.clearCookies()
    })
    // biome-ignore lint/correctness/noEmptyPattern: the runner parses the names of required fixtures
    test.afterEach(async ({}, info) => {
      if (info.status === info.expectedStatus || !engine) return
      await info.attach('window', { body: await engine.screenshot(), contentType: 'image/png' })
      writeFileSync(info.outputPath('window.png'), await engine.screenshot())
    })
    test.afterAll(async () => {
      await engine?.close()
    })

    test('titles use the optical size of their font size, and dialogs have a transparent scrollbar track', async () => {
      await visitor.open('/packages')
      const widths = await visitor.engine.call(async () => {
        await document.fonts.ready
        const title = document.querySelector('h1')
        if (!title) throw new Error('The page has no title')
        const text = document.createRange()
        text.selectNodeContents(title)
        const actual = text.getBoundingClientRect().width
        title.style.fontVariationSettings = `"opsz" ${Number.parseFloat(getComputedStyle(title).fontSize)}`
        return { actual, expected: text.getBoundingClientRect().width }
      })
      expect(widths.actual).toBeGreaterThan(0)
      expect(Math.abs(widths.actual - widths.expected)).toBeLessThanOrEqual(1)

      await visitor.click('link', { name: 'Login', within: 'header' })
      await visitor.expectControl('field', 'Password')
      const { scrollbarColor, hasSupport } = await visitor.engine.call(() => ({
        scrollbarColor: getComputedStyle(document.querySelector('dialog[open]') ?? document.body).scrollbarColor,
        hasSupport: CSS.supports('scrollbar-color: auto'),
      }))
      if (hasSupport) expect(scrollbarColor).toContain('rgba(0, 0, 0, 0)')
    })

    test('a guest orders for pickup', async () => {
      const email = newEmail('pickup')
      await fillCheckout(visitor, email)
      await visitor.click('radio', 'Pickup')
      await placeOrderByMouse(visitor)
      await waitForEmails(email, 1)
    })

    test('a guest orders for delivery', async () => {
      const email = newEmail('delivery')
      await fillCheckout(visitor, email)
      await visitor.click('radio', 'Delivery')
      await visitor.expectControl('field', 'City')
      const fields = [
        ['First Name', 'Ana'],
        ['Last Name', 'Reyes'],
        ['Address', '1 Main Street'],
        ['City', 'Englewood'],
        ['Zipcode', '07631'],
        ['Phone Number', '2015550100'],
      ] as const
      const within = 'fieldset:has([autocomplete~="address-line1"])'
      for (const [field, text] of fields) await visitor.fill({ name: field, within }, text)
      await visitor.selectOption({ name: 'State', within }, 'New Jersey')
      await visitor.click('radio', 'Ground')
      await placeOrderByMouse(visitor)
      await waitForEmails(email, 1)
    })

    test('a professional registers and signs in', async () => {
      const email = newEmail('member')
      await visitor.open('/register')
      const within = 'main form'
      const fields = [
        ['First Name', 'Ana'],
        ['Last Name', 'Reyes'],
        ['Email Address', email],
        ['Phone Number', '2015550100'],
        ['Cosmetology Id', 'NJ-4471'],
        ['Company', 'Reyes Beauty Studio'],
        ['Address', '1 Main Street'],
        ['City', 'Englewood'],
        ['Zip Code', '07631'],
      ] as const
      for (const [field, text] of fields) await visitor.fill({ name: field, within }, text)
      await visitor.selectOption({ name: 'State', within }, 'New Jersey')
      await visitor.click('radio', 'Yes')
      await visitor.fill({ name: 'Password', within }, PASSWORD)
      await visitor.fill({ name: 'Password Confirmation', within }, PASSWORD)
      await visitor.click('button', 'Register')
      await visitor.expectText('Thank you for registering.')

      await visitor.open('/faqs')
      await visitor.click('link', { name: 'Login', within: 'header' })
      const dialog = 'dialog[open]'
      await visitor.fill({ name: 'Email Address', within: dialog }, email)
      await visitor.fill({ name: 'Password', within: dialog }, PASSWORD)
      await visitor.click('button', { name: 'Login', within: dialog })
      await visitor.click('link', { name: 'My Account', within: 'header' })
      await visitor.expectPath(/^\/account/)
    })

    test('staff sign in with a second factor, use lists by mouse, hand over an order and import a bank file', async ({
      request,
    }, info) => {
      const id = await placeOrder(request, { quantity: 1, form: pickupForm })
      const other = await placeOrder(request, { quantity: 1, form: pickupForm })
      await runCommand('order', 'set', String(id), '--paid')
      await signInAsOwner(visitor)

      // A click anywhere in a row opens that row, and controls around the table keep working.
      await visitor.open('/admin/orders')
      await visitor.expectControl('row', String(other))
      for (const path of ['/admin/orders', '/admin/members', '/admin/stock', '/admin/outbox', '/admin/pack']) {
        if ((await visitor.url()) !== path) await visitor.open(path)
        await visitor.waitUntil(`rows of ${path}`, () =>
          visitor.engine.call(() => !!document.querySelector('[data-row]')),
        )
        expect([path, await visitor.engine.call(findCoveredControls)]).toEqual([path, []])
      }
      await visitor.click('link', { name: 'Orders', within: 'aside' })
      await visitor.expectPath(/^\/admin\/orders($|\?)/)
      await visitor.click('row', String(id))
      await visitor.expectPath(new RegExp(`^/admin/orders/${id}$`))

      await visitor.click('button', 'Pack')
      await visitor.click('button', 'Ready for pickup')
      await visitor.click('button', 'Hand over')
      await visitor.fill('Picked up by', 'Tom Roe')
      await visitor.click('button', { name: 'Hand over', within: '[role="dialog"]:has([name], input)' })
      await visitor.expectText(', picked up by Tom Roe')

      const file = info.outputPath('line.csv')
      const line = `11/20/2026,55.55,${name} Payer,For hair,OE${Date.now()}`
      writeFileSync(file, `Date,Amount,Name,Memo,Transaction ID\n${line}\n`)
      await visitor.open('/admin/money/bank-transactions')
      await visitor.click('button', 'Import')
      await visitor.expectControl('field', 'Or paste text')
      await visitor.engine.setFiles([file])
      await visitor.click('button', 'Add 1 payment')
      await visitor.expectText('1 payment added.')
      await visitor.expectText(`${name} Payer`)
    })
  })
}

/** Fills the cart and the contact details. */
async function fillCheckout(visitor: Visitor, email: string): Promise<void> {
  await visitor.open(`/packages/${masque.id}`)
  await visitor.click('button', { name: 'Add to Cart', within: 'main' })
  await visitor.expectText('Added to cart')
  await visitor.open('/checkout/shipping')
  const within = 'fieldset:has([autocomplete~="email"])'
  await visitor.fill({ name: 'First Name', within }, 'Ana')
  await visitor.fill({ name: 'Last Name', within }, 'Reyes')
  await visitor.fill({ name: 'Email Address', within }, email)
  await visitor.fill({ name: 'Phone Number', within }, '2015550100')
}

async function placeOrderByMouse(visitor: Visitor): Promise<void> {
  await nextStep(visitor)
  await visitor.expectPath(/\/checkout\/payment$/)
  await nextStep(visitor)
  await visitor.expectPath(/\/checkout\/review$/)
  await visitor.click('button', 'Place Order')
  await visitor.expectPath(/\/checkout\/success$/)
  await visitor.expectControl('heading', 'Checkout Success')
}

/** Continues to the next step and waits for its title, because each step has a button of this name. */
async function nextStep(visitor: Visitor): Promise<void> {
  const title = () => visitor.engine.call(() => document.querySelector('h1')?.textContent ?? '')
  const before = await title()
  await visitor.click('button', 'Next Step')
  await visitor.waitUntil(`a step after “${before}”`, async () => (await title()) !== before)
}

async function signInAsOwner(visitor: Visitor): Promise<void> {
  const { email, password, totpSecret = '' } = await readDemoStaff('owner')
  const isSignedIn = async () => !(await visitor.url()).startsWith('/admin/login')
  await visitor.open('/admin/login')
  await visitor.fill('Email', email)
  await visitor.fill('Password', password)
  await visitor.click('button', 'Sign in')
  await visitor.expectControl('field', 'Code from your app')
  let used = ''
  do {
    const code = await visitor.waitUntil(
      'a new code',
      async () => {
        const next = new TOTP({ secret: totpSecret }).generate()
        return next !== used && next
      },
      NEW_CODE_TIMEOUT_MS,
    )
    used = code
    await visitor.fill('Code from your app', code)
    await visitor.click('button', 'Sign in')
    await visitor.waitUntil('a response to the code', async () => {
      const isRefused = () => hasText(visitor, '[role="alert"]')
      return (await isSignedIn()) || (await isRefused())
    })
  } while (!(await isSignedIn()))
}

const hasText = (visitor: Visitor, selector: string): Promise<boolean> =>
  visitor.engine.call((selector: string) => !!document.querySelector(selector)?.textContent, selector)
