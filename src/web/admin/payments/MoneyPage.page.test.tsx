import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { findRow, findRowButton, findRowMenuItem, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { placeUnpaidOrder } from '#test/unpaid-order.ts'

const moneyPath = adminPaths.money

pageTest('the money pages', (app) => {
  /** A clerk books an amount in dollars for an order. */
  const bookPayment = async (id: number, amount: number, reference = '') =>
    postAs(await openStaffBrowser(app, 'clerk'), `/admin/orders/${id}/payments/book`, { amount, reference })
  const placeOverpaidOrder = async () => {
    const { id, total } = await placeUnpaidOrder(app())
    await bookPayment(id, total + 7.5)
    return id
  }

  it('show the next step of an unpaid order and its date, settle a payment claim, and move a due date', async () => {
    const { id } = await placeUnpaidOrder(app())
    await inTransaction(app().services.db, async (trx) => {
      const claim = {
        orderId: id,
        claimant: 'link_holder',
        method: undefined,
        note: 'From my sister’s account',
      } as const
      expect(await claimPayment(trx, { kind: 'customer' }, claim)).toMatchObject({ ok: true })
    })
    const { user, navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), moneyPath)
    await user.click(await screen.findByRole('link', { name: /say they’ve paid/ }))
    await findRow(String(id), '“From my sister’s account”', 'It won’t be canceled until you settle this.')

    await user.click(await findRowMenuItem(user, String(id), 'No payment found…'))
    await user.type(await screen.findByLabelText('What you found'), 'No payment arrived')
    const settle = await findDialog()
    await user.click(settle.getByRole('button', { name: 'Settle' }))
    await waitForNoRow(String(id))

    await navigate(`${moneyPath}?tab=unpaid`)
    await findRow(String(id), 'The first reminder goes out on', 'at noon on')
    await user.click(await findRowMenuItem(user, String(id), 'Change due date…'))
    const dueOn = await screen.findByLabelText('Due on')
    const move = await findDialog()
    await user.type(move.getByLabelText('Reason'), 'On vacation until then')
    await user.clear(dueOn)
    await user.type(dueOn, '2020-01-02')
    await user.click(move.getByRole('button', { name: 'Change' }))
    await move.findByText('The due date cannot be in the past.')
    await user.clear(dueOn)
    await user.type(dueOn, '2098-03-04')
    await user.click(move.getByRole('button', { name: 'Change' }))
    await findRow(String(id), 'March 4, 2098')
  })

  it('clear a check or mark it as bounced', async () => {
    const [cleared, bounced] = [
      await placeUnpaidOrder(app(), { payment: 'check' }),
      await placeUnpaidOrder(app(), { payment: 'check' }),
    ]
    await bookPayment(cleared.id, cleared.total, '1041')
    await bookPayment(bounced.id, bounced.total, '1042')
    const { user } = await openAdminPage(await openStaffBrowser(app, 'clerk'), `${moneyPath}?tab=uncleared`)
    await findRow(String(cleared.id), '1041')
    await user.click(screen.getByRole('button', { name: `Check of order ${cleared.id} cleared` }))
    await waitForToast('Check marked as cleared.')
    await waitForNoRow(String(cleared.id))
    await user.click(screen.getByRole('button', { name: `Check of order ${bounced.id} bounced` }))
    const dialog = await findDialog()
    dialog.getByText(/is due again/)
    await user.click(dialog.getByRole('button', { name: 'Mark as bounced' }))
    await waitForNoRow(String(bounced.id))
  })

  it('show a clerk the refunds due, without the actions', async () => {
    const id = await placeOverpaidOrder()
    await openAdminPage(await openStaffBrowser(app, 'clerk'), `${moneyPath}?tab=overpaid`)
    await findRow(String(id), '$7.50')
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
  })

  it('refund an overpayment, and keep the input when another payment arrives meanwhile', async () => {
    const id = await placeOverpaidOrder()
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), `${moneyPath}?tab=overpaid`)
    await user.click(await findRowButton(String(id), `Refund order ${id}`))
    await screen.findByRole('table', { name: 'Order balance' })
    const dialog = await findDialog()
    dialog.getByRole('row', { name: 'Refund due $7.50' })
    const amount = dialog.getByLabelText('Amount')
    expect(amount).toHaveProperty('value', '7.50')

    await user.type(dialog.getByLabelText('Reason'), 'Sent back by Quick Pay')
    await bookPayment(id, 1)
    await user.click(dialog.getByRole('button', { name: 'Record refund' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else changed this order.')
    expect(dialog.getByText('Balance:').parentElement?.textContent).toContain('−$7.50 −$8.50')
    expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Sent back by Quick Pay')
    await dialog.findByRole('row', { name: 'Refund due $8.50' })
    await user.clear(amount)
    await user.type(amount, '8.50')
    await user.click(dialog.getByRole('button', { name: 'Record refund' }))
    await waitForToast(`Refund recorded for order ${id}.`)
    await waitForNoRow(String(id))
  })
})
