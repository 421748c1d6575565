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
const checkButton = (page: Page) => page.getByRole('button', { name: 'Check all figures' })

async function downloadStatement(page: Page): Promise<Statement> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JSON file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('statement-2026-03.json')
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

async function uploadFile(page: Page, content: unknown): Promise<void> {
  const path = join(example.folder, 'statement.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  await page.getByLabel('Check a saved file').setInputFiles(path)
}

test('a member opens a closed month’s statement from the Sales page and verifies it by keyboard', async ({ page }) => {
  await page.goto(`${example.url}/account/sales?year=2026&month=03`)
  await page.getByRole('link', { name: 'Monthly statement' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement')
  const statement = page.getByRole('region', { name: 'Statement for March 2026' })
  for (const text of ['Ada Example', 'Sapphire', 'Group PV 4,035 (4,000 needed)', '$96.07', '$151.14', '$247.21']) {
    await expect(statement).toContainText(text)
  }
  await expect(page.getByRole('table', { name: 'Lines of orders below you' }).getByRole('row')).toHaveCount(10)

  await checkButton(page).focus()
  await page.keyboard.press('Enter')
  const verdict = page.getByRole('status').filter({ hasText: 'figures match' })
  await expect(verdict).toBeFocused()
  const result = page.getByRole('table', { name: 'What was recalculated' })
  await expect(result.getByRole('row', { name: /^Total bonus/ })).toContainText(['$247.21$247.21matches'])
  await expect(result.getByRole('row', { name: /^Lines/ })).toContainText('27 of 27')

  const pdf = await page.request.get(
    `${example.url}${await page.getByRole('link', { name: 'PDF' }).getAttribute('href')}`,
  )
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('an unchanged file is confirmed, and a changed one is reported figure by figure', async ({ page }) => {
  await openStatement(page, '03')
  const statement = await downloadStatement(page)
  await uploadFile(page, statement)
  const verdict = page.getByRole('main').getByRole('status').filter({ hasText: 'March 2026 of Ada Example' })
  await expect(verdict).toContainText('figures match')
  await expect(verdict).toContainText('It matches the statement we have on file for this month.')

  const [firstLine] = statement.lines ?? []
  if (firstLine) firstLine.amount_cents += 1000
  await uploadFile(page, { ...statement, card: { ...statement.card, total_bonus_cents: 34_721 } })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('figures don’t match')
  await expect(alert).toContainText('It differs from the statement we have on file for this month.')
  const result = page.getByRole('table', { name: 'What was recalculated' })
  await expect(result.getByRole('row', { name: /^Total bonus/ })).toContainText('$347.21$247.21does not match')
  await expect(result.getByRole('row', { name: /^Amount, order O3/ })).toContainText('$52.31$42.31')
  await expect(result.getByRole('row', { name: /^Group PV/ })).toContainText('4,0354,035matches')
})

test('an invalid file shows a clear message', async ({ page }) => {
  await openStatement(page, '03')
  for (const [content, message] of [
    ['no json', 'This file isn’t JSON'],
    [{ a: 1 }, 'This file isn’t a statement from this shop.'],
    [{ format: 'salonfront-statement-9' }, 'this type of statement'],
    [{ format: 'salonfront-statement-1' }, 'We can’t read this statement'],
  ] as const) {
    await uploadFile(page, content)
    await expect(page.getByRole('main')).toContainText(message)
  }
})

test('a month without a statement explains why, and a file can still be verified', async ({ page }) => {
  await openStatement(page, '05')
  await expect(page.getByRole('main')).toContainText('This month isn’t closed yet.')
  await expect(checkButton(page)).toHaveCount(0)
  const response = await page.request.get(`${example.url}/account/sales/statement.json?year=2026&month=04`)
  await uploadFile(page, await response.json())
  const verdict = page.getByRole('main').getByRole('status').filter({ hasText: 'April 2026 of Ada Example' })
  await expect(verdict).toContainText('It matches the statement we have on file for this month.')
})

test('the statement page is accessible without horizontal overflow, and prints only the statement', async ({
  page,
}) => {
  await openStatement(page, '04')
  await checkButton(page).click()
  await expect(page.getByRole('table', { name: 'What was recalculated' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Statement for April 2026' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Reversed bonuses from earlier months' })).toBeVisible()
  for (const role of ['button', 'navigation'] as const) {
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
  }
})
