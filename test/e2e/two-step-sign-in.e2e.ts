import { TOTP } from 'otpauth'
import { expect, type Page, test } from 'playwright/test'
import { signUp, verifyEmail, waitUntilHydrated } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Generates the code of a later time step, because no code works twice. */
const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Starts the setup up to the QR code; returns the key for manual entry. */
async function startSetup(page: Page): Promise<string> {
  await page.goto('/account/security')
  await expect(heading(page)).toHaveText('Two-step sign-in')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  return (await page.locator('code').innerText()).replaceAll(' ', '')
}

async function turnOn(page: Page, secret: string): Promise<string[]> {
  await page.getByLabel('Sign-in code').fill(generateCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allInnerTexts()
}

async function fillLogin(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main')
  // Without scripts, the code is a field of the same form.
  await waitUntilHydrated(main.getByRole('button', { name: 'Login', exact: true }))
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password').fill(PASSWORD)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log ?out/i })
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
}

test('a sign-in requires a code from the app, whose recovery codes can be copied, printed and downloaded', {
  tag: '@core',
}, async ({ page }) => {
  const email = 'two-steps@example.com'
  await signUp(page, email, PASSWORD)
  await verifyEmail(page, email)
  const secret = await startSetup(page)
  const recoveryCodes = await turnOn(page, secret)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible()
  const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
  for (const code of recoveryCodes) expect(clipboardText).toContain(code)
  expect(clipboardText).toContain(`Recovery codes of ${email}`)
  // The printout contains the codes, without the buttons.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('link', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('status')).toHaveText('Two-step sign-in is on.')

  await signOut(page)
  await page.goto('/login?next=/faqs')
  await fillLogin(page, email)
  const code = page.getByLabel('Sign-in code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill(generateCode(secret, 1))
  await code.press('Enter')
  await expect(page).toHaveURL('/faqs')
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
})
