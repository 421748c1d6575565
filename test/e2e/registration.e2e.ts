import { expect, type Page, test } from 'playwright/test'
import { fillRegistration, logIn, openLogin, signUp, waitForEmails } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'

const header = (page: Page) => page.getByRole('banner')

test('a franchise registers with a password, signs in from the current page, and signs out', { tag: '@core' }, async ({
  page,
}) => {
  const email = 'franchise@example.com'
  await fillRegistration(page, email)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(201) 555-0100')
  await page.getByRole('radio', { name: /^Yes/ }).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password Confirmation').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you for registering.' })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page).toHaveURL('/')

  await page.goto('/faqs')
  await openLogin(page)
  await logIn(page, email, 'not the password')
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await logIn(page, email, PASSWORD)
  await expect(header(page).getByRole('link', { name: 'My Account' })).toBeVisible()
  await expect(page).toHaveURL('/faqs')

  await header(page).getByRole('button', { name: 'Logout' }).click()
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()

  await page.goto('/register')
  await page.getByRole('main').getByLabel('Email Address').fill(email)
  await page.getByLabel('First Name').focus()
  await expect(page.getByText('Email address is already exist')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the header links to the login page', async ({ page }) => {
    await page.goto('/')
    await header(page).getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  })

  test('the registration form works and accepts the terms it shows', async ({ page }) => {
    await fillRegistration(page, 'bare.member@example.com')
    // Other tests publish new versions concurrently.
    await expect(page.getByRole('main')).toContainText('By registering, you accept our terms.')
    await page.getByRole('radio', { name: /^No/ }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL('/login')
    expect(await waitForEmails('bare.member@example.com', 1)).toHaveLength(1)
  })

  test('the login form shows its errors, then signs in and opens the home page', async ({ page, browser }) => {
    const registrationPage = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    await signUp(registrationPage, 'bare.form@example.com', PASSWORD)
    await page.goto('/login')
    const form = page.getByRole('main')
    const logInWith = async (password: string) => {
      await form.getByLabel('Email Address').fill('bare.form@example.com')
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Login', exact: true }).click()
    }
    await logInWith(`${PASSWORD}?`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That didn’t work')
    await form.getByRole('link', { name: 'Try again' }).click()
    await logInWith(PASSWORD)
    await expect(page).toHaveURL('/')
    const user = await (await page.request.get('/account/user.json')).json()
    expect(user.email).toBe('bare.form@example.com')
  })
})
