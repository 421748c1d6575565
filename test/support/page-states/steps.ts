import { expect, type Locator, type Page } from 'playwright/test'
import { waitUntilHydrated } from '../e2e-helpers.ts'
import { findModal } from '../staff-pages.ts'

type Role = Parameters<Page['getByRole']>[0]

/** Opens a path that depends on the fixture. */
export const openFor =
  <Fixture>(toPath: (fixture: Fixture) => string) =>
  (page: Page, fixture: Fixture) =>
    page.goto(toPath(fixture))

const findControl = (page: Page, name: string | RegExp, role: Role = 'button'): Locator =>
  page.getByRole(role, { name, exact: typeof name === 'string' }).first()

export const press = (name: string | RegExp, role?: Role) => async (page: Page) => {
  const control = findControl(page, name, role)
  await waitUntilHydrated(control)
  await control.click()
}

/** Presses a key as soon as the page handles it. */
export const pressKey = (key: string) => async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.keyboard.press(key)
}

export const fill = (label: string | RegExp, value: string) => (page: Page) =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .first()
    .fill(value)

export const expectText = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

export const expectTable = (name: string) => (page: Page) => expect(page.getByRole('table', { name })).toBeVisible()

/** Opens a dialog by its button, after closing the open one. */
export const openDialog = (button: string | RegExp) => async (page: Page) => {
  await closeDialog(page)
  await findControl(page, button).click()
  await findModal(page).first().waitFor()
}

/** Opens a dialog by an entry of a menu. */
export const openDialogFromMenu = (menu: string | RegExp, entry: string | RegExp) => async (page: Page) => {
  await closeDialog(page)
  await findControl(page, menu).click()
  await findControl(page, entry, 'menuitem').click()
  await findModal(page).first().waitFor()
}

/** Submits the open dialog, which shows what is missing. */
export const submitIncomplete = async (page: Page) => {
  await findModal(page).locator('button[type="submit"]').click()
  await expect(findModal(page).locator('[aria-invalid="true"], [role="alert"]').first()).toBeVisible()
}

/** Closes the open dialog, if any, and discards the input. */
export async function closeDialog(page: Page): Promise<void> {
  const dialogs = findModal(page)
  if ((await dialogs.count()) === 0) return
  await page.keyboard.press('Escape')
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click()
    await expect(dialogs).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Changes a response of the shop, for states that would take another shop to create. */
export const changeResponse =
  // biome-ignore lint/suspicious/noExplicitAny: the response of any call
    (path: string, change: (json: any) => object) =>
    (page: Page): Promise<unknown> =>
      page.route(path, async (route) => {
        const response = await route.fetch()
        // Leaving a page discards its responses.
        const json = await response.json().catch(() => undefined)
        if (json === undefined) return route.abort()
        return route.fulfill({ response, json: change(json) })
      })

/** Answers a call with an error. */
export const failCall =
  (path: string, status: number) =>
  (page: Page): Promise<unknown> =>
    page.route(path, (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: '{"detail":"Not today."}' }),
    )

export const restoreResponses = (page: Page): Promise<unknown> => page.unrouteAll({ behavior: 'ignoreErrors' })
