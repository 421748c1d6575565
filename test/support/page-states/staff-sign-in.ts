import { TOTP } from 'otpauth'
import { type Browser, expect, type Page } from 'playwright/test'
import { findLink, postFromPage, waitForEmails } from '../e2e-helpers.ts'
import { readDemoStaff, signInStaff } from '../staff-pages.ts'
import type { StateGroup } from './check-states.ts'
import { expectText } from './steps.ts'

const PASSWORD = 'lavender tubes 9'

async function submit(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Invites a clerk as the owner; returns the emailed link. */
async function inviteClerk(_page: Page, browser: Browser): Promise<string> {
  const email = `catalog-clerk-${Date.now()}@salonfront.example`
  const owner = await (await browser.newContext()).newPage()
  await signInStaff(owner, 'owner')
  const invitation = { email, name: 'Noor Bakker', role: 'clerk', reason: 'Works on Saturdays' }
  expect(await postFromPage(owner, '/admin/staff/add', invitation)).toBe(200)
  await owner.context().close()
  const [message = ''] = await waitForEmails(email, 1)
  return findLink(message, '/admin/set-password/')
}

async function setPassword(page: Page, confirmation: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(confirmation)
  await page.getByRole('button', { name: 'Save' }).click()
}

async function setPasswordWithCode(page: Page): Promise<void> {
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await setPassword(page, PASSWORD)
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
}

export const staffSignInStates: StateGroup<string> = {
  name: 'sign-in of staff',
  refusals: [401, 410, 422],
  setUp: inviteClerk,
  states: [
    ['sign-in', '/admin/login'],
    [
      'wrong password',
      (page) => submit(page, 'nobody@example.com', 'not the password'),
      (page) => page.getByRole('alert').waitFor(),
    ],
    [
      'second factor',
      '/admin/login',
      async (page) => {
        const { email, password } = await readDemoStaff('owner')
        await submit(page, email, password)
        await page.getByLabel('Code from your app').waitFor()
      },
    ],
    ['expired setup link', '/admin/setup/a-token', expectText('This link has expired or was already used.')],
    ['expired link', '/admin/set-password/a-token', expectText('This link has expired or was already used.')],
    ['reset that cannot be stopped', '/admin/stop-reset/a-token', expectText('There’s nothing left to stop')],
    ['new password', (page, link) => page.goto(link), (page) => page.getByLabel('Confirm password').waitFor()],
    [
      'passwords that differ',
      (page) => setPassword(page, 'something else 1'),
      (page) => page.locator('[aria-invalid="true"]').first().waitFor(),
    ],
    ['recovery codes', setPasswordWithCode],
    ['no access', (page) => signInStaff(page, 'clerk', '/admin/settings'), expectText('You don’t have access to this')],
  ],
}
