import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample } from '#test/example-shop.ts'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const march = '2026-03'

pageTest('the pages of the network', (app) => {
  let sellerId: number
  beforeAll(async () => {
    const { connection, db } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, month(march), Date.now()))
    await closeWithDefaults(connection, month(march), { now: Date.parse('2026-04-06T04:00:00Z') })
    const { rows } = await connection.pool.query(`select id from users where member_no = 'D'`)
    sellerId = rows[0].id
  })
  const findTree = async () => within(await screen.findByRole('treegrid', { name: 'No sponsor' }))
  const focusedLevel = () => document.activeElement?.getAttribute('aria-level')

  it('show any member’s downline in any month, by keyboard', async () => {
    const { user, path } = await openAdminPage(await openStaffBrowser(app, 'clerk'), adminPaths.network)
    const tree = await findTree()
    const [firstMember] = (await tree.findAllByRole('row')).filter((row) => row.hasAttribute('aria-expanded'))
    if (!firstMember) throw new Error('No member has a direct line.')
    expect(firstMember.getAttribute('aria-level')).toBe('1')

    // The right arrow expands legs, and the left arrow collapses them, including from a child.
    firstMember.focus()
    await user.keyboard('{ArrowRight}')
    expect(firstMember.getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(document.querySelector('tr[aria-level="2"]')).not.toBeNull())
    await user.keyboard('{ArrowRight}')
    expect(focusedLevel()).toBe('2')
    await user.keyboard('{ArrowLeft}')
    expect(focusedLevel()).toBe('1')
    await user.keyboard('{ArrowLeft}')
    expect(firstMember.getAttribute('aria-expanded')).toBe('false')

    // Enter opens a member's downline; the path leads back, and the month stays in the URL.
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    const upward = within(await screen.findByRole('navigation', { name: 'Path to the top' }))
    expect(upward.getAllByRole('listitem')).toHaveLength(2)
    await user.selectOptions(screen.getByLabelText('Month'), march)
    await screen.findByText(/final figures/)
    expect(path()).toContain(`month=${march}`)
    await user.click(screen.getByRole('link', { name: 'Top' }))
    await findTree()
    expect(path()).toContain(`month=${march}`)

    await user.click(screen.getByRole('link', { name: 'Review' }))
    for (const name of ['Shared addresses', 'Large orders', 'Large legs']) {
      await user.click(await screen.findByRole('link', { name }))
      await waitFor(() => expect(screen.getByRole('link', { name }).getAttribute('aria-current')).toBe('true'))
      await waitFor(() =>
        expect(screen.queryByRole('table', { name }) ?? screen.queryByText(/^Nothing /)).not.toBeNull(),
      )
    }
    await user.click(screen.getByRole('link', { name: 'Tree' }))
    await screen.findByRole('treegrid')
  })

  it('show who earned what from a completed order, up to its value', async () => {
    const id = await makeOrder(app().services, { creditedUserId: sellerId as never })
    await changeOrderTo(app().services, id, 'paid', 'completed')
    await app().services.network.catchUp()
    const { user } = await openAdminPage(await openStaffBrowser(app, 'clerk'), '/admin/orders?status=completed')
    await user.click(await screen.findByRole('link', { name: String(id) }))
    await user.click(await screen.findByRole('link', { name: 'Bonuses of this order' }))
    await screen.findByRole('heading', { name: 'Who was paid' })
    const toDollars = (text: string | null | undefined) => Number.parseFloat((text ?? '').replace(/[$,]/g, ''))
    const readFigure = (name: string) => toDollars(screen.getByText(name).nextElementSibling?.textContent)
    const paid = readFigure('Paid to members')
    expect(paid).toBeGreaterThan(0)
    expect(paid + readFigure('Left for the company')).toBeCloseTo(readFigure('CV'), 2)
    const unclaimed = toDollars(screen.getByText(/of it unclaimed/).textContent)
    expect(paid + unclaimed).toBeCloseTo(readFigure('Maximum payable'), 2)
  })
})
