import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample } from '#test/example-shop.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const march = '2026-03'

pageTest('the income and volume of members', (app) => {
  beforeAll(async () => {
    const { connection, db } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, month(march), Date.now()))
    await closeWithDefaults(connection, month(march), { now: Date.parse('2026-04-06T04:00:00Z') })
  })
  const toNumber = (text: string) => Number(text.replace('–', '0').replace('−', '-').replace(/[$,]/g, ''))
  /** Numbers of a column in display order; the first column has headers. */
  const readColumn = (table: HTMLElement, column: number) =>
    [...table.querySelectorAll(`td:nth-of-type(${column})`)].map(({ textContent }) => toNumber(textContent))

  it('show a manager a year by level, whose figures add up, as a sentence and as a file', async () => {
    const browser = await openStaffBrowser(app, 'manager')
    const { user, navigate } = await openAdminPage(browser, adminPaths.network)
    await user.click(await screen.findByRole('link', { name: 'Income' }))
    await navigate(`${adminPaths.income}?year=2026`)
    const figures = await screen.findByRole('table', { name: 'Income by level' })
    expect(within(figures).getAllByRole('row')).toHaveLength(11)
    for (const column of [1, 9]) {
      const [total = 0, ...levels] = readColumn(figures, column)
      expect(total).toBeGreaterThan(0)
      expect(levels.reduce((sum, value) => sum + Math.round(value * 100), 0)).toBe(Math.round(total * 100))
    }
    const [memberCount = 0] = readColumn(figures, 1)
    screen.getByText(new RegExp(`^Of ${memberCount} members, .* earned nothing (in|from) `))
    screen.getByRole('button', { name: 'Copy sentence' }).focus()
    await user.keyboard('{Enter}')
    await waitForToast('Sentence copied.')

    const file = await browser.get(screen.getByRole('link', { name: 'Export' }).getAttribute('href') ?? '')
    const [header, totalRow] = parseCsv(file.body).map(({ cells }) => cells)
    expect(header?.slice(0, 5)).toEqual(['year', 'months', 'level', 'level_name', 'people'])
    expect(totalRow?.slice(2, 5)).toEqual(['all', '', String(memberCount)])

    await navigate(`${adminPaths.income}?year=2001`)
    await screen.findByText('No month of 2001 is closed')
    await navigate(`${adminPaths.income}?year=3000`)
    await screen.findByRole('alert')
  })

  it('show a manager the volume of a month by group, largest first, and open a leader', async () => {
    const { user, navigate, path } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.network)
    await user.click(await screen.findByRole('link', { name: 'Volume shares' }))
    await screen.findByRole('link', { name: 'Volume shares', current: 'page' })
    await user.selectOptions(await screen.findByLabelText('Month'), march)
    await screen.findByText(/final figures/)
    const groups = await screen.findByRole('table', { name: 'Volume by group' })
    expect(within(groups).getAllByRole('row')[1]?.textContent).toContain('All orders')
    const volumes = readColumn(groups, 1)
    expect(volumes.length).toBeGreaterThan(3)
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))

    const [, leader] = groups.querySelectorAll<HTMLElement>('[data-row-link]')
    leader?.focus()
    await user.keyboard('{Enter}')
    await screen.findAllByText('Group PV')
    expect(path()).toMatch(new RegExp(`/admin/network\\?month=${march}&member=\\d+`))
    await navigate(`${adminPaths.volumeShares}?month=2999-01`)
    await screen.findByRole('alert')
  })

  it('are not shown to a clerk', async () => {
    const { navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), adminPaths.network)
    await screen.findByRole('link', { name: 'Corrections' })
    for (const name of ['Income', 'Volume shares']) expect(screen.queryByRole('link', { name })).toBeNull()
    await navigate(adminPaths.income)
    await screen.findByRole('heading', { name: 'You don’t have access to this' })
  })
})
