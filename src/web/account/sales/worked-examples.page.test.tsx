import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { browserOf } from '#test/browser.ts'
import { commandLineForSuite } from '#test/command-line.ts'
import { signInAs } from '#test/create-network.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { type Row, readTable } from '#test/plan-tables.ts'

const PLAN = new URL('../../../../docs/plan/', import.meta.url)
const csvPath = (name: string) => new URL(`${name}.csv`, PLAN).pathname

let commands: ReturnType<typeof commandLineForSuite>

/** From the imported files to the page that a member sees. */
pageTest(
  'the worked examples of the plan',
  (app) => {
    const browsers = new Map<string, ReturnType<typeof browserOf>>()
    const browserOfMember = (memberNo = '') => {
      const browser = browsers.get(memberNo)
      if (!browser) throw new Error(`member ${memberNo} is not signed in`)
      return browser
    }

    async function command(...args: string[]): Promise<string> {
      const { code, output } = await commands.shop(...args)
      expect(code, output).toBe(0)
      return output
    }

    /** Compares cards in order and lines in any order. */
    async function expectFiles(outputFolder: string, example: string): Promise<void> {
      const readText = (path: string) => readFile(path, 'utf8')
      expect(await readText(join(outputFolder, 'cards.csv'))).toBe(await readText(csvPath(`${example}/cards`)))
      const sortLines = (text: string) => text.split('\n').sort()
      expect(sortLines(await readText(join(outputFolder, 'lines.csv')))).toEqual(
        sortLines(await readText(csvPath(`${example}/lines`))),
      )
    }

    /** Imported members have no password yet. */
    async function signInMembers(): Promise<void> {
      const { db } = commands.connection()
      for (const { id, member_no } of await db.selectFrom('users').select(['id', 'member_no']).execute())
        if (member_no) browsers.set(member_no, await signInAs(app, commands.connection(), id))
    }

    async function fetchSales(memberNo: string | undefined, month: string) {
      const response = await browserOfMember(memberNo).inject({ url: `/account/sales.json?year=2026&month=${month}` })
      expect(response.statusCode).toBe(200)
      return response.json<{ detail: Record<string, unknown>; children: { final_pv: number }[] }>()
    }

    async function expectSales(month: string, example: string): Promise<void> {
      const cards = readTable(`${example}/cards`)
      const [firstCard] = cards
      await vi.waitFor(async () =>
        expect((await fetchSales(firstCard?.member_no, month)).detail.total_pv).toBe(Number(firstCard?.group_pv)),
      )
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

    async function expectPage(month: string, card: Row | undefined, legs: readonly string[]): Promise<void> {
      await openShopPage(browserOfMember(card?.member_no), `/account/sales?year=2026&month=${month}`)
      const statement = await screen.findByRole('region', { name: /^Statement for/ })
      for (const field of ['total_sales', 'sales_bonus', 'level_bonus', 'total_bonus']) {
        const formatted = (card?.[field] ?? '').replace('-', '−').replace(/^(−?)/, '$1$$')
        expect(statement.textContent).toContain(formatted)
      }
      expect(statement.textContent).toContain(Number(card?.group_pv).toLocaleString('en-US').replace('-', '−'))
      if (legs.length === 0) return
      const rows = within(await screen.findByRole('table', { name: 'Direct line' })).getAllByRole('row')
      for (const [n, leg] of legs.entries()) expect(rows[n + 1]?.textContent).toContain(leg)
    }

    it('shows, previews and closes March as in the plan', async () => {
      const { folder } = commands
      await command('import', 'members', csvPath('example-1/members'))
      await command('import', 'orders', csvPath('example-1/orders'))
      await command('month', 'preview', '2026-03', '--out', join(folder, 'march'))
      await expectFiles(join(folder, 'march'), 'example-1')
      await signInMembers()
      await expectSales('03', 'example-1')
      const [ada] = readTable('example-1/cards')
      await expectPage('03', ada, ['3,050', '700'])

      await command('month', 'skip-until', '2026-03')
      await command('month', 'close', '2026-03', '--out', join(folder, 'closed'))
      await expectFiles(join(folder, 'closed'), 'example-1')
      await vi.waitFor(async () => expect((await fetchSales('A', '03')).detail.state).toBe('closed'))
      await expectSales('03', 'example-1')
      await expectPage('03', ada, ['3,050', '700'])
    })

    it('includes returns of March orders in April and leaves March unchanged', async () => {
      const { folder } = commands
      await command('import', 'members', csvPath('example-2/members'))
      await command('import', 'orders', csvPath('example-2/orders'))
      await command('import', 'returns', csvPath('example-2/returns'))
      await command('month', 'preview', '2026-04', '--out', join(folder, 'april'))
      await expectFiles(join(folder, 'april'), 'example-2')
      await expectSales('04', 'example-2')
      await expectPage('04', readTable('example-2/cards')[0], ['905', '20'])

      await command('month', 'close', '2026-04', '--out', join(folder, 'april-closed'))
      await expectFiles(join(folder, 'april-closed'), 'example-2')
      await expectSales('04', 'example-2')
      await expectSales('03', 'example-1')
      await command('month', 'preview', '2026-03', '--out', join(folder, 'again'))
      await expectFiles(join(folder, 'again'), 'example-1')
      // Negative amounts are shown as such.
      await expectPage('04', readTable('example-2/cards')[6], [])
      expect(await command('verify')).toMatch(/all agree/)
    })
  },
  {},
  () => {
    commands = commandLineForSuite()
    return commands.connection
  },
)
