import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { runShopCommand } from '#test/shop-commands.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'
import { type Row, readTable } from '../support/plan-tables.ts'

const PLAN = new URL('../../docs/plan/', import.meta.url)
const engines = ['embedded', ...(process.env.TEST_DATABASE_URL ? ['postgres' as const] : [])] as const

for (const engine of engines) {
  test.describe(`the worked examples of the plan (${engine})`, () => {
    test.describe.configure({ mode: 'serial' })
    let shop: RunningShop
    let environment: Record<string, string>
    let database: Awaited<ReturnType<typeof makeDatabase>> | undefined
    let folder: string
    const tokens = new Map<string, string>()

    test.beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'salonfront-examples-'))
      database = engine === 'postgres' ? await makeDatabase('salonfront_examples') : undefined
      environment = { DATABASE_URL: database?.url ?? '', DATA_DIR: folder }
      shop = await startShop({ dataDir: folder, databaseUrl: environment.DATABASE_URL ?? '', env: { DEMO: '0' } })
    })
    test.afterAll(async () => {
      await shop.stop()
      await database?.drop()
      await rm(folder, { recursive: true })
    })

    const command = (...args: string[]): Promise<string> => runShopCommand(environment, ...args)
    const csvPath = (name: string) => new URL(`${name}.csv`, PLAN).pathname

    /** Compares cards in order and lines in any order. */
    async function expectFiles(outputFolder: string, example: string): Promise<void> {
      const readText = (path: string) => readFile(path, 'utf8')
      expect(await readText(join(outputFolder, 'cards.csv'))).toBe(await readText(csvPath(`${example}/cards`)))
      const sortLines = (text: string) => text.split('\n').sort()
      expect(sortLines(await readText(join(outputFolder, 'lines.csv')))).toEqual(
        sortLines(await readText(csvPath(`${example}/lines`))),
      )
    }

    /** Signs in imported members, who have no password yet, as an emailed link would. */
    async function signInMembers(): Promise<void> {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
      const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
      for (const { member_no: memberNo = '' } of readTable('example-1/members')) {
        const token = makeToken()
        tokens.set(memberNo, token)
        await connection.pool.query(
          'insert into sessions (token_hash, user_id) select $1, id from users where member_no = $2',
          [hashToken(token), memberNo],
        )
      }
      await connection.close()
    }

    async function fetchSales(memberNo: string | undefined, month: string) {
      const response = await fetch(`${shop.url}/account/sales.json?year=2026&month=${month}`, {
        headers: { cookie: `session=${tokens.get(memberNo ?? '')}` },
      })
      expect(response.status).toBe(200)
      return (await response.json()) as { detail: Record<string, unknown>; children: { final_pv: number }[] }
    }

    async function expectSales(month: string, example: string): Promise<void> {
      const cards = readTable(`${example}/cards`)
      const [firstCard] = cards
      // Committed changes are visible within a second, and from then on for everyone.
      await expect
        .poll(async () => (await fetchSales(firstCard?.member_no, month)).detail.total_pv)
        .toBe(Number(firstCard?.group_pv))
      for (const card of cards) {
        const { detail, children } = await fetchSales(card.member_no, month)
        expect(detail).toMatchObject({
          sales_level: Number(card.level),
          personal_pv: Number(card.personal_pv),
          customer_pv: Number(card.customer_pv),
          total_pv: Number(card.group_pv),
          total_sales: Number(card.total_sales),
          sales_bonus: Number(card.sales_bonus),
          level_bonus: Number(card.level_bonus),
          total_bonus: Number(card.total_bonus),
        })
        // Sums that a member can check by eye (docs/plan §10).
        const legPv = children.reduce((sum, { final_pv }) => sum + final_pv, 0)
        expect(detail.total_pv).toBe(Number(card.personal_pv) + legPv)
      }
    }

    async function expectPage(
      page: Page,
      month: string,
      card: Row | undefined,
      legs: readonly string[],
    ): Promise<void> {
      await page.context().clearCookies()
      await page
        .context()
        .addCookies([{ name: 'session', value: tokens.get(card?.member_no ?? '') ?? '', url: shop.url }])
      await page.goto(`${shop.url}/account/sales?year=2026&month=${month}`)
      const main = page.getByRole('main')
      for (const field of ['total_sales', 'sales_bonus', 'level_bonus', 'total_bonus']) {
        const formatted = (card?.[field] ?? '').replace('-', '−').replace(/^(−?)/, '$1$$')
        await expect(main).toContainText(formatted)
      }
      await expect(main).toContainText(Number(card?.group_pv).toLocaleString('en-US').replace('-', '−'))
      const rows = main.getByRole('table').filter({ hasText: 'User Name' }).getByRole('row')
      for (const [n, leg] of legs.entries()) await expect(rows.nth(n + 1)).toContainText(leg)
    }

    test('March is previewed, displayed and closed as in the plan', async ({ page }) => {
      await command('import', 'members', csvPath('example-1/members'))
      await command('import', 'orders', csvPath('example-1/orders'))
      await command('month', 'preview', '2026-03', '--out', join(folder, 'march'))
      await expectFiles(join(folder, 'march'), 'example-1')
      await signInMembers()
      await expectSales('03', 'example-1')
      const [ada] = readTable('example-1/cards')
      await expectPage(page, '03', ada, ['3,050', '700'])

      await command('month', 'skip-until', '2026-03')
      await command('month', 'close', '2026-03', '--out', join(folder, 'closed'))
      await expectFiles(join(folder, 'closed'), 'example-1')
      await expect
        .poll(async () => {
          return (await fetchSales('A', '03')).detail.state
        })
        .toBe('closed')
      await expectSales('03', 'example-1')
      await expectPage(page, '03', ada, ['3,050', '700'])
    })

    test('April includes returns of March orders and leaves March unchanged', async ({ page }) => {
      await command('import', 'members', csvPath('example-2/members'))
      await command('import', 'orders', csvPath('example-2/orders'))
      await command('import', 'returns', csvPath('example-2/returns'))
      await command('month', 'preview', '2026-04', '--out', join(folder, 'april'))
      await expectFiles(join(folder, 'april'), 'example-2')
      await expectSales('04', 'example-2')
      await expectPage(page, '04', readTable('example-2/cards')[0], ['905', '20'])

      await command('month', 'close', '2026-04', '--out', join(folder, 'april-closed'))
      await expectFiles(join(folder, 'april-closed'), 'example-2')
      await expectSales('04', 'example-2')
      await expectSales('03', 'example-1')
      await command('month', 'preview', '2026-03', '--out', join(folder, 'again'))
      await expectFiles(join(folder, 'again'), 'example-1')
      // Negative amounts are displayed as such.
      await expectPage(page, '04', readTable('example-2/cards')[6], [])
      expect(await command('verify')).toMatch(/all agree/)
    })
  })
}
