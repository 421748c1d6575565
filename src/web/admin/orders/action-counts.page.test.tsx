import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { fetchOrder, postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const TRACKING_NUMBER = '9400111202555842332669'

/** Counts user actions: a press, or typing into the focused field. Reading does not count. */
function countActions() {
  let actions = 0
  return {
    act: async (action: Promise<unknown>) => {
      actions++
      await action
    },
    expectAtMost: (limit: number) => expect(actions).toBeLessThanOrEqual(limit),
  }
}

pageTest('the actions of frequent work', (app) => {
  async function makePaidOrder(options: Parameters<typeof makeOrder>[1] = {}) {
    const id = await makeOrder(app().services, options)
    await changeOrderTo(app().services, id, 'paid')
    return id
  }
  const waitForFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

  it('are two to pack open orders from the list', async () => {
    const id = await makePaidOrder()
    const browser = await openStaffBrowser(app, 'clerk')
    const { user } = await openAdminPage(browser, `/admin/orders?queue=to_pack&search=${id}`)
    const selectAll = await screen.findByRole('checkbox', { name: 'Select all on this page' })
    const { act, expectAtMost } = countActions()
    await act(user.click(selectAll))
    await act(user.click(await screen.findByRole('button', { name: 'Pack' })))
    await screen.findByText(/1 order packed/)
    expectAtMost(2)
    expect((await fetchOrder(browser, id)).order.fulfillment_state).toBe('packed')
  })

  it('are four to ship with tracking from the list', async () => {
    const id = await makePaidOrder()
    const { user } = await openAdminPage(await openStaffBrowser(app, 'clerk'), `/admin/orders?search=${id}`)
    const link = await screen.findByRole('link', { name: String(id) })
    const { act, expectAtMost } = countActions()
    await act(user.click(link))
    await screen.findByRole('heading', { level: 1, name: `Order ${id}` })
    await act(user.click(screen.getByRole('button', { name: 'More actions' })))
    await act(user.click(await screen.findByRole('menuitem', { name: 'Ship …' })))
    const dialog = await findDialog()
    await waitForFocus(() => dialog.getByLabelText(/^Tracking number/))
    await act(user.keyboard(`${TRACKING_NUMBER}{Enter}`))
    await screen.findByText('Shipped. The customer gets an email.')
    expectAtMost(4)
  })

  it('are at most six to book a return from the order', async () => {
    const id = await makePaidOrder({ quantity: 3 })
    const manager = await openStaffBrowser(app, 'manager')
    await postAs(manager, `/admin/orders/${id}/ship`, { tracking_number: TRACKING_NUMBER })
    const { user } = await openAdminPage(manager, `/admin/orders/${id}`)
    const returnButton = await screen.findByRole('button', { name: 'Return items' })
    const { act, expectAtMost } = countActions()
    await act(user.click(returnButton))
    const dialog = await findDialog()
    await waitForFocus(() => dialog.getByRole('spinbutton'))
    await act(user.keyboard('2'))
    await act(user.type(dialog.getByLabelText('Reason for the return'), 'Not needed'))
    const confirmButton = await dialog.findByRole('button', { name: /^Return and credit \$/ })
    expect(confirmButton).toHaveProperty('disabled', false)
    await act(user.click(confirmButton))
    await screen.findByText(/Credit note \d+ issued for/)
    expectAtMost(6)
  })

  it('are two to find an order by any of its details', async () => {
    const form = { ...deliveryForm, first_name: 'Effortis', user_email: 'effortis@packing.example' }
    const id = await makePaidOrder({ form })
    const clerk = await openStaffBrowser(app, 'clerk')
    const { payment_reference } = (await fetchOrder(clerk, id)).order
    const { user } = await openAdminPage(clerk, '/admin')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    for (const query of [String(id), 'effortis', payment_reference, 'effortis@packing', 'keratin Effortis']) {
      const { act, expectAtMost } = countActions()
      await act(user.keyboard('{Control>}k{/Control}'))
      await act(user.keyboard(query))
      await screen.findByRole('option', { name: new RegExp(`\\b${id}\\b`) })
      expectAtMost(2)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })
})
