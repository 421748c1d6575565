import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { dataDir } from '#test/e2e-helpers.ts'
import { test } from '#test/exclusive.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const BANK_TRANSACTIONS_PATH = '/admin/money/bank-transactions'
const toast = (page: Page, text: string | RegExp) => page.getByText(text)
const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

test('the demo bank statement is imported from its file, two actions book its exact matches, and undo reopens them', async ({
  page,
  acquireLock,
}) => {
  const statement = join(dataDir(), 'demo-notices.csv')
  const [, ...lines] = (await readFile(statement, 'utf8')).trim().split('\n')
  const firstPayer = /FROM (.+?)(?: FOR|,)/.exec(lines[0] ?? '')?.[1] ?? ''
  await signInStaff(page, 'clerk')
  const endTurn = await acquireLock('exact-notices')
  await page.goto(BANK_TRANSACTIONS_PATH)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = findModal(page)
  await page.locator('input[type=file]').setInputFiles(statement)
  await expect(dialog.getByRole('status').first()).toContainText('Found 5 payments: 5 new, 0 already imported.')

  await dialog.getByRole('button', { name: 'Add 5 payments' }).click()
  await expect(toast(page, '5 payments added.')).toBeVisible()

  let actions = 0
  const act = async (step: () => Promise<void>) => {
    actions++
    await step()
  }
  await page.goto('/admin')
  await act(() => page.getByRole('link', { name: /that match(es)? exactly/ }).click())
  await expect(row(page, firstPayer)).toContainText('Matches memo code')
  await act(() => page.getByRole('button', { name: 'Record all exact' }).click())
  await expect(toast(page, /payments recorded: \$/)).toBeVisible()
  expect(actions).toBeLessThanOrEqual(2)
  await expect(row(page, firstPayer)).toHaveCount(0)

  // Undo reopens the booked transactions, and they are booked again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, /payments reopened/)).toBeVisible()
  await expect(row(page, firstPayer)).toContainText('Matches memo code')
  await page.getByRole('button', { name: 'Record all exact' }).click()
  await expect(row(page, firstPayer)).toHaveCount(0)

  await endTurn()
})
