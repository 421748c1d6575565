import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signInAs } from '#test/create-network.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fetchOrder, findOrderHeader, postAs, readLedger } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

const CHANGES = /\/admin\/changes\.json/
const failPoll = () => Promise.reject(new TypeError('Failed to fetch'))

pageTest('an order that two people change', (app) => {
  const orderPath = (id: number, step: string) => `/admin/orders/${id}/${step}`
  const openTwo = async () => ({
    owner: await openStaffBrowser(app, 'owner'),
    manager: await openStaffBrowser(app, 'manager'),
  })
  type Page = Awaited<ReturnType<typeof openAdminPage>>
  async function discardChanges({ user }: Page) {
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitUntilClosed()
  }

  it('shows the changes of the other person, and is neither paid nor shipped twice', async () => {
    const id = await makeOrder(app().services, { quantity: 2 })
    const clerk = await openStaffBrowser(app, 'clerk')
    const page = await openAdminPage(await openStaffBrowser(app, 'manager'), `/admin/orders/${id}`)
    const { user } = page
    const header = await findOrderHeader(id)

    // The payment dialog is open while the clerk records the payment.
    await user.click(header.getByRole('button', { name: /^Record payment/ }))
    const payment = await findDialog()
    await user.type(payment.getByLabelText(/^Reference/), 'the second')
    const { balance } = (await fetchOrder(clerk, id)).money
    await postAs(clerk, orderPath(id, 'payments/book'), { amount: balance })
    const balanceChange = await payment.findByText('Balance:')
    expect(balanceChange.parentElement?.textContent).toMatch(/\$[\d,.]+ \$0\.00$/)
    await user.click(payment.getByRole('button', { name: 'Record' }))
    expect((await payment.findByRole('alert')).textContent).toContain('Someone else changed this order.')
    expect(payment.getByLabelText(/^Reference/)).toHaveProperty('value', 'the second')
    payment.getByText(/This payment will be an overpayment\./)
    await user.click(payment.getByRole('button', { name: 'Cancel' }))
    await waitUntilClosed()
    expect(readLedger()).toEqual({ sum: 0, balance: 0 })

    // The clerk's note appears before the manager's is saved.
    await user.type(screen.getByLabelText('A note for other staff'), 'Ring the bell')
    await postAs(clerk, orderPath(id, 'notes/add'), { note: 'Leave it at the door' })
    const notes = within(await screen.findByRole('list', { name: 'Notes' }))
    await notes.findByText('Leave it at the door')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await notes.findByText('Ring the bell')
    expect((await fetchOrder(clerk, id)).notes.map(({ note }) => note)).toEqual([
      'Leave it at the door',
      'Ring the bell',
    ])

    // After the clerk packs, the next action changes.
    await postAs(clerk, orderPath(id, 'pack'), {})
    await user.click(await header.findByRole('button', { name: /^Ship/ }))
    const shipping = await findDialog()
    interceptRequests(CHANGES, failPoll)
    await user.type(shipping.getByLabelText(/^Tracking number/), '1Z999AA10123456785')
    await postAs(clerk, orderPath(id, 'ship'), { tracking_number: '1Z999AA10123456784' })
    await user.keyboard('{Enter}')
    expect((await shipping.findByRole('alert')).textContent).toContain('Someone else changed this order.')
    expect(shipping.getByLabelText(/^Tracking number/)).toHaveProperty('value', '1Z999AA10123456785')
    await waitFor(() => expect(shipping.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', false))
    await discardChanges(page)
    await screen.findByRole('link', { name: /1Z999AA10123456784/ })
  })

  it('lists the other person’s edit line by line in the editor', async () => {
    const id = await makeOrder(app().services, { quantity: 2 })
    const { owner, manager } = await openTwo()
    const page = await openAdminPage(manager, `/admin/orders/${id}?do=edit`)
    const dialog = await findDialog()
    await page.fill(dialog.getByLabelText(/^Quantity of /), '3')
    await dialog.findByText(/more than before/)
    await postAs(owner, '/admin/orders/edit', {
      order_id: id,
      lines: [{ position: 0, quantity: 4 }],
      reason: 'She called',
    })
    const changes = within(await dialog.findByRole('list', { name: 'What they changed' }))
    changes.getByText(/: 2 → 4/)
    await screen.findByText(/just changed this order/)
    await dialog.findByText(/less than before/)
    expect(Number(dialog.getByLabelText<HTMLInputElement>(/^Quantity of /).value)).toBe(3)
    await discardChanges(page)
  })

  it('shows the new figures of a return and their differences before it is booked', async () => {
    const { services } = app()
    const { id: creditedUserId } = await makeUser(services.db)
    const [id, other] = [await makeOrder(services, { creditedUserId }), await makeOrder(services, { creditedUserId })]
    await changeOrderTo(services, id, 'paid', 'completed')
    await changeOrderTo(services, other, 'paid')
    const { manager } = await openTwo()
    const { user, fill } = await openAdminPage(manager, `/admin/orders/${id}?do=return`)
    const dialog = await findDialog()
    await fill(dialog.getByLabelText(/^Quantity returned: /), '1')
    await fill(dialog.getByLabelText('Reason for the return'), 'Unopened')
    await dialog.findByText(/Bonus \$/)
    await changeOrderTo(services, other, 'completed')
    const confirm = () => user.click(dialog.getByRole('button', { name: /^Return and credit/ }))
    await confirm()
    await dialog.findByText(/Nothing was recorded/)
    dialog.getByText(/^PV of .*: [\d,]+ before, [\d,]+ now\./)
    expect(dialog.getByLabelText('Reason for the return')).toHaveProperty('value', 'Unopened')
    await confirm()
    await waitUntilClosed()
    await within(await screen.findByRole('region', { name: 'Returns' })).findByText(/Unopened/)
  })

  /** Opens a dialog of a page that learns of changes by others only from a refusal, because its polls fail. */
  async function openDialog(task: string, id: number, entryId?: number | null) {
    const { owner, manager } = await openTwo()
    const entry = entryId == null ? '' : `&of=${entryId}`
    const browser: typeof manager = {
      ...manager,
      inject: (options) => (CHANGES.test(String(options.url)) ? failPoll() : manager.inject(options)),
    }
    const { user, fill } = await openAdminPage(browser, `/admin/orders/${id}?do=${task}${entry}`)
    const dialog = await findDialog()
    const field = (name: string | RegExp) => dialog.getByLabelText<HTMLInputElement>(name)
    return {
      ...dialog,
      owner,
      user,
      field,
      fill: (name: string | RegExp, text: string) => fill(field(name), text),
      submit: (name: string) => user.click(dialog.getByRole('button', { name })),
      /** Expects the dialog to stay open, show the message and keep the reason. */
      async expectConflict(button: string, message: string | RegExp, reason?: string) {
        await user.click(dialog.getByRole('button', { name: button }))
        await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(message))
        if (reason !== undefined) expect(field('Reason').value).toBe(reason)
      },
    }
  }

  it('keeps the input of a due date and shows the current one', async () => {
    const id = await makeOrder(app().services)
    const dialog = await openDialog('due', id)
    await dialog.fill('Due on', '2031-05-05')
    await dialog.fill('Reason', 'She asked')
    await postAs(dialog.owner, orderPath(id, 'due-date'), { due_on: '2031-05-05', reason: 'She asked me' })
    await dialog.expectConflict('Change', 'The order is already due on that date.', 'She asked')
    await postAs(dialog.owner, orderPath(id, 'due-date'), { due_on: '2031-06-06', reason: 'A month later' })
    await dialog.fill('Due on', '2031-04-04')
    await dialog.expectConflict('Change', 'Someone else changed this order.', 'She asked')
    await dialog.findByText(/^Due on June 6, 2031\./)
    await dialog.submit('Change')
    await waitUntilClosed()
    expect((await fetchOrder(dialog.owner, id)).due.due_on).toBe('2031-04-04')
  })

  it('keeps the input of an edit, and shows the other edit and the total after a price change', async () => {
    const { services } = app()
    const added = await makeProduct(services.db, { name: 'Oxide Cream', stock: 10, priceCents: 1200 })
    const id = await makeOrder(services, { quantity: 2 })
    const dialog = await openDialog('edit', id)
    await dialog.fill(/^Quantity of Keratin/, '3')
    await dialog.user.type(dialog.getByRole('combobox', { name: 'Add a product' }), 'oxide{Enter}')
    await dialog.findByLabelText('Quantity of Oxide Cream')
    await dialog.fill('Reason', 'One more')
    await dialog.findByText(/more than before/)
    await postAs(dialog.owner, '/admin/orders/edit', {
      order_id: id,
      lines: [{ position: 0, quantity: 4 }],
      reason: 'Four',
    })
    await dialog.expectConflict('Save changes', 'Someone else changed this order.', 'One more')
    within(await dialog.findByRole('list', { name: 'What they changed' })).getByText(/: 2 → 4/)
    await dialog.findByText(/less than before/)
    await services.db.updateTable('products').set({ price_cents: 1300 }).where('id', '=', added.id).execute()
    await dialog.expectConflict('Save changes', /The total is now \$\d+\.\d\d, not \$\d+\.\d\d\./, 'One more')
    await dialog.findByText(/less than before/)
    await dialog.submit('Save changes')
    await waitUntilClosed()
    const { products } = (await fetchOrder(dialog.owner, id)).order
    expect(products.map(({ quantity, price }) => [quantity, price])).toEqual([
      [3, 38],
      [1, 13],
    ])
  })

  it('keeps the input of a refund and shows the current overpayment', async () => {
    const id = await makeOrder(app().services)
    const { owner } = await openTwo()
    const { balance } = (await fetchOrder(owner, id)).money
    await postAs(owner, orderPath(id, 'payments/book'), { amount: balance + 60 })
    const dialog = await openDialog('refund', id)
    await dialog.fill('Reason', 'Paid too much')
    await postAs(owner, orderPath(id, 'refund'), { amount: 20, reason: 'Some of it' })
    await dialog.expectConflict('Record refund', 'Someone else changed this order.', 'Paid too much')
    expect(dialog.getByText('Balance:').parentElement?.textContent).toContain('−$60.00 −$40.00')
    expect(dialog.field('Amount').value).toBe('60.00')
    await dialog.fill('Amount', '40')
    await dialog.submit('Record refund')
    await waitUntilClosed()
  })

  it('undoes a payment only once', async () => {
    const id = await makeOrder(app().services)
    const { owner } = await openTwo()
    const { balance } = (await fetchOrder(owner, id)).money
    await postAs(owner, orderPath(id, 'payments/book'), { amount: balance })
    const paymentId = (await fetchOrder(owner, id)).ledger.at(-1)?.id
    const dialog = await openDialog('correct', id, paymentId)
    await dialog.fill('Reason', 'Another order')
    await postAs(owner, `/admin/payments/${paymentId}/correct`, { reason: 'Not theirs' })
    await dialog.expectConflict('Undo', 'This payment has already been undone.', 'Another order')
  })

  it('is unpacked, packed and completed only once', async () => {
    const id = await makeOrder(app().services)
    await changeOrderTo(app().services, id, 'paid')
    const { owner } = await openTwo()
    await postAs(owner, orderPath(id, 'pack'), {})
    const shipmentId = (await fetchOrder(owner, id)).fulfillment.shipments[0]?.id
    const unpacking = await openDialog('void', id, shipmentId)
    await unpacking.fill('Reason', 'The wrong box')
    await postAs(owner, orderPath(id, 'void-shipment'), {
      shipment_id: shipmentId,
      reason: 'Broken',
    })
    await unpacking.expectConflict('Unpack', 'Someone else changed this order.', 'The wrong box')

    const packing = await openDialog('pack', id)
    await postAs(owner, orderPath(id, 'pack'), {})
    await packing.expectConflict('Pack', 'Someone else changed this order.')
    await packing.findByText('Everything is already packed.')

    const completing = await openDialog('complete', id)
    await postAs(owner, orderPath(id, 'complete'), {})
    await completing.expectConflict('Complete', 'The order is completed, so this is no longer possible')
  })

  it('keeps the reason of a cancellation and shows the refund that it makes due', async () => {
    const id = await makeOrder(app().services)
    const { balance } = (await fetchOrder(await openStaffBrowser(app, 'owner'), id)).money
    const dialog = await openDialog('cancel', id)
    await dialog.fill('Reason', 'Nobody paid')
    await postAs(dialog.owner, orderPath(id, 'payments/book'), { amount: balance })
    await dialog.expectConflict('Cancel order', 'Someone else changed this order.', 'Nobody paid')
    await dialog.findByText(/A refund of \$[\d,.]+ will be due/)
    await postAs(dialog.owner, orderPath(id, 'cancel'), { reason: 'She called' })
    await dialog.expectConflict('Cancel order', 'The order is canceled, so this is no longer possible.', 'Nobody paid')
    expect((await fetchOrder(dialog.owner, id)).order.status).toBe('canceled')
  })

  it('is handed over only once, and keeps a corrected contact', async () => {
    const id = await makeOrder(app().services, { form: pickupForm })
    const handover = await openDialog('hand_over', id)
    await handover.fill('Picked up by', 'Tom Roe')
    await postAs(handover.owner, orderPath(id, 'pick-up'), {})
    await handover.expectConflict('Hand over', 'Someone else changed this order.')
    expect(handover.field('Picked up by').value).toBe('Tom Roe')

    const { first_name, last_name, phone_number, user_email } = (await fetchOrder(handover.owner, id)).order
    const contact = { first_name, last_name, phone_number, user_email }
    const correction = await openDialog('contact', id)
    await correction.fill('Email', 'tom.roe@example.com')
    await correction.fill('Reason', 'She spelled it out')
    await postAs(correction.owner, orderPath(id, 'contact'), {
      ...contact,
      phone_number: '212-555-0188',
      reason: 'Another phone',
    })
    await correction.expectConflict('Save', 'Someone else changed this order.', 'She spelled it out')
    // Still present after the page shows the other person's value.
    expect(await screen.findAllByText(/\(212\) 555-0188/)).not.toEqual([])
    const change = await correction.findByText('Contact:')
    expect(change.parentElement?.textContent).toMatch(/ Ana Reyes, ana@example\.com, \(212\) 555-0188$/)
    expect(correction.field('Email').value).toBe('tom.roe@example.com')
    await correction.submit('Save')
    await waitUntilClosed()
    expect((await fetchOrder(correction.owner, id)).order.user_email).toBe('tom.roe@example.com')
  })

  it('keeps the input about a reported payment that is already settled', async () => {
    const { services } = app()
    const { id: userId } = await makeUser(services.db)
    const id = await makeOrder(services, { userId })
    const customer = await signInAs(app, services.connection, userId)
    await postAs(customer, `/account/orders/${id}/paid`, { method: 'check', note: 'On Friday' })
    const dialog = await openDialog('settle', id)
    dialog.getByText(/On Friday/)
    await dialog.fill('What you found', 'No such check')
    await postAs(dialog.owner, orderPath(id, 'settle-claim'), { reason: 'Nothing came' })
    await dialog.expectConflict('Settle', 'The customer hasn’t reported a payment, or the report is already settled.')
    expect(dialog.field('What you found').value).toBe('No such check')
  })

  it('is reinstated only once', async () => {
    const id = await makeOrder(app().services)
    await changeOrderTo(app().services, id, 'canceled')
    const dialog = await openDialog('reinstate', id)
    await dialog.fill('Reason', 'Her check came')
    await postAs(dialog.owner, orderPath(id, 'reinstate'), { reason: 'It was mine' })
    await dialog.expectConflict('Reinstate', 'this is no longer possible', 'Her check came')
  })
})
