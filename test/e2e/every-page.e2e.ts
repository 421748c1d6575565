import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from 'playwright/test'
import { addToCart, fillContact, masque } from '#test/journey.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const open = (path: string) => (page: Page) => page.goto(path)
const withCart = (path: string) => async (page: Page) => {
  await addToCart(page, masque.id)
  await page.goto(path)
}
const atStep = (steps: number) => async (page: Page) => {
  await withCart('/checkout/shipping')(page)
  await fillContact(page, 'axe@example.com')
  for (let step = 0; step < steps; step++) await page.getByRole('button', { name: 'Next Step' }).click()
}

const pages: [name: string, show: (page: Page) => Promise<unknown>][] = [
  ['home', open('/')],
  ['listing', open('/packages')],
  ['listing without results', open('/packages?q=zzzz')],
  ['product', open(`/packages/${masque.id}`)],
  ['package', open('/packages/32')],
  ['questions', open('/faqs')],
  ['not found', open('/nowhere')],
  ['empty cart', open('/checkout/cart')],
  ['cart', withCart('/checkout/cart')],
  ['shipping', withCart('/checkout/shipping')],
  ['payment', atStep(1)],
  ['review', atStep(2)],
]

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    for (const [name, show] of pages) {
      test(`${name} has no accessibility finding, no error and nothing that runs off the side`, async ({ page }) => {
        const trouble: string[] = []
        page.on('pageerror', (error) => trouble.push(error.message))
        page.on('console', (message) => {
          const expected = name === 'not found' && message.text().includes('404')
          if (message.type() === 'error' && !expected) trouble.push(message.text())
        })
        await show(page)
        await page.waitForLoadState('networkidle')
        await page.emulateMedia({ reducedMotion: 'reduce' })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        expect(trouble).toEqual([])
      })
    }
  })
}
