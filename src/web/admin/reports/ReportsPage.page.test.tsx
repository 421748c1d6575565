import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { month, monthOf } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample } from '#test/example-shop.ts'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const march = '2026-03'

pageTest('the reports', (app) => {
  beforeAll(async () => {
    const { connection, db } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, month(march), Date.now()))
    await closeWithDefaults(connection, month(march), { now: Date.parse('2026-04-06T04:00:00Z') })
    const { rows } = await connection.pool.query(`select id from users where member_no = 'D'`)
    for (let count = 0; count < 2; count++)
      await changeOrderTo(
        app().services,
        await makeOrder(app().services, { creditedUserId: rows[0].id }),
        'paid',
        'completed',
      )
  })
  const findFigures = async () => within(await screen.findByRole('table', { name: 'Figures by month' }))

  it('show a year by month, open the rows behind a figure, and export the report', async () => {
    const browser = await openStaffBrowser(app, 'manager')
    const { user } = await openAdminPage(browser, adminPaths.home)
    await user.click(await screen.findByRole('link', { name: 'Reports' }))
    expect((await findFigures()).getAllByRole('row')).toHaveLength(14)
    await user.click(screen.getByRole('link', { name: 'Volume' }))
    await screen.findAllByRole('rowheader', { name: 'Customers' })
    const file = await browser.get(screen.getByRole('link', { name: 'Export' }).getAttribute('href') ?? '')
    expect(parseCsv(file.body)[0]?.cells.slice(0, 4)).toEqual(['month', 'kind', 'orders', 'cv'])

    // The count of a month's customer orders opens one row per completed order.
    const now = shortMonthName(monthOf(Date.now()))
    const orders = screen.getByRole('link', { name: new RegExp(`, Orders of Customers in ${now}$`) })
    expect(orders.textContent).toBe('2')
    await user.click(orders)
    await screen.findByRole('heading', { level: 1, name: 'Counted volume' })
    expect(within(await screen.findByRole('table')).getAllByRole('row')).toHaveLength(3)
  })

  it('chart any figure, and open the member figures behind it', async () => {
    const browser = await openStaffBrowser(app, 'manager')
    const { user, path } = await openAdminPage(browser, `${adminPaths.reports}?from=2026-01&to=2026-12`)
    await user.click(await screen.findByRole('link', { name: 'Plan' }))
    const bonuses = await screen.findByRole('option', { name: 'Bonuses' })
    await user.selectOptions(screen.getByLabelText('The chart shows'), bonuses)
    await screen.findByText('Bonuses by month')
    expect(path()).toMatch(/report=plan.*figure=bonuses/)
    await user.click(
      (await findFigures()).getByRole('link', { name: new RegExp(`, Bonuses of ${shortMonthName(march)}$`) }),
    )
    await screen.findByRole('heading', { level: 1, name: 'Member figures' })
  })

  it('explain an empty span, and refuse one that ends before it starts', async () => {
    const browser = await openStaffBrowser(app, 'manager')
    const { navigate } = await openAdminPage(browser, `${adminPaths.reports}?from=2001-01&to=2001-02`)
    await screen.findByText('Nothing in these months')
    await navigate(`${adminPaths.reports}?from=2001-02&to=2001-01`)
    await screen.findByRole('alert')
  })
})
