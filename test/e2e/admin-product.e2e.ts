import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { addToCart, fillContact, nextStep } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

test.use({ viewport: { width: 390, height: 844 } })

const takePicture = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a3b2e' } })
    .jpeg()
    .toBuffer()

test('a manager photographs, describes, prices and publishes a product on a phone', { tag: '@core' }, async ({
  page,
}) => {
  await signInStaff(page, 'manager', '/admin/products/new')
  await page
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await takePicture() })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Silk Scarf')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('26.50')
  await page.locator('.tiptap').fill('For long days.')
  await expect(page.getByRole('button', { name: 'Crop or rotate picture 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Silk Scarf')
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/)

  await page.getByRole('button', { name: 'Crop or rotate picture 1' }).click()
  await findModal(page).getByLabel('Square').check()
  await findModal(page).getByRole('button', { name: 'Rotate' }).click()
  await findModal(page).getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByRole('button', { name: 'Crop or rotate picture 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Silk Scarf saved.')).toBeVisible()

  await page.goto(page.url().replace('/admin/products/', '/packages/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Silk Scarf')
  await expect(page.getByText('For long days.')).toBeVisible()
  const picture = page.getByRole('img', { name: 'Silk Scarf' }).first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBe(1)
  await placeOrder(page, 'silk-scarf@example.com')
})

test('a manager puts a package together on a phone in at most twelve actions, and a guest buys it', async ({
  page,
  browser,
}) => {
  const { act, count } = await startProduct(page)
  await act(page.getByRole('textbox', { name: 'Name', exact: true }).fill('Travel Kit'))
  await act(page.getByRole('combobox', { name: 'Kind' }).selectOption('package'))
  await act(page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 }))
  await act(page.getByRole('textbox', { name: 'Price', exact: true }).fill('60'))
  const search = page.getByRole('combobox', { name: 'Add a product to the package' })
  for (const part of ['Color Hold Shampoo', 'Keratin Repair Masque', 'Apricot Cuticle Oil']) {
    await act(search.fill(part))
    await act(page.getByRole('option').first().click())
  }
  await act(page.getByRole('button', { name: 'Publish' }).click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Kit')
  expect(count()).toBeLessThanOrEqual(12)

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await guest.goto(page.url().replace('/admin/products/', '/packages/'))
  await expect(guest.getByRole('listitem').filter({ hasText: 'Keratin Repair Masque' }).first()).toBeVisible()
  await placeOrder(guest, 'travel-kit@example.com')
})

test('a manager publishes a family of five shades on a phone in at most twelve actions, and a guest buys one', async ({
  page,
  browser,
}) => {
  const { act, count } = await startProduct(page)
  await act(page.getByRole('textbox', { name: 'Name', exact: true }).fill('Velvet Lip'))
  await act(page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 }))
  await act(page.getByRole('textbox', { name: 'Price', exact: true }).fill('28'))
  await act(page.getByRole('button', { name: 'Publish' }).click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Lip')
  await act(page.getByRole('button', { name: 'Make a family' }).click())
  const dialog = findModal(page)
  await act(dialog.getByLabel('Shade', { exact: true }).fill('Rose'))
  await act(dialog.getByLabel('New values').fill('Nude, Plum, Coral, Brick'))
  await act(dialog.getByLabel('Publish new products with the main product').check())
  await act(dialog.getByRole('button', { name: 'Save' }).click())
  await expect(dialog).toHaveCount(0)
  expect(count()).toBeLessThanOrEqual(12)

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await guest.goto('/packages?q=velvet')
  await guest.getByRole('link', { name: 'Velvet Lip', exact: true }).first().click()
  await guest.getByRole('navigation', { name: 'Shade' }).getByRole('link', { name: 'Plum' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Velvet Lip Plum')
  await placeOrder(guest, 'velvet-lip@example.com')
})

/** Opens a new product with a photograph, which is the first action counted by `act`. */
async function startProduct(page: Page) {
  await signInStaff(page, 'manager', '/admin/products/new')
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions++
    await action
  }
  const photograph = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await takePicture() }
  await act(page.getByLabel('Add pictures').setInputFiles(photograph))
  return { act, count: () => actions }
}

/** Buys the product whose page is open. */
async function placeOrder(guest: Page, email: string): Promise<void> {
  await addToCart(guest, Number(/\d+$/.exec(guest.url())?.[0]))
  await guest.goto('/checkout/shipping')
  await fillContact(guest, email)
  for (let step = 0; step < 2; step++) await nextStep(guest)
  await guest.getByRole('button', { name: 'Place Order' }).click()
  await expect(guest.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
}
