import { expect, type Locator, test } from 'playwright/test'
import { addToCart, masque } from '#test/e2e-helpers.ts'
import { signInStaff } from '#test/staff-pages.ts'

// The colors of the system alone: backgrounds and shadows are dropped, and every border has one color.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const styleOf = (element: Locator, names: readonly string[]): Promise<Record<string, string>> =>
  element.evaluate(
    (node, names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(node).getPropertyValue(name)])),
    names,
  )

/** The edge that a control is known by where it has no background. */
const EDGES = ['border-bottom-color', 'border-bottom-width', 'border-bottom-style', 'outline-style', 'outline-width']

test('in forced colors, the selected tab, the primary button and the dot of a state show', async ({ page }) => {
  await signInStaff(page, 'owner', '/admin/orders')
  const tabs = page.getByRole('main').getByRole('navigation').first().getByRole('link')
  const selected = page.getByRole('main').getByRole('navigation').first().locator('[aria-current="page"]')
  await expect(selected).toBeVisible()
  const others = await tabs.evaluateAll((links) =>
    links.filter((link) => !link.hasAttribute('aria-current')).map((link) => getComputedStyle(link).borderBottomColor),
  )
  const { 'border-bottom-color': line } = await styleOf(selected, EDGES)
  expect(others.length).toBeGreaterThan(0)
  expect(others).not.toContain(line)

  // Forced colors drop backgrounds, unless an element keeps its own colors.
  const dot = page.getByRole('row').getByText('Completed', { exact: true }).first().locator('span').first()
  const { 'background-color': filled } = await styleOf(dot, ['background-color'])
  const { 'background-color': canvas } = await styleOf(page.locator('body'), ['background-color'])
  expect(filled).not.toBe(canvas)
  expect(filled).not.toBe('rgba(0, 0, 0, 0)')

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Change' }).first().click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  expect(await styleOf(save, EDGES)).toMatchObject({ 'border-bottom-style': 'solid', 'border-bottom-width': '1px' })
})

test('so do a primary button of the shop, the current picture and a wrong field', async ({ page }) => {
  await addToCart(page, masque.id)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  expect(await styleOf(add, EDGES)).toMatchObject({ 'border-bottom-style': 'solid', 'border-bottom-width': '1px' })

  await page.goto('/register')
  const form = page.getByRole('main')
  await form.getByLabel('First Name').fill('Ana')
  await form.getByRole('button', { name: 'Register' }).click()
  const wrong = form.getByLabel('Last Name')
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  expect(await styleOf(wrong, EDGES)).toMatchObject({ 'border-bottom-style': 'double', 'border-bottom-width': '3px' })
  expect(await styleOf(form.getByLabel('First Name'), EDGES)).toMatchObject({
    'border-bottom-style': 'solid',
    'border-bottom-width': '1px',
  })
})
