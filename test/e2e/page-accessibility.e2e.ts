import { expect, type Page, test } from 'playwright/test'
import { expectAccessible, expectNoOverflowWithLargeText } from '#test/accessibility.ts'
import { addToCart, fillContact, masque, nextStep, signUp, writePost } from '#test/e2e-helpers.ts'

const open = (path: string) => (page: Page) => page.goto(path)
const openWithCart = (path: string) => async (page: Page) => {
  await addToCart(page, masque.id)
  await page.goto(path)
}
const openCheckoutStep = (steps: number) => async (page: Page) => {
  await openWithCart('/checkout/shipping')(page)
  await fillContact(page, 'axe@example.com')
  for (let step = 0; step < steps; step++) await nextStep(page)
}

const openNewPost = async (page: Page) => {
  await signUp(page, `axe-${Date.now()}-${Math.random()}@example.com`, 'a long enough one 4471')
  const content =
    '<h2>Foils</h2><p>Ten <a href="https://example.com/">volume</a>.</p><blockquote><p>So.</p></blockquote>'
  await page.goto(`/posts/${await writePost(page, { title: 'Lift and tone', language: 'en', content })}`)
}

const pages: [name: string, openPage: (page: Page) => Promise<unknown>][] = [
  ['home', open('/')],
  ['listing', open('/packages')],
  ['listing without results', open('/packages?q=zzzz')],
  ['product', open(`/packages/${masque.id}`)],
  ['package', open('/packages/32')],
  ['help', open('/faqs')],
  ['about us', open('/about')],
  ['product finder', open('/product-finder')],
  ['API description', open('/docs/api')],
  ['API description of the back office', open('/docs/api?part=back-office')],
  ['posts', open('/posts')],
  ['empty list of posts', open('/posts?page=999')],
  ['post', openNewPost],
  ['not found', open('/nowhere')],
  ['empty cart', open('/checkout/cart')],
  ['cart', openWithCart('/checkout/cart')],
  ['shipping', openWithCart('/checkout/shipping')],
  ['payment', openCheckoutStep(1)],
  ['review', openCheckoutStep(2)],
  ['login', open('/login')],
  ['registration', open('/register')],
  ['expired password link', open('/password/reset/a-token')],
]

const expectedStatus: Record<string, string> = { 'not found': '404', 'expired password link': '410' }

for (const [name, openPage] of pages) {
  test(`${name} has no accessibility violations, errors or horizontal overflow`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      const expected = expectedStatus[name] !== undefined && message.text().includes(expectedStatus[name])
      if (message.type() === 'error' && !expected) errors.push(message.text())
    })
    await openPage(page)
    await expectAccessible(page)
    if (!name.startsWith('API')) await expectNoOverflowWithLargeText(page)
    expect(errors).toEqual([])
  })
}
