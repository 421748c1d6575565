import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import type { Statement } from '#contract/compensation/statement.ts'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'

const csvPath = (name: string) => new URL(`../../docs/plan/example-2/${name}.csv`, import.meta.url).pathname

test.describe.configure({ mode: 'serial' })

/** Shop with both worked examples closed; member A views the months. */
let example: ExampleMonth
test.beforeAll(async () => {
  example = await startExampleMonth({
    memberNo: 'A',
    async prepare(command) {
      await command('month', 'close', '2026-03')
      for (const kind of ['members', 'orders', 'returns']) await command('import', kind, csvPath(kind))
      await command('month', 'close', '2026-04')
    },
  })
})
test.afterAll(() => example.stop())
test.beforeEach(({ context }) => context.addCookies([example.cookieOf('member')]))

const openStatement = (page: Page, month: string) =>
  page.goto(`${example.url}/account/sales/statement?year=2026&month=${month}`)

async function downloadStatement(page: Page): Promise<Statement> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JSON file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('statement-2026-03.json')
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

async function uploadFile(page: Page, content: Statement): Promise<void> {
  const path = join(example.folder, 'statement.json')
  await writeFile(path, JSON.stringify(content))
  await page.getByLabel('Check a saved file').setInputFiles(path)
}

test('a downloaded statement is confirmed when it is chosen again', async ({ page }) => {
  await openStatement(page, '03')
  await uploadFile(page, await downloadStatement(page))
  const verdict = page.getByRole('main').getByRole('status').filter({ hasText: 'March 2026 of Ada Example' })
  await expect(verdict).toContainText('figures match')
  await expect(verdict).toContainText('It matches the statement we have on file for this month.')
})

test('only the statement is printed', async ({ page }) => {
  await openStatement(page, '04')
  await page.getByRole('button', { name: 'Check all figures' }).click()
  await expect(page.getByRole('table', { name: 'What was recalculated' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Statement for April 2026' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Reversed bonuses from earlier months' })).toBeVisible()
  for (const role of ['button', 'navigation'] as const) {
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
  }
})
