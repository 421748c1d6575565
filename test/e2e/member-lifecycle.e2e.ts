import { type Browser, expect, test } from 'playwright/test'
import sharp from 'sharp'
import { addToCart, fillRegistration, logIn, masque, nextStep, setMailedPassword } from '#test/journey.ts'

const EMAIL = 'whole.life@example.com'
const PASSWORD = 'lavender tubes 9'
const NEXT_PASSWORD = 'lavender tubes 10'

async function signedInElsewhere(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/faqs')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, EMAIL, PASSWORD)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
  return page
}

test("from registration to a changed password: a member's use of the shop", async ({ page, browser }) => {
  await test.step('registers without a password, and sets one through the emailed link', async () => {
    await fillRegistration(page, EMAIL)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Thank you for registering.')).toBeVisible()
    await setMailedPassword(page, EMAIL, PASSWORD)
  })

  await test.step('fills a cart as a guest, and finds it after signing in', async () => {
    await addToCart(page, masque.id, 2)
    await page.goto('/faqs')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await logIn(page, EMAIL, PASSWORD)
    await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
    await page.goto('/checkout/cart')
    await expect(page.getByRole('main')).toContainText(masque.name)
    await expect(page.getByRole('spinbutton', { name: /Quantity/ })).toHaveValue('2')
  })

  const orderId = await test.step('orders to the address of the registration', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
    await page.getByRole('radio', { name: /^Ground/ }).check()
    await nextStep(page)
    await nextStep(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
    return (await (await page.request.get('/checkout/order.json')).json()).id as number
  })

  await test.step("reads the order in the account; a member's navigation has no My Orders", async () => {
    await page.goto(`/account/orders/${orderId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
    await expect(page.getByRole('main')).toContainText(`Order ${orderId}`)
    await expect(page.getByRole('main')).toContainText('1 Main Street')
    const navigation = page.getByRole('navigation', { name: 'My Account' })
    await expect(navigation.getByText('My Addresses')).toBeVisible()
    await expect(navigation.getByText('My Orders')).toHaveCount(0)
  })

  await test.step('writes a post with a picture and an attachment', async () => {
    await page.goto('/account/posts')
    await page.getByRole('button', { name: 'New Post' }).click()
    const modal = page.getByRole('dialog', { name: 'Post' })
    const text = modal.getByRole('textbox', { name: 'Content' })
    await expect(text).toBeVisible()
    await modal.getByLabel('Title').fill('A whole life')
    await text.click()
    await page.keyboard.type('Begun with two masques.')
    const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#8a3b2e' } })
      .png()
      .toBuffer()
    await modal.getByLabel('Picture file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    await expect(text.locator('img[src^="/uploads/"]')).toBeVisible()
    await modal
      .getByLabel('Attachment')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday: rest.') })
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'A whole life' })).toContainText('plan.txt')
  })

  await test.step('comments on it, and replies to the comment', async () => {
    await page.getByRole('link', { name: 'A whole life' }).click()
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Who else?')
    await page.getByRole('button', { name: 'Comment' }).click()
    await expect(page.getByText('Your comment is live.')).toBeVisible()
    await page.getByRole('button', { name: 'Reply to Ana R.' }).click()
    await page.getByRole('textbox', { name: 'Your reply to Ana R.' }).fill('Me.')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(page.getByText('Your reply is live.')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /plan\.txt/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('plan.txt')
  })

  await test.step('changes the password, which signs the other browser out', async () => {
    const other = await signedInElsewhere(browser)
    await page.goto('/account/password')
    await page.getByLabel('Current Password').fill(PASSWORD)
    await page.getByLabel('New Password').fill(NEXT_PASSWORD)
    await page.getByLabel('Password Confirmation').fill(NEXT_PASSWORD)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account information')
    await other.goto('/account')
    await expect(other).toHaveURL(/\/login\?next=/)
  })
})
