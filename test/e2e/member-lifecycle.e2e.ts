import { type Browser, expect, test } from 'playwright/test'
import sharp from 'sharp'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillRegistration, logIn, masque, setEmailedPassword } from '#test/e2e-helpers.ts'

const EMAIL = 'member.lifecycle@example.com'
const PASSWORD = 'lavender tubes 9'
const NEW_PASSWORD = 'lavender tubes 10'

async function signInInAnotherBrowser(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/faqs')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, EMAIL, PASSWORD)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
  return page
}

test('a member registers, shops, writes a post and changes the password', { tag: '@core' }, async ({
  page,
  browser,
}) => {
  await test.step('registers without a password and sets one through the emailed link', async () => {
    await fillRegistration(page, EMAIL)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Thank you for registering.')).toBeVisible()
    await setEmailedPassword(page, EMAIL, PASSWORD)
  })

  await test.step('keeps the guest cart after signing in', async () => {
    await addToCart(page, masque.id, 2)
    await page.goto('/faqs')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await logIn(page, EMAIL, PASSWORD)
    await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
    await page.goto('/checkout/cart')
    await expect(page.getByRole('main')).toContainText(masque.name)
    await expect(page.getByRole('spinbutton', { name: /Quantity/ })).toHaveValue('2')
  })

  const orderId = await test.step('orders to the registration address', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
    await page.getByRole('radio', { name: /^Ground/ }).check()
    await completeCheckout(page)
    return (await (await page.request.get('/checkout/order.json')).json()).id as number
  })

  await test.step('views the order in the account, whose navigation has no My Orders', async () => {
    await page.goto(`/account/orders/${orderId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
    await expect(page.getByRole('main')).toContainText(`Order ${orderId}`)
    await expect(page.getByRole('main')).toContainText('1 Main Street')
    const navigation = page.getByRole('navigation', { name: 'My Account' })
    await expect(navigation.getByText('My Addresses')).toBeVisible()
    await expect(navigation.getByText('My Orders')).toHaveCount(0)
  })

  await test.step('writes a post with an image and an attachment', async () => {
    await page.goto('/account/posts')
    await page.getByRole('button', { name: 'New Post' }).click()
    const modal = page.getByRole('dialog', { name: 'Post' })
    const content = modal.getByRole('textbox', { name: 'Content' })
    await expect(content).toBeVisible()
    await modal.getByLabel('Title').fill('My first month')
    await content.click()
    await page.keyboard.type('I started with two masques.')
    const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#8a3b2e' } })
      .png()
      .toBuffer()
    await modal.getByLabel('Picture file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: image })
    await expect(content.locator('img[src^="/uploads/"]')).toBeVisible()
    await modal
      .getByLabel('Attachment')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday: rest.') })
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'My first month' })).toContainText('plan.txt')
  })

  await test.step('comments on the post and replies to the comment', async () => {
    await page.getByRole('link', { name: 'My first month' }).click()
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Who else tried this?')
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

  await test.step('changes the password, which signs out the other browser', async () => {
    const other = await signInInAnotherBrowser(browser)
    await page.goto('/account/password')
    await page.getByLabel('Current Password').fill(PASSWORD)
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Password Confirmation').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account information')
    await other.goto('/account')
    await expect(other).toHaveURL(/\/login\?next=/)
  })
})
