import { expect } from 'vitest'
import type { appForSuite } from './app.ts'
import { type Browser, browserOf } from './browser.ts'
import { registrationForm } from './member-forms.ts'

export const PASSWORD = 'lavender tubes 9'

/** The browser of Ana Reyes of 1 Main Street, who has just registered and signed in. */
export async function signUp(suite: ReturnType<typeof appForSuite>, email: string): Promise<Browser> {
  const browser = browserOf(suite)
  expect((await browser.post('/register', registrationForm(email, PASSWORD))).statusCode).toBe(201)
  await signIn(browser, email)
  return browser
}

export async function signIn(browser: Browser, email: string, password = PASSWORD): Promise<void> {
  expect((await browser.post('/login', { email, password })).statusCode).toBe(200)
  browser.reload()
}
