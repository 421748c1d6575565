import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { workOnMonthRuns } from '#server/compensation/months/month-run.jobs.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import type { Browser } from '#test/browser.ts'
import { createExample } from '#test/example-shop.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { findRow, findRowMenuItem } from '#test/page-rows.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const march = month('2026-03')
const marchPath = `${adminPaths.months}/${march}`

pageTest('the page of a month', (app) => {
  let owner: Browser
  let manager: Browser
  beforeAll(async () => {
    const { services } = app()
    await createExample(services.connection, 'example-1')
    await inTransaction(services.db, (trx) => skipMonths(trx, march, Date.now()))
    await setPayoutMethods(services.connection)
    await workOnMonthRuns(services)
    // Below each payout of the example, so that manual payouts need a second approver.
    await inTransaction(services.db, (trx) => storeSetting(trx, 'refund_approval_above', '20'))
    await services.settings.reload()
    owner = await openStaffBrowser(app, 'owner')
    manager = await openStaffBrowser(app, 'manager')
  })
  /** The manager approves the only open proposal. */
  const approve = async () => {
    const { approvals } = (await manager.get('/admin/approvals.json?only=pending')).json()
    const [approval] = approvals.filter(({ state }: { state: string }) => state === 'proposed')
    expect((await manager.post('/admin/approvals/approve', { approval_id: approval.id })).statusCode).toBe(200)
  }
  const findSecondPayee = async () => {
    const payouts = within(await screen.findByRole('table', { name: 'Payouts' }))
    const [, , row] = payouts.getAllByRole('row')
    return within(row as HTMLElement).getByRole('link').textContent
  }
  const findSection = (name: string, ...texts: string[]) =>
    waitFor(() => {
      const section = screen.getByRole('region', { name })
      for (const text of texts) expect(section.textContent).toContain(text)
      return within(section)
    })

  it('shows a preview, even after it was left, and closes the month once someone else approves', async () => {
    const { user, navigate } = await openAdminPage(owner, '/admin')
    await user.click(await screen.findByRole('link', { name: /months? to close/ }))
    await screen.findByRole('heading', { level: 1, name: 'Months' })
    await user.click(await screen.findByRole('link', { name: 'March 2026' }))
    await user.click(await screen.findByRole('button', { name: 'Preview the month' }))
    await findSection('Closing', 'You can leave this page.')
    await navigate('/admin')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    await navigate(marchPath)
    await screen.findByRole('button', { name: 'Close March 2026…' })
    await findSection('Closing', '$648.91')

    const [warning] = screen.getAllByRole('link', { name: /a large share of the month/ })
    await user.click(warning as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: 'Network' })
    expect((await screen.findAllByText('O3')).length).toBeGreaterThan(0)
    await navigate(marchPath)
    ;(await screen.findByRole('button', { name: 'Close March 2026…' })).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe((await findDialog()).getByLabelText('Reason'))
    await user.keyboard('The month has settled{Enter}')
    await findSection('Closing', 'someone else approves it')
    await approve()
    await findSection('Paying', '$648.91')
  })

  it('retries a failed payout, and is paid with the exact total of the bank once someone else approves', async () => {
    const { user } = await openAdminPage(owner, marchPath)
    const payee = await findSecondPayee()
    expect(await screen.findAllByRole('row')).toHaveLength(6)
    await user.click(await findRowMenuItem(user, payee, 'Mark as failed…'))
    const failed = await findDialog()
    await user.type(failed.getByLabelText('Reason'), 'The bank could not find the number')
    await user.click(failed.getByRole('button', { name: 'Mark as failed' }))
    await findRow(payee, 'Failed')
    await findSection('Paying', '1 more is on hold, failed')
    await user.click(await findRowMenuItem(user, payee, 'Retry…'))
    await user.click((await findDialog()).getByRole('button', { name: 'Retry' }))
    await findRow(payee, 'Due')

    await user.click(screen.getByRole('button', { name: 'Mark as paid…' }))
    const pay = await findDialog()
    const total = pay.getByLabelText('Total of your bank list')
    await user.type(total, '600')
    await user.type(pay.getByLabelText('Reason'), 'Sent with the list of the 15th')
    await user.click(pay.getByRole('button', { name: 'Mark as paid' }))
    expect(await pay.findAllByText(/total \$648\.91/)).toHaveLength(1)
    await user.clear(total)
    await user.type(total, '648.91')
    await user.click(pay.getByRole('button', { name: 'Mark as paid' }))
    await findSection('Paying', 'Once someone else approves it')
    await approve()
    await findRow(payee, 'Quick Pay', 'Sent')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Paying' })).toBeNull())
  })

  it('shows who approved the manual resending of a returned payout, and records it exactly as approved', async () => {
    const { user, navigate } = await openAdminPage(owner, marchPath)
    const payee = await findSecondPayee()
    await user.click(await findRowMenuItem(user, payee, 'Mark as returned…'))
    const returned = await findDialog()
    await user.type(returned.getByLabelText('Reason'), 'The account was closed')
    await user.click(returned.getByRole('button', { name: 'Mark as failed' }))
    await screen.findByText('Paid, 1 open')

    await user.click(await findRowMenuItem(user, payee, 'Mark as sent…'))
    const proposal = await findDialog()
    await user.selectOptions(proposal.getByLabelText('Method'), 'Cash')
    await user.type(proposal.getByLabelText(/^Reference/), 'At the counter')
    await user.type(proposal.getByLabelText(/^Reason/), 'The account no longer exists')
    proposal.getByText(/needs a second approval/)
    await user.click(proposal.getByRole('button', { name: 'Propose payout' }))
    await findRow(payee, 'Sending it in cash needs a second approval: you proposed it.')
    await approve()
    await findRow(payee, 'Sending it in cash is approved by manager')

    await user.click(await findRowMenuItem(user, payee, 'Mark as sent…'))
    const sent = await findDialog()
    expect(sent.getByLabelText(/^Reference/)).toHaveProperty('value', 'At the counter')
    await user.click(sent.getByRole('button', { name: 'Mark as sent' }))
    await findRow(payee, 'At the counter')
    await user.click(await findRowMenuItem(user, payee, 'History'))
    expect((await findDialog()).getAllByRole('listitem')).toHaveLength(5)
    await user.keyboard('{Escape}')
    await navigate(adminPaths.payees)
    const payees = within(await screen.findByRole('table', { name: 'Payees' }))
    expect(payees.getAllByRole('row')[1]?.textContent).toContain('$247.21')
  })

  it('shows the other person the approved payout alone, from the approval', async () => {
    const { user } = await openAdminPage(manager, '/admin/approvals')
    const card = (await screen.findByText(/At the counter/)).closest('article') as HTMLElement
    await user.click(within(card).getByRole('link'))
    const payouts = await findSection('Payouts', 'At the counter')
    expect(payouts.getAllByRole('row')).toHaveLength(2)
  })
})
