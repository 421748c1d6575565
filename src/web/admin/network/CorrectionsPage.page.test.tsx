import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Browser } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample } from '#test/example-shop.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const correctionsPath = adminPaths.corrections

pageTest('bonus corrections', (app) => {
  let owner: Browser
  let manager: Browser
  let memberId: number
  beforeAll(async () => {
    const { connection, db } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    await closeWithDefaults(connection, month('2026-03'), { now: Date.parse('2026-04-06T04:00:00Z') })
    const { rows } = await connection.pool.query(`select id from users where member_no = 'D'`)
    memberId = rows[0].id
    owner = await openStaffBrowser(app, 'owner')
    manager = await openStaffBrowser(app, 'manager')
  })
  const findCard = async (text: string) => {
    const reason = await screen.findByText(new RegExp(text))
    return within(reason.closest('article') as HTMLElement)
  }
  const findSection = async (name: string) => within(await screen.findByRole('region', { name }))

  it('are proposed from the month of a member by keyboard alone, and only as previewed', async () => {
    const { user, navigate } = await openAdminPage(manager, correctionsPath)
    await screen.findByText('No corrections yet')
    await waitFor(() => expect(document.title).toBe('Corrections – Network – Back office'))

    await navigate(`${adminPaths.members}/${memberId}`)
    ;(await screen.findByRole('link', { name: 'Add correction for March 2026' })).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Correct a bonus' })
    expect(await screen.findByLabelText('Month to correct')).toHaveProperty('value', '2026-03')
    const previewButton = screen.getByRole('button', { name: 'Preview' })
    previewButton.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Enter an amount.')
    const amount = screen.getByLabelText('Amount in dollars')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    await user.type(amount, '12.34')
    await user.tab()
    await user.tab()
    await user.keyboard('The code was mistyped.')
    await user.tab()
    await user.keyboard('{Enter}')
    const preview = await findSection('Preview')
    preview.getByRole('row', { name: 'Sales bonus $0.00 $12.34' })
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('$79.96')
    // Any change requires a new preview.
    await user.type(screen.getByLabelText('Reason'), ' Sorry!')
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
    previewButton.focus()
    await user.keyboard('{Enter}')
    ;(await screen.findByRole('button', { name: /^Propose correction for/ })).focus()
    await user.keyboard('{Enter}')
    await waitForToast('Proposed.')
    await screen.findByText(/One correction needs a second approval\./)
  })

  it('are proposed from an order with its figures filled in, and not approved by their author', async () => {
    const { user, navigate } = await openAdminPage(manager, `${adminPaths.orderMoney}?order=O5`)
    const row = within(await findRow('Personal sale'))
    await user.click(row.getByRole('link', { name: /^Correct the bonus of/ }))
    await user.selectOptions(await screen.findByLabelText('Change'), 'less')
    expect(screen.getByLabelText('Month to correct')).toHaveProperty('value', '2026-03')
    expect(screen.getByLabelText('Bonus')).toHaveProperty('value', 'sales')
    expect(screen.getByLabelText(/^Order/)).toHaveProperty('value', 'O5')
    await user.type(screen.getByLabelText('Amount in dollars'), '2')
    await user.type(screen.getByLabelText('Reason'), 'The order was counted twice.')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await findSection('Preview')
    const preview = screen.getByRole('region', { name: 'Preview' }).textContent
    expect(preview).toContain('−$2.00')
    expect(preview).toContain('$58.81')
    await user.click(screen.getByRole('button', { name: /^Propose correction for/ }))
    await waitForToast('Proposed.')
    await navigate(adminPaths.approvals)
    const card = await findCard('counted twice')
    card.getByRole('button', { name: 'Withdraw' })
    expect(card.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('are approved by another person as previewed, which voids those based on earlier data', async () => {
    const { user, navigate } = await openAdminPage(owner, adminPaths.approvals)
    const second = await findCard('counted twice')
    second.getByRole('heading', { level: 2, name: 'Correct the sales bonus of member D, March 2026' })
    await second.findByRole('row', { name: 'Total bonus $0.00 −$2.00' })
    second.getByRole('button', { name: 'Approve' }).focus()
    await user.keyboard('{Enter}')
    await second.findByText('Approved and executed')
    const first = await findCard('mistyped')
    await first.findByText(/The data has changed/)
    await user.click(first.getByRole('button', { name: 'Approve' }))
    await first.findByText('Void')

    await navigate(correctionsPath)
    const row = await findRow('The order was counted twice.', '−$2.00')
    expect(row.textContent).toMatch(/manager\d+@shop\.example, approved by owner\d+@shop\.example/)
    await user.click(within(row).getByRole('link', { name: 'O5' }))
    await screen.findByRole('region', { name: 'Manual corrections' })
    await findRow('The order was counted twice.', '−$2.00')
    await navigate(`${adminPaths.network}?member=${memberId}`)
    const section = await findSection('Bonus corrections')
    await section.findByText('The order was counted twice.')
  })
})
