import { expect, type Page, test } from 'playwright/test'
import { expectAccessible, expectRoomForLargeText } from '#test/accessibility.ts'
import { addToCart, fillContact, masque, nextStep, signUp, writePost } from '#test/journey.ts'

const open = (path: string) => (page: Page) => page.goto(path)
const withCart = (path: string) => async (page: Page) => {
  await addToCart(page, masque.id)
  await page.goto(path)
}
const atStep = (steps: number) => async (page: Page) => {
  await withCart('/checkout/shipping')(page)
  await fillContact(page, 'axe@example.com')
  for (let step = 0; step < steps; step++) await nextStep(page)
}

const ofAPost = async (page: Page) => {
  await signUp(page, `axe-${Date.now()}-${Math.random()}@example.com`, 'a long enough one 4471')
  const content =
    '<h2>Foils</h2><p>Ten <a href="https://example.com/">volume</a>.</p><blockquote><p>So.</p></blockquote>'
  await page.goto(`/posts/${await writePost(page, { title: 'Lift and tone', language: 'en', content })}`)
}

const pages: [name: string, show: (page: Page) => Promise<unknown>][] = [
  ['home', open('/')],
  ['listing', open('/packages')],
  ['listing without results', open('/packages?q=zzzz')],
  ['product', open(`/packages/${masque.id}`)],
  ['package', open('/packages/32')],
  ['questions', open('/faqs')],
  ['about us', open('/about')],
  ['product finder', open('/product-finder')],
  ['API description', open('/docs/api')],
  ['API description of the back office', open('/docs/api?part=back-office')],
  ['posts', open('/posts')],
  ['posts without any', open('/posts?page=999')],
  ['post', ofAPost],
  ['not found', open('/nowhere')],
  ['empty cart', open('/checkout/cart')],
  ['cart', withCart('/checkout/cart')],
  ['shipping', withCart('/checkout/shipping')],
  ['payment', atStep(1)],
  ['review', atStep(2)],
  ['login', open('/login')],
  ['registration', open('/register')],
  ['dead link to a new password', open('/password/reset/a-token')],
]

const expectedStatus: Record<string, string> = { 'not found': '404', 'dead link to a new password': '410' }

for (const [name, show] of pages) {
  test(`${name} has no accessibility finding, no error and no horizontal overflow`, async ({ page }) => {
    // Axe takes 15 seconds for thousands of documented fields, more on a busy machine.
    const trouble: string[] = []
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('console', (message) => {
      const expected = expectedStatus[name] !== undefined && message.text().includes(expectedStatus[name])
      if (message.type() === 'error' && !expected) trouble.push(message.text())
    })
    await show(page)
    await expectAccessible(page)
    if (!name.startsWith('API')) await expectRoomForLargeText(page)
    expect(trouble).toEqual([])
  })
}
