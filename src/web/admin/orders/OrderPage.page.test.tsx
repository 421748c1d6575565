import { render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Order } from '#contract/orders/calls.ts'
import type { Role } from '#contract/permissions.ts'
import { signInAs } from '#test/create-network.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fetchOrder, findOrderHeader, postAs, readLedger } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'
import { OrderTimeline } from '#web/account/orders/OrderTimeline.tsx'
import { PaymentCard } from '#web/account/orders/PaymentCard.tsx'

pageTest('the page of an order', (app) => {
  async function openOrder(role: Role, id: number, query = '') {
    const browser = await openStaffBrowser(app, role)
    const page = await openAdminPage(browser, `/admin/orders/${id}${query}`)
    return { ...page, browser, header: await findOrderHeader(id) }
  }
  const findInDialog = async (text: string | RegExp) => (await findDialog()).findByText(text)
  async function chooseFromMenu(user: UserEvent, name: string) {
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }

  it('unpacks a shipment packed by mistake with one click, and hands over a pickup', async () => {
    const id = await makeOrder(app().services, { form: pickupForm })
    await changeOrderTo(app().services, id, 'paid')
    const { user, fill, header } = await openOrder('clerk', id)
    // A second press while a step is being made is ignored.
    const clickNext = async (name: string) => user.click(await header.findByRole('button', { name, busy: false }))
    await clickNext('Pack')
    // Toasts are accessible to everyone, including their dismiss button.
    await screen.findByRole('button', { name: 'Dismiss' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await header.findByText('Not packed')
    await clickNext('Pack')
    await clickNext('Ready for pickup')
    await clickNext('Hand over')
    const dialog = await findDialog()
    const name = dialog.getByLabelText('Picked up by')
    expect(name).toHaveProperty('value', 'Ana Reyes')
    await fill(name, 'Tom Roe')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    await screen.findByText(/, picked up by Tom Roe/)
  })

  it('previews a return of two of three units and books it with at most six actions, then the refund', async () => {
    const { services } = app()
    const { id: creditedUserId } = await makeUser(services.db)
    const id = await makeOrder(services, { quantity: 3, creditedUserId })
    await changeOrderTo(services, id, 'paid', 'completed')
    const { user, fill, header } = await openOrder('manager', id)
    let actions = 0
    const act = async (action: Promise<unknown>) => {
      actions += 1
      await action
    }
    await act(user.click(header.getByRole('button', { name: 'Return items' })))
    const dialog = await findDialog()
    await act(fill(dialog.getByLabelText(/^Quantity returned: /), '2'))
    expect(await dialog.findAllByText('$76.00')).not.toEqual([])
    dialog.getByText('2 of 2 items will be restocked.')
    dialog.getByText(/76 PV and/)
    dialog.getByText(/Bonus \$[\d,.]+ → \$[\d,.]+/)
    await act(fill(dialog.getByLabelText('Reason for the return'), 'Two were opened'))
    await act(user.click(dialog.getByRole('button', { name: 'Return and credit $76.00' })))
    await waitUntilClosed()
    expect(actions).toBeLessThanOrEqual(6)
    await screen.findByText(/2 of 3 returned/)
    within(screen.getByRole('region', { name: 'Returns' })).getByText(/Two were opened/)

    await user.click(header.getByRole('button', { name: /^Refund \$/ }))
    await findInDialog(/Credit note/)
    const refund = await findDialog()
    await user.type(refund.getByLabelText('Reason'), 'They were returned')
    await user.click(refund.getByRole('button', { name: 'Record refund' }))
    await waitUntilClosed()
    await header.findByText('Partly refunded')
    expect(readLedger()).toEqual({ sum: 0, balance: 0 })
  })

  it('shows the customer a credit without a return, and credits the remainder with a later return', async () => {
    const { services } = app()
    const { id: userId } = await makeUser(services.db)
    const id = await makeOrder(services, { userId })
    await changeOrderTo(services, id, 'paid', 'completed')
    const { user, fill, header } = await openOrder('manager', id)
    screen.getByRole('button', { name: 'More actions' }).focus()
    await user.keyboard('{Enter}')
    const item = await screen.findByRole('menuitem', { name: 'Credit an amount …' })
    item.focus()
    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    dialog.getByText(/points and bonuses don’t change/)
    const amount = dialog.getByLabelText('Amount')
    await waitFor(() => expect(document.activeElement).toBe(amount))
    await user.keyboard('500')
    await user.tab()
    await user.keyboard('The box was torn{Enter}')
    expect(await dialog.findAllByText(/You can credit at most \$38\.00/)).toHaveLength(1)
    await fill(amount, '12.50')
    await user.keyboard('{Enter}')
    await waitUntilClosed()
    await header.findByText('Refund due')
    header.getByRole('button', { name: 'Refund $12.50' })
    const row = screen.getByRole('row', { name: /Credit note \d+, without a return/ })
    expect(row.textContent).toContain('−$12.50')
    const { sum, balance } = readLedger()
    expect(sum).toBe(-balance)

    await user.click(header.getByRole('button', { name: 'Return items' }))
    const returned = await findDialog()
    await fill(returned.getByLabelText(/^Quantity returned: /), '1')
    const credited = await returned.findByText('Already credited')
    expect(credited.parentElement?.textContent).toBe('Already credited−$12.50')
    expect(returned.getByText('Credit note').parentElement?.textContent).toBe('Credit note$25.50')

    const customer = await signInAs(app, services.connection, userId)
    const order = (await customer.get(`/account/orders/${id}.json`)).json<Order>()
    const { container } = render([
      <PaymentCard key="payment" order={order} claim={null} />,
      <OrderTimeline key="timeline" order={order} />,
    ])
    const receipt = within(container)
    receipt.getByText('We’ll refund $12.50')
    receipt.getByText(/We credited \$12\.50 \(credit note \d+\)\./)
  })

  it('asks twice about an amount far above the balance, and waits for an owner to approve a large refund', async () => {
    const id = await makeOrder(app().services)
    const { user, fill, header, browser } = await openOrder('manager', id, '?do=pay')
    const payment = await findDialog()
    const amount = payment.getByLabelText<HTMLInputElement>('Amount received')
    await fill(amount, String(Number(amount.value) + 650))
    await user.click(payment.getByRole('button', { name: 'Record' }))
    await user.click(await payment.findByRole('checkbox', { name: 'Yes, this amount was received.' }))
    await user.click(payment.getByRole('button', { name: 'Record' }))
    await header.findByText('Overpaid')

    await openAdminPage(browser, `/admin/orders/${id}?do=refund`)
    const refund = await findDialog()
    await refund.findByText(/need a second approval/)
    await user.type(refund.getByLabelText('Reason'), 'Paid twice')
    await user.click(refund.getByRole('button', { name: 'Propose refund' }))
    await screen.findByText(/A refund of \$650\.00 needs approval\. You proposed it/)

    const owner = await openOrder('owner', id)
    await owner.user.click(await screen.findByRole('link', { name: 'Review' }))
    const card = within((await screen.findByRole('link', { name: 'View order' })).closest('article') as HTMLElement)
    card.getByText(new RegExp(`Refund order ${id}`))
    expect(card.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(`/admin/orders/${id}`)
    await owner.user.click(card.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())

    const manager = await openAdminPage(browser, `/admin/orders/${id}`)
    await screen.findByText(/A refund of \$650\.00 is approved/)
    await manager.user.click(screen.getByRole('button', { name: 'Record refund' }))
    const approved = await findDialog()
    expect(approved.getByLabelText('Amount')).toHaveProperty('value', '650.00')
    await manager.user.click(approved.getByRole('button', { name: 'Record refund' }))
    await waitUntilClosed()
    await (await findOrderHeader(id)).findByText('Paid')
    await waitFor(() => expect(readLedger()).toEqual({ sum: 0, balance: 0 }))
  })

  it('previews the totals of an edit, keeps the earlier version, and shows the amounts of a cancellation', async () => {
    const { services } = app()
    await makeProduct(services.db, { name: 'Oxide Cream', stock: 10, priceCents: 1200 })
    const id = await makeOrder(services)
    const { user, fill, header } = await openOrder('clerk', id)
    await user.click(screen.getByRole('button', { name: 'Edit order' }))
    const edit = await findDialog()
    await fill(edit.getByLabelText(/^Quantity of /), '2')
    await user.type(edit.getByRole('combobox', { name: 'Add a product' }), 'oxide')
    await screen.findByRole('option', { name: /Oxide/ })
    await user.keyboard('{Enter}')
    await fill(edit.getByLabelText('City'), 'Newark')
    await edit.findByText(/more than before/)
    await user.type(edit.getByLabelText('Reason'), 'She called')
    await user.click(edit.getByRole('button', { name: 'Save changes' }))
    await waitUntilClosed()
    await within(screen.getByRole('region', { name: 'Items' })).findByText(/Oxide/)
    await user.click(await screen.findByRole('button', { name: /version 2/ }))
    await findInDialog(/She called/)
    await user.keyboard('{Escape}')
    await waitUntilClosed()

    await chooseFromMenu(user, 'Cancel order …')
    await findInDialog(/The customer no longer owes/)
    await findInDialog('3 items will be restocked.')
    const cancel = await findDialog()
    await user.type(cancel.getByLabelText('Reason'), 'She called again')
    await user.click(cancel.getByRole('button', { name: 'Cancel order' }))
    await header.findByText('Canceled')
    await waitUntilClosed()
    await chooseFromMenu(user, 'Reinstate …')
    await findInDialog(/3 items will be taken out of stock again/)
    const reinstate = await findDialog()
    await user.type(reinstate.getByLabelText('Reason'), 'It was another order')
    await user.click(reinstate.getByRole('button', { name: 'Reinstate' }))
    await header.findByText('Processing')
  })

  it('opens the dialog of each task from the URL, and the explanation of the total', async () => {
    const id = await makeOrder(app().services, { quantity: 2 })
    const { browser, ...page } = await openOrder('manager', id)
    let { navigate, user } = page
    const openDialog = async (order: number, task: string, title: string, entryId?: number | null) => {
      await navigate(`/admin/orders/${order}?do=${task}${entryId == null ? '' : `&of=${entryId}`}`)
      await screen.findByRole('dialog', { name: title })
    }
    await openDialog(id, 'pay', 'Record a payment')
    await openDialog(id, 'due', `Due date of order ${id}`)
    await openDialog(id, 'adjust', 'Credit an amount')
    await openDialog(id, 'pack', 'Pack some items')
    const { balance } = (await fetchOrder(browser, id)).money
    await postAs(browser, `/admin/orders/${id}/payments/book`, {
      amount: balance,
      method: 'check',
    })
    await postAs(browser, `/admin/orders/${id}/pack`, { uncleared: true })
    const { ledger, fulfillment } = await fetchOrder(browser, id)
    ;({ navigate, user } = await openAdminPage(browser, `/admin/orders/${id}`))
    await openDialog(id, 'bounced', 'The check bounced', ledger.at(-1)?.id)
    await findInDialog(/The entry stays/)
    await openDialog(id, 'correct', 'Undo this entry', ledger.at(-1)?.id)
    await openDialog(id, 'ship', 'Ship')
    await openDialog(id, 'void', 'Unpack', fulfillment.shipments[0]?.id)
    await openDialog(id, 'complete', 'Complete order')
    await findInDialog(/may still bounce/)
    await navigate(`/admin/orders/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Why this total?' }))
    await screen.findByRole('dialog', { name: 'Why this total?' })
    const pickup = await makeOrder(app().services, { form: pickupForm })
    await openDialog(pickup, 'hand_over', 'Hand over')
    await postAs(browser, `/admin/orders/${pickup}/cancel`, { reason: 'By mistake' })
    await openAdminPage(browser, `/admin/orders/${pickup}?do=reinstate`)
    await screen.findByRole('dialog', { name: 'Reinstate order' })
  })
})
