import { expect, test } from 'playwright/test'
import sharp from 'sharp'
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
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('24.50')
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
})
