import { expect, type Locator, test } from 'playwright/test'
import { addToCart, masque } from '#test/e2e-helpers.ts'
import { signInStaff } from '#test/staff-pages.ts'

// Only system colors: backgrounds and shadows are dropped, and every border has one color.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const readStyles = (element: Locator, names: readonly string[]): Promise<Record<string, string>> =>
  element.evaluate(
    (node, names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(node).getPropertyValue(name)])),
    names,
  )

/** Styles of the edge that marks a control without a background. */
const EDGE_STYLES = [
  'border-bottom-color',
  'border-bottom-width',
  'border-bottom-style',
  'outline-style',
  'outline-width',
]

test('forced colors keep the selected tab, the primary button and status dots visible in the back office', async ({
  page,
}) => {
  await signInStaff(page, 'owner', '/admin/orders')
  const tabs = page.getByRole('main').getByRole('navigation').first().getByRole('link')
  const selectedTab = page.getByRole('main').getByRole('navigation').first().locator('[aria-current="page"]')
  await expect(selectedTab).toBeVisible()
  const otherColors = await tabs.evaluateAll((links) =>
    links.filter((link) => !link.hasAttribute('aria-current')).map((link) => getComputedStyle(link).borderBottomColor),
  )
  const { 'border-bottom-color': selectedColor } = await readStyles(selectedTab, EDGE_STYLES)
  expect(otherColors.length).toBeGreaterThan(0)
  expect(otherColors).not.toContain(selectedColor)

  // Forced colors drop backgrounds, unless an element keeps its own colors.
  const dot = page.getByRole('row').getByText('Completed', { exact: true }).first().locator('span').first()
  const { 'background-color': dotColor } = await readStyles(dot, ['background-color'])
  const { 'background-color': pageColor } = await readStyles(page.locator('body'), ['background-color'])
  expect(dotColor).not.toBe(pageColor)
  expect(dotColor).not.toBe('rgba(0, 0, 0, 0)')

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Change' }).first().click()
  const saveButton = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  expect(await readStyles(saveButton, EDGE_STYLES)).toMatchObject({
    'border-bottom-style': 'solid',
    'border-bottom-width': '1px',
  })
})

test('forced colors keep the primary button and invalid fields visible in the shop', async ({ page }) => {
  await addToCart(page, masque.id)
  const addButton = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  expect(await readStyles(addButton, EDGE_STYLES)).toMatchObject({
    'border-bottom-style': 'solid',
    'border-bottom-width': '1px',
  })

  await page.goto('/register')
  const form = page.getByRole('main')
  await form.getByLabel('First Name').fill('Ana')
  await form.getByRole('button', { name: 'Register' }).click()
  const invalidField = form.getByLabel('Last Name')
  await expect(invalidField).toHaveAttribute('aria-invalid', 'true')
  expect(await readStyles(invalidField, EDGE_STYLES)).toMatchObject({
    'border-bottom-style': 'double',
    'border-bottom-width': '3px',
  })
  expect(await readStyles(form.getByLabel('First Name'), EDGE_STYLES)).toMatchObject({
    'border-bottom-style': 'solid',
    'border-bottom-width': '1px',
  })
})
