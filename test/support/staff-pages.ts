import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright/test'
import type { Role } from '#contract/permissions.ts'
import { dataDir } from './e2e-helpers.ts'

/** The demo staff member with a role, from the file for the operator. */
export async function readDemoStaff(role: Role) {
  const lines = (await readFile(join(dataDir(), 'demo-sign-ins.txt'), 'utf8')).split('\n')
  const [email = '', password = '', , totpSecret] = lines.find((line) => line.startsWith(`${role}@`))?.split('\t') ?? []
  return { email, password, totpSecret }
}

/** Shorter than a re-authentication is valid: no test gets an unexpected prompt. */
const SESSION_MAX_AGE_MS = 5 * 60_000

/**
 * Opens a page of the back office as the demo staff member with a role. Tests of a run share one session per role
 * because a code works only once per half minute.
 */
export async function signInStaff(page: Page, role: Role, path = '/admin'): Promise<void> {
  const sessionFile = join(dataDir(), `session-of-${role}.json`)
  const age = Date.now() - (await stat(sessionFile).catch(() => ({ mtimeMs: 0 }))).mtimeMs
  if (age < SESSION_MAX_AGE_MS) {
    await page.context().addCookies(JSON.parse(await readFile(sessionFile, 'utf8')))
    await openPage(page, path)
    return
  }
  const { email, password, totpSecret } = await readDemoStaff(role)
  await submitStaffSignIn(
    page,
    email,
    password,
    totpSecret === undefined ? undefined : () => new TOTP({ secret: totpSecret }).generate(),
  )
  // Two tests may sign in at the same time, so the file is replaced atomically.
  const temporaryFile = `${sessionFile}.${process.pid}`
  await writeFile(temporaryFile, JSON.stringify(await page.context().cookies()))
  await rename(temporaryFile, sessionFile)
  await openPage(page, path)
}

/** Opens a page and waits until it handles keys. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
}

const isSignedIn = ({ pathname }: URL): boolean => pathname !== '/admin/login'

/** Signs in with the form at /admin/login; retries with the next code when someone else has just used it. */
export async function submitStaffSignIn(
  page: Page,
  email: string,
  password: string,
  code?: () => string,
): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  if (code) {
    const codeField = page.getByLabel('Code from your app')
    let lastCode = ''
    await codeField.waitFor()
    while (!isSignedIn(new URL(page.url()))) {
      while (code() === lastCode) await page.waitForTimeout(500)
      lastCode = code()
      await codeField.fill(lastCode)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await Promise.race([page.waitForURL(isSignedIn), page.getByRole('alert').filter({ hasText: 'code' }).waitFor()])
    }
  }
  await page.waitForURL(isSignedIn)
}

/** The open dialog; excludes toasts, which are dialogs as well. */
export const findModal = (page: Page): Locator => page.locator('[role="dialog"]:not([aria-modal="false"])')
